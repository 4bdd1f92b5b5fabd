import {
  ENTRY_COLUMNS,
  type EntryColumn,
  REPORT_FILES,
  type ReportFileForm,
  type ReportFileOf,
} from '@stint/domain/api/gateway/report-files.ts';
import { languageFor } from '@stint/domain/language.ts';
import { isGrouped, type ReportKind } from '@stint/domain/time/report.ts';
import { decimalSeparator } from '@stint/domain/workspace/formats.ts';
import { type Paper, paperOf } from '@stint/domain/workspace/paper.ts';
import { useState } from 'react';
import { beginReportFile, type ExportedView, type ReportFile } from '../../entities/long-work.ts';
import { useLongWork } from '../../entities/use-long-work.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { ownWays } from '../../lib/formats.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { files } from '../../messages/files.ts';
import { Button } from '../../ui/button.tsx';
import { Checkboxes } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FormError, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { WorkList } from '../../ui/work-list.tsx';
import styles from './export-dialog.module.css';
import { text } from './messages.ts';

const words = text.exports;
const money: readonly EntryColumn[] = ['amount', 'currency', 'cost', 'costCurrency'];
const tables: readonly ReportFileForm[] = ['csv', 'xlsx', 'pdf'];

export type ExportDialogProps = { kind: ReportKind; view: ExportedView; onClose: () => void };

/** What of the report becomes a file, and in which form; below it what is under way. */
export function ExportDialog({ kind, view, onClose }: ExportDialogProps) {
  const { session, start } = useApp();
  const work = useLongWork();
  const isComma = decimalSeparator(ownWays().numbers) === ',';
  const canSeeMoney = useCan('rate.seeBill');
  const things = exportable(kind);
  const [of, setOf] = useState<ReportFileOf>(
    things.find((thing) => thing === 'pivot' || thing === 'people') ?? 'entries',
  );
  const [form, setForm] = useState<ReportFileForm>('xlsx');
  const [paper, setPaper] = useState(() => paperOf(start.settings.timeZone, navigator.language));
  const [separators, setSeparators] = useState(isComma ? 'comma' : 'point');
  const [isOff, setIsOff] = useState<ReadonlySet<EntryColumn>>(new Set(canSeeMoney ? [] : money));
  const forms: readonly ReportFileForm[] = REPORT_FILES[of];
  const chosen = forms.includes(form) ? form : 'xlsx';
  const columns = ENTRY_COLUMNS.filter((name) => canSeeMoney || !money.includes(name));
  const hasColumns = of === 'entries' && tables.includes(chosen);
  const { isBusy, error, submit } = useSubmit(async () => {
    const { filters, groupBy, rounding, withMoney, ...which } = view;
    const shown = columns.filter((name) => !isOff.has(name));
    const body: ReportFile = {
      ...which,
      of,
      form: chosen,
      language: languageFor(document.documentElement.lang),
      ...(of === 'people' ? {} : { filters }),
      ...(of === 'lines' ? { groupBy, rounding, withMoney } : {}),
      ...(of === 'pivot' ? { groupBy, rounding } : {}),
      ...(of === 'entries' ? { withMoney: shown.some((name) => money.includes(name)) } : {}),
      ...(hasColumns ? { columns: shown } : {}),
      ...(chosen === 'pdf' ? { paper } : {}),
      ...(chosen === 'csv' && separators === 'comma'
        ? { delimiter: ';' as const, decimal: ',' as const }
        : {}),
      ...(chosen === 'csv' && separators === 'tab' ? { delimiter: '\t' as const } : {}),
    };
    await work.await(await beginReportFile(session.call, body));
  });
  const show = (shown: EntryColumn[]) => {
    if (shown.length > 0) setIsOff(new Set(columns.filter((name) => !shown.includes(name))));
  };
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose} size="medium">
      <Form className={styles.form} error={error} onSubmit={submit}>
        <div className={styles.pair}>
          <Field label={words.what}>
            <Select value={of} onChange={({ target }) => setOf(target.value as ReportFileOf)}>
              {things.map((thing) => (
                <option key={thing} value={thing}>
                  {words[thing]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={words.form} hint={words.hints[chosen]}>
            <Select value={chosen} onChange={({ target }) => setForm(target.value as ReportFileForm)}>
              {forms.map((each) => (
                <option key={each} value={each}>
                  {words.forms[each]}
                </option>
              ))}
            </Select>
          </Field>
          {chosen === 'pdf' ? (
            <Field label={words.paper}>
              <Select value={paper} onChange={({ target }) => setPaper(target.value as Paper)}>
                <option>A4</option>
                <option>Letter</option>
              </Select>
            </Field>
          ) : null}
          {chosen === 'csv' ? (
            <Field label={words.separators}>
              <Select value={separators} onChange={({ target }) => setSeparators(target.value)}>
                <option value="point">{words.point}</option>
                <option value="comma">{words.comma}</option>
                <option value="tab">{words.tab}</option>
              </Select>
            </Field>
          ) : null}
        </div>
        {hasColumns ? (
          <Checkboxes
            legend={words.columns}
            layout="columns"
            keys={columns}
            labelOf={(name) => words.column[name]}
            chosen={columns.filter((name) => !isOff.has(name))}
            onChange={show}
          />
        ) : null}
        <div>
          <Button variant="primary" icon="download" type="submit" isBusy={isBusy}>
            {words.begin}
          </Button>
        </div>
      </Form>
      <section className={styles.files} aria-live="polite">
        <h3>{files.title}</h3>
        {work.error ? <FormError>{describeError(work.error)}</FormError> : null}
        {work.works ? (
          <WorkList
            works={work.works.slice(0, 5)}
            savingID={work.savingID}
            onSave={work.save}
            onCancel={work.cancel}
          />
        ) : null}
        <p>{files.text}</p>
      </section>
    </Dialog>
  );
}

/** What there is to export of a report: its entries, and the table that is looked at. */
function exportable(kind: ReportKind): ('entries' | 'lines' | 'pivot' | 'people')[] {
  if (kind === 'utilisation' || kind === 'noTime') return ['entries', 'people'];
  if (kind === 'pivot') return ['entries', 'lines', 'pivot'];
  return isGrouped(kind) ? ['entries', 'lines'] : ['entries'];
}
