import { MAX_DAY_MINUTES } from '@stint/domain/time/day-total.ts';
import { formatHours, readHours } from '../lib/hours.ts';
import { weekdayName } from '../lib/today.ts';
import styles from './day-hours.module.css';
import { Field, Input } from './field.tsx';

/** A week's hours as the fields have them, from Monday on. */
export function typedDays(schedule: readonly number[]): string[] {
  return schedule.map((minutes) => formatHours(minutes));
}

/** Minutes of each day; null where one of them cannot be read. */
export function readDays(typed: readonly string[]): number[] | null {
  const days = typed.map(readDay);
  return days.includes(null) ? null : days.flatMap((minutes) => minutes ?? []);
}

function readDay(typed: string): number | null {
  const hours = readHours(typed, { maxMinutes: MAX_DAY_MINUTES });
  return hours.ok ? hours.minutes : null;
}

export type DayHoursProps = {
  legend: string;
  typed: readonly string[];
  onChange: (typed: string[]) => void;
  /** Said below a day that cannot be read, once saving was tried. */
  problem: string | null;
};

/** Hours for each day of a week. */
export function DayHours({ legend, typed, onChange, problem }: DayHoursProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={styles.days}>
        {typed.map((hours, day) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place in the week
            key={day}
            label={weekdayName(day)}
            error={readDay(hours) === null ? problem : null}
          >
            <Input
              maxLength={8}
              value={hours}
              onChange={(event) => onChange(typed.map((old, at) => (at === day ? event.target.value : old)))}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
