import { formatClock as formatFieldClock, parseClock } from '@stint/domain/time/clock.ts';
import { useState } from 'react';
import { formatClock } from '../lib/clock.ts';
import { common } from '../messages/common.ts';
import { Field, Input } from './field.tsx';
import styles from './time-field.module.css';

export type TimeInputProps = {
  /** As it is typed. */
  value: string;
  onChange: (typed: string) => void;
  /** Minutes since 0:00 of what is typed; null where it is no time. */
  parse?: (typed: string) => number | null;
};

/**
 * A time of day, typed as people write it: `9`, `930`, `9:30 pm`. Browsers write theirs as the person's system does; this one is
 * written as the workspace writes times, as soon as it is left.
 */
export function TimeInput({ value, onChange, parse = parseClock }: TimeInputProps) {
  const tidy = () => {
    const minutes = parse(value);
    const tidied = minutes === null ? value : formatClock(minutes);
    // The end of a day is 24:00; on a clock of twelve hours the same words are its beginning.
    if (tidied !== value && parse(tidied) === minutes) onChange(tidied);
  };
  return (
    <Input
      className={styles.time}
      value={value}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={12}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={tidy}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export type MomentFieldProps = {
  label: string;
  error: string | null;
  /** The clock of this device: `2026-11-22T09:05`; half of it is missing where that half cannot be read. */
  value: string;
  onChange: (value: string) => void;
};

/** A day and a time of day. */
export function MomentField({ label, error, value, onChange }: MomentFieldProps) {
  const [date = '', time = ''] = value.split('T');
  const [typed, setTyped] = useState(() => clockOf(time));
  // Who gives it another value than the one that was typed has it shown.
  const isTyped = fieldOf(typed) === time;
  const set = (nextDate: string, nextTyped: string) => {
    setTyped(nextTyped);
    onChange(`${nextDate}T${fieldOf(nextTyped)}`);
  };
  const shown = isTyped ? typed : clockOf(time);
  return (
    <fieldset className={styles.moment}>
      <legend>{label}</legend>
      <div className={styles.parts}>
        <Field label={common.moment.day} isLabelHidden>
          <Input type="date" value={date} onChange={(event) => set(event.target.value, shown)} />
        </Field>
        <Field
          label={common.moment.time}
          isLabelHidden
          error={shown.trim() !== '' && time === '' ? common.wrongClock : error}
        >
          <TimeInput value={shown} onChange={(next) => set(date, next)} />
        </Field>
      </div>
    </fieldset>
  );
}

/** `09:05` of a time that is typed; empty where it is none. */
function fieldOf(typed: string): string {
  const minutes = parseClock(typed);
  return minutes === null ? '' : formatFieldClock(minutes);
}

function clockOf(field: string): string {
  const minutes = parseClock(field);
  return minutes === null ? field : formatClock(minutes);
}
