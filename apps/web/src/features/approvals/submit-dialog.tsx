import { totalsBy, weekTotal } from '@stint/domain/time/day-total.ts';
import { lackingFields, type RequiredField } from '@stint/domain/time/lacking.ts';
import { compareRows } from '@stint/domain/time/row-order.ts';
import { MAX_COMMENT_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { submitWeek, type VersionedWeek } from '../../entities/approval.ts';
import { archivedByIdQueries } from '../../entities/project.ts';
import type { WeekSheet } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FormError, TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { text } from './messages.ts';
import { namesApart } from './names-apart.ts';
import { WeekDifference } from './week-difference.tsx';
import styles from './week-steps.module.css';
import { dayOf } from './words.ts';

export type SubmitDialogProps = {
  title: string;
  sheet: WeekSheet;
  /** Why the week cannot be submitted as it stands on the screen; null where it is stored whole. */
  unsaved: string | null;
  onDone: (week: VersionedWeek) => Promise<void>;
  onClose: () => void;
};

/** What is submitted, what speaks against it, and an optional note. */
export function SubmitDialog({ title, sheet, unsaved, onDone, onClose }: SubmitDialogProps) {
  const { session, start } = useApp();
  const [note, setNote] = useState('');
  const ids = sheet.entries.map(({ projectID }) => projectID);
  const projects = useQueries({ queries: archivedByIdQueries(session.call, ids) });
  const archived = new Set(projects.flatMap(({ data = [] }) => data.map(({ projectID }) => projectID)));
  const { refusals, warnings, isIncomplete } = lookAt(sheet, start.settings.requiredFields, archived);
  const submit = useSubmit(async () => {
    await onDone(await submitWeek(session.call, sheet.week, note.trim() || null));
  });
  const blocked = unsaved ? [unsaved, ...refusals] : refusals;
  return (
    <Dialog title={title} closeLabel={common.close} onClose={onClose}>
      <Form
        className={styles.form}
        error={submit.error}
        onSubmit={() => {
          if (blocked.length === 0) submit.submit();
        }}
      >
        {blocked.length > 0 ? (
          <FormError>
            {blocked.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </FormError>
        ) : null}
        <Totals sheet={sheet} />
        {/* What waits to be saved would be missing in what the service tells. */}
        {sheet.week.version > 0 ? <WeekDifference week={sheet.week} isAsked={unsaved === null} /> : null}
        {warnings.length > 0 ? (
          <ul className={styles.warnings}>
            {warnings.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
        <Field label={text.submit.note} optionalText={common.optional}>
          <TextArea
            maxLength={MAX_COMMENT_LENGTH}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        <div className={styles.foot}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" type="submit" isBusy={submit.isBusy} disabled={blocked.length > 0}>
            {isIncomplete ? text.submit.incomplete : text.submit.button}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function Totals({ sheet }: { sheet: WeekSheet }) {
  if (sheet.entries.length === 0) return <p>{text.submit.empty}</p>;
  // As the sheet behind it has them.
  const entries = sheet.entries.toSorted(compareRows);
  const nameOf = namesApart(entries);
  const totals = [...totalsBy(entries, ({ projectID }) => projectID)];
  return (
    <table className={styles.totals}>
      <caption className="visually-hidden">{text.submit.byProject}</caption>
      <tbody>
        {totals.map(([id, { minutes }]) => (
          <tr key={id}>
            <th scope="row">{nameOf.get(id)}</th>
            <td>{formatHours(minutes)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{text.submit.total}</th>
          <td>{formatHours(weekTotal(sheet.entries, sheet.week.weekEndDate).minutes)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** What keeps the week from being submitted, and what its owner should know before. */
function lookAt(
  { entries, week, expectedMinutes }: WeekSheet,
  requiredFields: readonly string[],
  archived: ReadonlySet<string>,
) {
  const { days, exceededDays } = weekTotal(entries, week.weekEndDate);
  const namesOf = (wanted: typeof days) => wanted.map(({ date }) => dayOf(date)).join(', ');
  const missing = days.filter(({ minutes }, index) => minutes === 0 && (expectedMinutes[index] ?? 0) > 0);
  const weekend = days.filter(({ minutes }, index) => minutes > 0 && index > 4);
  const worked = entries.filter(({ minutes }) => minutes > 0);
  const missingFields = entries.flatMap((entry) => lackingFields(entry, requiredFields));
  const lacking = (field: RequiredField) => missingFields.filter((each) => each === field).length;
  const [silent, unnamed, untagged] = [lacking('comment'), lacking('activity'), lacking('tag')];
  const nameOf = namesApart(entries);
  const closed = [
    ...new Set(
      worked.flatMap(({ projectID }) => (archived.has(projectID) ? (nameOf.get(projectID) ?? []) : [])),
    ),
  ];
  return {
    isIncomplete: missing.length > 0,
    refusals: exceededDays.map((day) =>
      text.submit.over(dayOf(day.date), formatHours(day.minutes), formatHours(day.overMinutes)),
    ),
    warnings: [
      ...(missing.length > 0 ? [text.submit.missing(namesOf(missing))] : []),
      ...(weekend.length > 0 ? [text.submit.weekend(namesOf(weekend))] : []),
      ...(silent > 0 ? [text.submit.noComment(silent)] : []),
      ...(unnamed > 0 ? [text.submit.noActivity(unnamed)] : []),
      ...(untagged > 0 ? [text.submit.noTag(untagged)] : []),
      ...(closed.length > 0 ? [text.submit.archived(closed.join(', '))] : []),
    ],
  };
}
