import { profitOf } from '@stint/domain/time/report-money.ts';
import type { ReportFigures } from '../../entities/report.ts';
import { formatHours } from '../../lib/hours.ts';
import { BillableBar } from '../../ui/billable-bar.tsx';
import { classNames } from '../../ui/class-names.ts';
import figures from '../../ui/figures.module.css';
import { text } from './messages.ts';
import styles from './report-totals.module.css';
import { moneyWords } from './report-words.ts';

/** The whole of a report in a line, with the one bar of billable time. */
export function ReportTotals({ totals, isRounded }: { totals: ReportFigures; isRounded: boolean }) {
  const { minutes, roundedMinutes, billableMinutes, amounts, costs, unpricedMinutes, uncostedMinutes } =
    totals;
  return (
    <section className={styles.totals} aria-label={text.total}>
      <dl className={classNames(figures.figures, styles.figures)}>
        <Figure name={text.hours} value={formatHours(minutes)} />
        {isRounded ? <Figure name={text.roundedHours} value={formatHours(roundedMinutes)} /> : null}
        {amounts ? (
          <Figure
            name={text.amount}
            value={moneyWords(amounts)}
            note={unpricedMinutes ? text.unpriced(formatHours(unpricedMinutes)) : null}
          />
        ) : null}
        {costs ? (
          <Figure
            name={text.cost}
            value={moneyWords(costs)}
            note={uncostedMinutes ? text.uncosted(formatHours(uncostedMinutes)) : null}
          />
        ) : null}
        {amounts && costs ? <Figure name={text.profit} value={moneyWords(profitOf(amounts, costs))} /> : null}
      </dl>
      <BillableBar billable={billableMinutes} nonBillable={minutes - billableMinutes} maximum={minutes} />
    </section>
  );
}

function Figure({ name, value, note = null }: { name: string; value: string; note?: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {note ? <dd className={styles.note}>{note}</dd> : null}
    </div>
  );
}
