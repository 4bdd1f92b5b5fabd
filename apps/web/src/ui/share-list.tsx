import { percentOf } from '@stint/domain/time/billable-split.ts';
import { type ReactNode, useState } from 'react';
import { formatHours } from '../lib/hours.ts';
import { oneDecimal } from '../lib/one-decimal.ts';
import { common } from '../messages/common.ts';
import { Button } from './button.tsx';
import styles from './share-list.module.css';

export type Share = {
  id: string;
  /** The name, as a link where it leads somewhere. */
  name: ReactNode;
  minutes: number;
  billableMinutes: number;
  /** What would fill the bar; absent: the longest of the list. */
  expectedMinutes?: number;
};

const FIRST = 8;

/** Hours of several people or things, each with a bar: billable darker, the rest lighter. */
export function ShareList({ label, shares }: { label: string; shares: readonly Share[] }) {
  const [isAll, setIsAll] = useState(false);
  const longest = Math.max(1, ...shares.map(({ minutes }) => minutes));
  const shown = isAll ? shares : shares.slice(0, FIRST);
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {shown.map(({ id, name, minutes, billableMinutes, expectedMinutes }) => {
          const whole = Math.max(expectedMinutes ?? longest, minutes, 1);
          return (
            <li key={id} className={styles.row}>
              <span className={styles.name}>{name}</span>
              <span className={styles.hours}>
                {formatHours(minutes)}
                <small> {common.ofWhichBillable(oneDecimal(percentOf(billableMinutes, minutes)))}</small>
              </span>
              <span className={styles.track} aria-hidden="true">
                <span data-kind="billable" style={{ inlineSize: `${(billableMinutes / whole) * 100}%` }} />
                <span style={{ inlineSize: `${((minutes - billableMinutes) / whole) * 100}%` }} />
              </span>
            </li>
          );
        })}
      </ul>
      {shares.length > FIRST ? (
        <Button variant="quiet" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
          {isAll ? common.showFewer : common.showAll(shares.length)}
        </Button>
      ) : null}
    </>
  );
}
