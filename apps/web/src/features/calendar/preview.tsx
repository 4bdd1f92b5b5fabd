import { clockOf } from '@stint/domain/time/calendar-axis.ts';
import { useLayoutEffect, useRef } from 'react';
import { formatClock } from '../../lib/clock.ts';
import styles from './calendar.module.css';
import { dragOnClock, type HeldDrag } from './held-drag.ts';
import { text } from './messages.ts';
import { drawnAt } from './use-block-keys.ts';
import type { Calendar } from './use-calendar.ts';

export type PreviewProps = { held: HeldDrag; axis: Calendar['axis']; day: number; scale: number };

/** Where what is dragged would stand on the clock of a day. It follows the pointer without React, which would walk through the whole page for each step. */
export function Preview({ held, axis, day, scale }: PreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const follow = () => {
      const element = place.current;
      const drag = dragOnClock(held.now(), day);
      const on = axis.days[day];
      element?.toggleAttribute('data-preview', drag !== null);
      if (!element || !drag || !on) return;
      const { top, height } = drawnAt(axis, day, drag, scale);
      // Moved, not laid out anew.
      element.style.translate = `0 ${top}px`;
      element.style.height = `${height}px`;
      element.textContent = text.from(
        formatClock(clockOf(on, drag.from)),
        formatClock(clockOf(on, Math.min(drag.to, on.minutes))),
      );
    };
    follow();
    return held.subscribe(follow);
  }, [held, axis, day, scale]);
  return <div ref={place} className={styles.preview} aria-hidden="true" />;
}
