import { useId } from 'react';
import { formatClock } from '../../lib/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import styles from './calendar.module.css';
import { text } from './messages.ts';
import { type Preferences, steps } from './use-preferences.ts';

export type ToolbarProps = {
  preferences: Preferences;
  onChange: (part: Partial<Preferences>) => void;
  timeZone: string;
  /** Absent where the week is another person's. */
  onFeeds: (() => void) | undefined;
};

const hours = Array.from({ length: 24 }, (_, hour) => hour * 60);

/** How the week is shown, and whose clock it goes by. */
export function Toolbar({ preferences, onChange, timeZone, onFeeds }: ToolbarProps) {
  const beginsId = useId();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className={styles.tools}>
      <div role="group" aria-label={text.zoom} className={styles.steps}>
        {steps.map((step) => (
          <button
            key={step}
            type="button"
            aria-pressed={step === preferences.step}
            onClick={() => onChange({ step })}
          >
            {text.minutes(step)}
          </button>
        ))}
      </div>
      <div className={styles.begins}>
        <label htmlFor={beginsId}>{text.dayBegins}</label>
        <Select
          id={beginsId}
          value={preferences.dayBegins}
          onChange={(event) => onChange({ dayBegins: Number(event.target.value) })}
        >
          {hours.map((minutes) => (
            <option key={minutes} value={minutes}>
              {formatClock(minutes)}
            </option>
          ))}
        </Select>
      </div>
      <p className={styles.zone}>{own === timeZone ? null : text.zone(timeZone, own)}</p>
      {onFeeds ? (
        <div className={styles.end}>
          <Button onClick={onFeeds}>{text.feeds.open}</Button>
        </div>
      ) : null}
    </div>
  );
}
