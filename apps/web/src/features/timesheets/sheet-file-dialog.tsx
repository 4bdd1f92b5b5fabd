import { languageFor } from '@stint/domain/language.ts';
import { monthOf } from '@stint/domain/time/date-range.ts';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { type Paper, paperOf } from '@stint/domain/workspace/paper.ts';
import { useState } from 'react';
import { beginReportFile } from '../../entities/long-work.ts';
import { useLongWork } from '../../entities/use-long-work.ts';
import { useApp } from '../../lib/app-context.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { common } from '../../messages/common.ts';
import { files } from '../../messages/files.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { WorkList } from '../../ui/work-list.tsx';
import { text } from './dialogs/messages.ts';
import styles from './sheet-file-dialog.module.css';

type SheetFileDialogProps = {
  weekEndDate: string;
  /** Null: the own one. */
  teamMemberID: string | null;
  onClose: () => void;
};

/** A timesheet to be printed and signed: of the week that is shown, or of the month in which it begins. */
export function SheetFileDialog({ weekEndDate, teamMemberID, onClose }: SheetFileDialogProps) {
  const { session, start } = useApp();
  const fullDate = useFullDate();
  const work = useLongWork();
  const week = { from: addDays(weekEndDate, -6), to: weekEndDate };
  const ranges = { week, month: monthOf(week.from) };
  const [range, setRange] = useState<keyof typeof ranges>('week');
  const [paper, setPaper] = useState(() => paperOf(start.settings.timeZone, navigator.language));
  const { isBusy, error, submit } = useSubmit(async () => {
    const begun = await beginReportFile(session.call, {
      ...ranges[range],
      of: 'timesheet',
      form: 'pdf',
      paper,
      language: languageFor(document.documentElement.lang),
      ...(teamMemberID ? { teamMemberID } : {}),
    });
    await work.await(begun);
  });
  const problem = error ?? work.error;
  return (
    <Dialog title={text.sheetFile.title} closeLabel={common.close} onClose={onClose} size="small">
      <Form className={styles.form} error={problem} onSubmit={submit}>
        <p>{text.sheetFile.lead}</p>
        <Field label={text.sheetFile.range}>
          <Select value={range} onChange={({ target }) => setRange(target.value as keyof typeof ranges)}>
            {(['week', 'month'] as const).map((each) => (
              <option key={each} value={each}>
                {text.sheetFile.ranges[each](fullDate(ranges[each].from), fullDate(ranges[each].to))}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={text.sheetFile.paper}>
          <Select value={paper} onChange={({ target }) => setPaper(target.value as Paper)}>
            <option>A4</option>
            <option>Letter</option>
          </Select>
        </Field>
        <div className={styles.actions}>
          <Button variant="primary" icon="download" type="submit" isBusy={isBusy}>
            {text.sheetFile.make}
          </Button>
        </div>
        <section aria-label={files.title} aria-live="polite">
          {work.works && work.works.length > 0 ? (
            <WorkList
              works={work.works.slice(0, 3)}
              savingID={work.savingID}
              onSave={work.save}
              onCancel={work.cancel}
            />
          ) : null}
        </section>
      </Form>
    </Dialog>
  );
}
