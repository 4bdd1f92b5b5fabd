import type { ReactNode } from 'react';
import { describeError } from '../lib/describe-error.ts';
import { formatHours } from '../lib/hours.ts';
import { formatMoney } from '../lib/money.ts';
import { prices as text } from '../messages/prices.ts';
import { FormError } from './field.tsx';
import styles from './price-change.module.css';

type Amounts = readonly { currency: string; amount: number }[];
type Change = { entries: number; minutes: number; lockedMinutes: number; before: Amounts; after: Amounts };

export type PriceChangeProps = {
  /** Null: nothing is changed, or nothing is known yet. */
  change: { open: Change; approved: Change } | null;
  error: unknown;
  /** The figures are those of what was typed before. */
  isOfBefore: boolean;
  children?: ReactNode;
};

/** What a change of rates does to recorded time: open time as soon as it is made, approved time keeps what it is worth. */
export function PriceChange({ change, error, isOfBefore, children }: PriceChangeProps) {
  if (error) return <FormError>{describeError(error)}</FormError>;
  if (!change) return null;
  const { open, approved } = change;
  return (
    <div className={styles.preview} aria-busy={isOfBefore}>
      <p role="status">
        {open.minutes > 0
          ? text.preview({
              hours: formatHours(open.minutes),
              entries: open.entries,
              before: sumOf(open.before),
              after: sumOf(open.after),
            })
          : text.nothing}{' '}
        {open.lockedMinutes > 0 ? text.locked(formatHours(open.lockedMinutes)) : null}
      </p>
      {approved.minutes > 0 ? (
        <p className={styles.quiet}>
          {text.approvedKept(formatHours(approved.minutes), sumOf(approved.before))}
        </p>
      ) : null}
      {children}
    </div>
  );
}

/** Money of several currencies side by side. */
export function sumOf(amounts: Amounts): string {
  return amounts.map(({ currency, amount }) => formatMoney(amount, currency)).join(' + ') || text.noMoney;
}
