import { type DecimalReading, parseHours } from '@stint/domain/time/hours.ts';
import { useState } from 'react';
import { formatHours } from '../../../lib/hours.ts';
import { dayLabel } from '../../../lib/today.ts';
import { common } from '../../../messages/common.ts';
import { Checkbox, Field, Input } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { rowLabel } from '../row-label.ts';
import type { ShownEntry } from '../sheet.ts';
import { text } from './messages.ts';

export type SplitDialogProps = {
  entry: ShownEntry;
  decimalReading: DecimalReading;
  onSplit: (firstMinutes: number) => void;
  onClose: () => void;
};

/** Where an entry is cut in two. */
export function SplitDialog({ entry, decimalReading, onSplit, onClose }: SplitDialogProps) {
  const [hours, setHours] = useState(formatHours(Math.floor(entry.minutes / 2)));
  const [hasTried, setHasTried] = useState(false);
  const parsed = parseHours(hours, { decimalReading });
  const first = parsed.ok && parsed.minutes > 0 && parsed.minutes < entry.minutes ? parsed.minutes : null;
  const submit = () => {
    setHasTried(true);
    if (first === null) return;
    onSplit(first);
    onClose();
  };
  return (
    <FormDialog
      title={text.splitTitle(rowLabel(entry))}
      submitLabel={text.splitDone}
      isBusy={false}
      error={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={text.splitFirst}
        error={hasTried && first === null ? text.splitWrong(formatHours(entry.minutes)) : null}
        hint={first === null ? undefined : text.splitRest(formatHours(entry.minutes - first))}
      >
        <Input value={hours} autoComplete="off" onChange={(event) => setHours(event.target.value)} />
      </Field>
    </FormDialog>
  );
}

export type DuplicateDialogProps = {
  entry: ShownEntry;
  /** The days of the week, and whether each takes time. */
  days: readonly { date: string; isLocked: boolean }[];
  onDuplicate: (dates: string[]) => void;
  onClose: () => void;
};

/** To which days an entry is copied. */
export function DuplicateDialog({ entry, days, onDuplicate, onClose }: DuplicateDialogProps) {
  const [dates, setDates] = useState<readonly string[]>([]);
  const toggle = (date: string) =>
    setDates(dates.includes(date) ? dates.filter((each) => each !== date) : [...dates, date]);
  const submit = () => {
    if (dates.length > 0) onDuplicate([...dates]);
    onClose();
  };
  return (
    <FormDialog
      title={text.duplicateTitle(rowLabel(entry))}
      submitLabel={dates.length > 0 ? text.duplicateDone : common.close}
      isBusy={false}
      error={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset>
        <legend>{text.duplicateDays}</legend>
        {days.map(({ date, isLocked }, index) => (
          <Checkbox
            key={date}
            label={dayLabel(date, index)}
            {...(isLocked ? { hint: text.lockedDay } : {})}
            disabled={isLocked || date === entry.workDate}
            checked={dates.includes(date)}
            onChange={() => toggle(date)}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
