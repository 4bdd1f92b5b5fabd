import { isShareable, SHARED_COLUMNS, type SharedColumn } from '@stint/domain/time/report.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { makeLink, type SavedReport, withdrawLink } from '../../entities/saved-report.ts';
import { useApp } from '../../lib/app-context.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { today } from '../../lib/today.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Checkboxes } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import styles from './link-dialog.module.css';
import { text } from './messages.ts';

/** A link to a report for people outside: what it shows, until when, and its end. */
export function LinkDialog({ report, onClose }: { report: SavedReport; onClose: () => void }) {
  const { call } = useApp().session;
  const fullDate = useFullDate();
  const queryClient = useQueryClient();
  const [columns, setColumns] = useState<readonly SharedColumn[]>(
    report.link?.columns ?? ['hours', 'billable'],
  );
  const [expiresOn, setExpiresOn] = useState('');
  const [url, setUrl] = useState<string | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  const make = useSubmit(async () => {
    const made = await makeLink(call, report, { columns: [...columns], ...(expiresOn ? { expiresOn } : {}) });
    setUrl(made.url);
    await invalidate(queryClient, 'savedReports');
  });
  const withdraw = useSubmit(async () => {
    await withdrawLink(call, report);
    await invalidate(queryClient, 'savedReports');
    onClose();
  });
  const error = make.error ?? withdraw.error;
  const canMake = url === null && columns.length > 0 && isShareable(report.definition.kind);
  const copy = async () => {
    await navigator.clipboard.writeText(url ?? '');
    setIsCopied(true);
  };
  return (
    <Dialog title={text.link.title(report.name)} closeLabel={common.close} onClose={onClose} size="medium">
      <Form className={styles.form} error={error} onSubmit={() => (canMake ? make.submit() : undefined)}>
        {!isShareable(report.definition.kind) ? <p>{text.link.notThisKind}</p> : null}
        {report.link && !url ? (
          <p>
            {report.link.expiresAt
              ? text.link.onUntil(fullDate(report.link.expiresAt.slice(0, 10)))
              : text.link.onForGood}
          </p>
        ) : null}
        {url ? (
          <>
            <Field label={text.link.address} hint={text.link.once}>
              <Input readOnly value={url} onFocus={(event) => event.target.select()} />
            </Field>
            <p role="status" className={styles.status}>
              {isCopied ? text.link.copied : ''}
            </p>
          </>
        ) : (
          <>
            <Checkboxes
              legend={text.link.shows}
              keys={SHARED_COLUMNS}
              labelOf={(column) => text.link.columns[column]}
              chosen={columns}
              onChange={setColumns}
            />
            <Field label={text.link.lastDay} hint={text.link.lastDayHint} optionalText={common.optional}>
              <Input
                type="date"
                min={today()}
                value={expiresOn}
                onChange={(event) => setExpiresOn(event.target.value)}
              />
            </Field>
          </>
        )}
        <div className={styles.actions}>
          {report.link ? (
            <Button variant="danger" isBusy={withdraw.isBusy} onClick={withdraw.submit}>
              {text.link.withdraw}
            </Button>
          ) : null}
          {url ? (
            <Button variant="primary" onClick={() => void copy()}>
              {text.link.copy}
            </Button>
          ) : (
            <Button variant="primary" type="submit" isBusy={make.isBusy} disabled={!canMake}>
              {report.link ? text.link.again : text.link.make}
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  );
}
