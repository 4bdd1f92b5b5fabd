import { parseClock } from '@stint/domain/time/clock.ts';
import { parseHours } from '@stint/domain/time/hours.ts';
import { useRef, useState } from 'react';
import { usePicker } from '../../../entities/use-picker.ts';
import { formatHours } from '../../../lib/hours.ts';
import { common } from '../../../messages/common.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Checkbox, Field, Input, TextArea } from '../../../ui/field.tsx';
import { TimeInput } from '../../../ui/time-field.tsx';
import { showProblem } from '../../../ui/use-focus-problem.ts';
import { rowLabel } from '../row-label.ts';
import { type RowHead, rowKey, type ShownEntry } from '../sheet.ts';
import { clockAt, instantsOf } from './clock.ts';
import styles from './entry-form.module.css';
import { text } from './messages.ts';
import type { Day, EntryChange } from './use-day.ts';

export type EntryFormProps = { entry: ShownEntry; day: Day; onClose: () => void };

/** All of an entry, in its place in the list. Times say how long it took; hours typed after them move the end. */
export function EntryForm({ entry, day, onClose }: EntryFormProps) {
  const [row, setRow] = useState<RowHead>(() => ({ ...entry, color: null }));
  const [hours, setHours] = useState(formatHours(entry.minutes));
  const [from, setFrom] = useState(() => clockOf(entry.startedAt, day));
  const [to, setTo] = useState(() => clockOf(entry.endedAt, day));
  const [comment, setComment] = useState(entry.comment);
  const [isBillable, setIsBillable] = useState(entry.isBillable);
  const [hasTried, setHasTried] = useState(false);
  const parsed = parseHours(hours, { decimalReading: day.decimalReading });
  const wrong = !parsed.ok ? parsed.reason : parsed.minutes === 0 ? 'empty' : null;
  const start = parseClock(from);
  const isHalf = (from.trim() === '') !== (to.trim() === '');
  const isWrong = [from, to].map((typed) => typed.trim() !== '' && parseClock(typed) === null);

  const setSpan = (nextFrom: string, nextTo: string) => {
    setFrom(nextFrom);
    setTo(nextTo);
    const span = { start: parseClock(nextFrom), end: parseClock(nextTo) };
    if (span.start === null || span.end === null || span.start === span.end) return;
    setHours(formatHours(instantsOf(day.date, { start: span.start, end: span.end }, day.timeZone).minutes));
  };
  const form = useRef<HTMLFormElement>(null);
  const save = () => {
    if (!parsed.ok || wrong !== null || isHalf || isWrong.includes(true))
      return showProblem(form.current, () => setHasTried(true));
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
      ref={form}
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
        <Field label={text.form.from} error={hasTried ? timeProblem(isHalf, isWrong[0]) : null}>
          <TimeInput value={from} onChange={(typed) => setSpan(typed, to)} />
        </Field>
        <Field label={text.form.to} error={hasTried && isWrong[1] ? common.wrongClock : null}>
          <TimeInput value={to} onChange={(typed) => setSpan(from, typed)} />
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

function clockOf(instant: string | null, { timeZone }: Day): string {
  return instant === null ? '' : clockAt(instant, timeZone);
}

function timeProblem(isHalf: boolean, isWrong: boolean | undefined): string | null {
  if (isWrong) return common.wrongClock;
  return isHalf ? text.form.timesWrong : null;
}

function RowField({ row, onRow }: { row: RowHead; onRow: (row: RowHead) => void }) {
  const [typed, setTyped] = useState('');
  const { rows, isSearching } = usePicker(typed);
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
        isSearching={isSearching}
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
