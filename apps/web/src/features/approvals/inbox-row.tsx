import { percentOf } from '@stint/domain/time/billable-split.ts';
import { memo } from 'react';
import { keyOf, type ListedWeek } from '../../entities/approval.ts';
import { useWrittenAnew } from '../../lib/app-context.ts';
import { formatMoment } from '../../lib/clock.ts';
import { formatHours } from '../../lib/hours.ts';
import { oneDecimal } from '../../lib/one-decimal.ts';
import { weekLabel } from '../../lib/today.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from './approvals-page.module.css';
import { text } from './inbox/messages.ts';

export type InboxRowProps = {
  week: ListedWeek;
  isCurrent: boolean;
  isSelected: boolean;
  /** Why it could not be decided. */
  failure: string | undefined;
  /** Null where nothing is done with several. */
  onToggle: ((key: string) => void) | null;
  onShow: (key: string) => void;
};

/** One week of the list. Of two hundred, a key press draws the two that it changes: the functions have to stay the same ones. */
export const InboxRow = memo(function InboxRow(props: InboxRowProps) {
  const { week, isCurrent, isSelected, failure, onToggle, onShow } = props;
  useWrittenAnew();
  const key = keyOf(week);
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      {onToggle ? (
        <input
          type="checkbox"
          className={styles.tick}
          aria-label={text.select(personOf(week), weekLabel(week.weekEndDate))}
          checked={isSelected}
          onChange={() => onToggle(key)}
        />
      ) : null}
      <button
        type="button"
        className={styles.open}
        aria-current={isCurrent || undefined}
        onClick={() => onShow(key)}
      >
        <RowWords week={week} />
      </button>
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : null}
    </li>
  );
});

function RowWords({ week }: { week: ListedWeek }) {
  const { totalMinutes, billableMinutes, normMinutes, flags = [], remindedAt } = week;
  const percent = oneDecimal(percentOf(billableMinutes, totalMinutes));
  return (
    <>
      <span className={styles.words}>
        <b>{personOf(week)}</b>
        <b className="number">{formatHours(totalMinutes)}</b>
      </span>
      <span className={styles.quiet}>
        <span>{weekLabel(week.weekEndDate)}</span>
        <span>{text.billable(percent)}</span>
      </span>
      {normMinutes != null && normMinutes !== totalMinutes ? (
        <span className={styles.quiet}>{text.norm(signed(totalMinutes - normMinutes))}</span>
      ) : null}
      {remindedAt ? <span className={styles.quiet}>{text.remindedAt(formatMoment(remindedAt))}</span> : null}
      {flags.length > 0 ? (
        <span className={styles.flags}>
          {flags.map((flag) => (
            <Badge key={flag} tone={flag === 'dayOverLimit' ? 'danger' : 'warning'}>
              {text.flags[flag]}
            </Badge>
          ))}
        </span>
      ) : null}
    </>
  );
}

export function personOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

function signed(minutes: number): string {
  return `${minutes < 0 ? '−' : '+'}${formatHours(Math.abs(minutes))}`;
}
