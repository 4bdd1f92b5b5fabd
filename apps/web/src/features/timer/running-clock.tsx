import { useEffect, useReducer } from 'react';
import { pageTitle } from '../../lib/page-title.ts';
import { clockOf, hoursBetween } from './format.ts';
import { text } from './messages.ts';
import styles from './timer.module.css';

const SECOND_MILLISECONDS = 1000;

/** How long the timer has been running, here and in the title of the tab. */
export function RunningClock({ startedAt, now }: { startedAt: string; now: () => Date }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, SECOND_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  // Pages set their own titles, also while the timer runs.
  useEffect(() => {
    const title = `${hoursBetween(startedAt, now())} · ${pageTitle()}`;
    if (document.title !== title) document.title = title;
  });
  useEffect(
    () => () => {
      document.title = pageTitle();
    },
    [],
  );
  const elapsed = now().getTime() - new Date(startedAt).getTime();
  return (
    <span role="timer" aria-label={text.running} className={styles.clock}>
      {clockOf(elapsed)}
    </span>
  );
}
