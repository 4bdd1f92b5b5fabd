import { billableSplit } from '@stint/domain/time/billable-split.ts';
import styles from './billable-bar.module.css';

export type BillableBarProps = {
  /** Minutes. */
  billable: number;
  nonBillable: number;
  /** Minutes at which the bar is full. */
  maximum: number;
  labels: { billable: string; nonBillable: string; of: (total: string) => string };
  format: (minutes: number) => string;
};

/** Billable against non-billable time up to a maximum; percentages to one decimal. */
export function BillableBar({ billable, nonBillable, maximum, labels, format }: BillableBarProps) {
  const split = billableSplit({ billable, nonBillable, maximum });
  const parts = [
    { kind: 'billable', label: labels.billable, minutes: billable, percent: percent(split.billablePercent) },
    {
      kind: 'nonBillable',
      label: labels.nonBillable,
      minutes: nonBillable,
      percent: percent(split.nonBillablePercent),
    },
  ];
  return (
    <div className={styles.root}>
      <div className={styles.track} aria-hidden="true">
        {parts.map(({ kind, percent: width }) => (
          <span key={kind} className={styles.part} data-kind={kind} style={{ width }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {parts.map(({ kind, label, minutes, percent: share }) => (
          <li key={kind} data-kind={kind}>
            {label} <b>{format(minutes)}</b> <span>{share}</span>
          </li>
        ))}
        {maximum > 0 ? <li className={styles.maximum}>{labels.of(format(maximum))}</li> : null}
      </ul>
    </div>
  );
}

/** `86.8%`, always with its decimal. */
function percent(value: number): string {
  return `${value.toFixed(1)}%`;
}
