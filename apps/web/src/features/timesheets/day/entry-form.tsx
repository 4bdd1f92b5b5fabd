import { parseHours } from '@stint/domain/time/hours.ts';
import { useState } from 'react';
import { usePicker } from '../../../entities/use-picker.ts';
import { formatHours } from '../../../lib/hours.ts';
import { common } from '../../../messages/common.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Checkbox, Field, Input, TextArea } from '../../../ui/field.tsx';
import { rowLabel } from '../row-label.ts';
import { type RowHead, rowKey, type ShownEntry } from '../sheet.ts';
import { instantsOf, minutesOfField, timeFieldAt } from './clock.ts';
import styles from './entry-form.module.css';
import { text } from './messages.ts';
import type { Day, EntryChange } from './use-day.ts';

export type EntryFormProps = { entry: ShownEntry; day: Day; onClose: () => void };

/** All of an entry, in its place in the list. Times say how long it took; hours typed after them move the end. */
export function EntryForm({ entry, day, onClose }: EntryFormProps) {
  const [row, setRow] = useState<RowHead>(() => ({ ...entry, color: null }));
  const [hours, setHours] = useState(formatHours(entry.minutes));
  const [from, setFrom] = useState(() => timeFieldAt(entry.startedAt, day.timeZone));
  const [to, setTo] = useState(() => timeFieldAt(entry.endedAt, day.timeZone));
  const [comment, setComment] = useState(entry.comment);
  const [isBillable, setIsBillable] = useState(entry.isBillable);
  const [hasTried, setHasTried] = useState(false);
  const parsed = parseHours(hours, { decimalReading: day.decimalReading });
  const wrong = !parsed.ok ? parsed.reason : parsed.minutes === 0 ? 'empty' : null;
  const [start, end] = [minutesOfField(from), minutesOfField(to)];
  const isHalf = (start === null) !== (end === null);

  const setSpan = (nextFrom: string, nextTo: string) => {
    setFrom(nextFrom);
    setTo(nextTo);
    const span = { start: minutesOfField(nextFrom), end: minutesOfField(nextTo) };
    if (span.start === null || span.end === null || span.start === span.end) return;
    setHours(formatHours(instantsOf(day.date, { start: span.start, end: span.end }, day.timeZone).minutes));
  };
  const save = () => {
    setHasTried(true);
    if (!parsed.ok || wrong !== null || isHalf) return;
    const change: EntryChange = {
      ...headOf(row),
      minutes: parsed.minutes,
      comment: comment.trim(),
      isBillable,
    };
    day.change(entry, { ...change, ...timesOf(start, parsed.minutes, entry, day) });
    onClose();
  };
  return (
    <form
      className={styles.form}
      aria-label={text.editOf(rowLabel(entry))}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        // What is typed here is no key of the page.
        event.stopPropagation();
      }}
    >
      <RowField row={row} onRow={setRow} />
      <div className={styles.times}>
        <Field label={text.form.hours} error={hasTried && wrong !== null ? common.wrongHours[wrong] : null}>
          <Input
            value={hours}
            autoComplete="off"
            autoFocus
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setHours(event.target.value)}
          />
        </Field>
        <Field label={text.form.from} error={hasTried && isHalf ? text.form.timesWrong : null}>
          <Input type="time" value={from} onChange={(event) => setSpan(event.target.value, to)} />
        </Field>
        <Field label={text.form.to}>
          <Input type="time" value={to} onChange={(event) => setSpan(from, event.target.value)} />
        </Field>
      </div>
      <Field label={text.form.comment}>
        <TextArea
          rows={2}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Field>
      <Checkbox
        label={text.form.billable}
        checked={isBillable}
        onChange={(event) => setIsBillable(event.target.checked)}
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button variant="primary" type="submit">
          {common.save}
        </Button>
      </div>
    </form>
  );
}

function RowField({ row, onRow }: { row: RowHead; onRow: (row: RowHead) => void }) {
  const [typed, setTyped] = useState('');
  const { rows } = usePicker(typed);
  const all = new Map([[rowKey(row), row], ...rows]);
  return (
    <Field label={text.form.project}>
      <Combobox
        options={[...all].map(([id, each]) => ({ id, label: rowLabel(each), color: each.color }))}
        value={rowKey(row)}
        onChange={(id) => {
          const next = id === null ? undefined : all.get(id);
          if (next) onRow(next);
        }}
        onType={setTyped}
        labels={common.chooser}
      />
    </Field>
  );
}

function headOf({ projectID, activityID, projectName, clientName, activityName }: RowHead): EntryChange {
  return { projectID, activityID, projectName, clientName, activityName };
}

/** The end follows the hours; times that were emptied go. Unchanged ones are left to the server. */
function timesOf(start: number | null, minutes: number, entry: ShownEntry, day: Day): EntryChange {
  if (start === null) return entry.startedAt === null ? {} : { startedAt: null, endedAt: null };
  const { startedAt } = instantsOf(day.date, { start, end: start + minutes }, day.timeZone);
  const endedAt = new Date(Date.parse(startedAt) + minutes * 60_000).toISOString();
  return { startedAt, endedAt };
}
