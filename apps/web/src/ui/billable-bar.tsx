import { billableSplit, billableSummary, type SplitInput } from '@stint/domain/time/billable-split.ts';
import { formatHours } from '../lib/hours.ts';
import { oneDecimal } from '../lib/one-decimal.ts';
import { common } from '../messages/common.ts';
import styles from './billable-bar.module.css';

/** Billable against non-billable minutes up to what is expected: one bar and one sentence. */
export function BillableBar(input: SplitInput) {
  const { billable, nonBillable, maximum } = input;
  const { billablePercent, nonBillablePercent } = billableSplit(input);
  return (
    <div className={styles.root}>
      <div
        className={styles.track}
        role="img"
        aria-label={common.billable.bar(
          formatHours(billable),
          formatHours(nonBillable),
          formatHours(maximum),
        )}
      >
        <span className={styles.part} data-kind="billable" style={{ width: `${billablePercent}%` }} />
        <span className={styles.part} data-kind="nonBillable" style={{ width: `${nonBillablePercent}%` }} />
      </div>
      <p className={styles.sentence}>
        <BillableSentence {...input} />
      </p>
    </div>
  );
}

/** `33:00 of 38:00 billable (86.8 %) · 2:00 to go`. */
function BillableSentence(input: SplitInput) {
  const { recorded, percent, remaining } = billableSummary(input);
  const parts = [
    recorded === 0
      ? common.billable.nothing
      : common.billable.sentence(formatHours(input.billable), formatHours(recorded), oneDecimal(percent)),
    ...(remaining > 0 ? [common.billable.remaining(formatHours(remaining))] : []),
  ];
  return <>{parts.join(' · ')}</>;
}
