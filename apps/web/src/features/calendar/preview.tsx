import { clockOf } from '@stint/domain/time/calendar-axis.ts';
import { formatClock } from '../../lib/clock.ts';
import styles from './calendar.module.css';
import { type HeldDrag, useDragOnClock } from './held-drag.ts';
import { text } from './messages.ts';
import { drawnAt } from './use-block-keys.ts';
import type { Calendar } from './use-calendar.ts';

export type PreviewProps = { held: HeldDrag; axis: Calendar['axis']; day: number; scale: number };

/** Where what is dragged would stand on the clock of a day. */
export function Preview({ held, axis, day, scale }: PreviewProps) {
  const drag = useDragOnClock(held, day);
  const on = axis.days[day];
  if (!drag || !on) return null;
  return (
    <div
      className={styles.preview}
      style={drawnAt(axis, day, drag, scale)}
      data-preview=""
      aria-hidden="true"
    >
      {text.from(
        formatClock(clockOf(on, drag.from)),
        formatClock(clockOf(on, Math.min(drag.to, on.minutes))),
      )}
    </div>
  );
}
