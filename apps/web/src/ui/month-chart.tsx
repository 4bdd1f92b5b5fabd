import { addMonths } from '@stint/domain/time/plain-date.ts';
import { scaleBand, scaleLinear } from 'd3-scale';
import { formatHours } from '../lib/hours.ts';
import { monthName } from '../lib/today.ts';
import { useFullDate } from '../lib/use-full-date.ts';
import { NARROW, useMedia } from '../lib/use-media.ts';
import { common } from '../messages/common.ts';
import chart from './chart.module.css';
import styles from './month-chart.module.css';

/** In its own units: on a phone it is drawn about as wide as it is shown there, so that its letters are as large as others. */
const SIZES = {
  wide: { width: 720, height: 200, mostLabels: 12 },
  narrow: { width: 320, height: 160, mostLabels: 6 },
};
const EDGE = { top: 16, end: 8, bottom: 24, start: 48 };

export type Month = {
  /** Its first day. */
  month: string;
  minutes: number;
  billableMinutes: number;
  /** All until its end. */
  totalMinutes: number;
};

export type MonthChartProps = {
  label: string;
  months: readonly Month[];
  /** Sums that grow up to a budget, instead of hours of each month. */
  isRunning?: boolean;
  budgetMinutes?: number | null;
  /** When the budget is used up at the pace of the last weeks. */
  forecastDate?: string | null;
};

/** Hours by month, billable ones darker; or how they add up against a budget, with what is to come. */
export function MonthChart({
  label,
  months,
  isRunning = false,
  budgetMinutes,
  forecastDate,
}: MonthChartProps) {
  const fullDate = useFullDate();
  const { width, height, mostLabels } = SIZES[useMedia(NARROW) ? 'narrow' : 'wide'];
  const forecast = isRunning && forecastDate ? `${forecastDate.slice(0, 7)}-01` : null;
  const last = months.at(-1)?.month ?? '';
  // What lies further ahead than what is known is said in words alone.
  const ahead = forecast && forecast > last ? monthsBetween(last, forecast).slice(0, months.length + 3) : [];
  const isForecastDrawn = forecast !== null && ahead.at(-1) === forecast;
  const names = [...months.map(({ month }) => month), ...(isForecastDrawn ? ahead : [])];
  const x = scaleBand<string>()
    .domain(names)
    .range([EDGE.start, width - EDGE.end])
    .padding(0.2);
  const heights = months.map((one) => (isRunning ? one.totalMinutes : one.minutes));
  const y = scaleLinear()
    .domain([0, Math.max(60, budgetMinutes ?? 0, ...heights) / 60])
    .nice(4)
    .range([height - EDGE.bottom, EDGE.top]);
  const at = (month: string) => (x(month) ?? 0) + x.bandwidth() / 2;
  const level = (minutes: number) => y(minutes / 60);
  const everyNth = Math.ceil(names.length / mostLabels);
  const end = months.at(-1);
  return (
    <figure className={styles.figure} aria-label={label}>
      <svg viewBox={`0 0 ${width} ${height}`} className={styles.chart} role="img" aria-label={label}>
        {y.ticks(4).map((hours) => (
          <g key={hours}>
            <line className={styles.line} x1={EDGE.start} x2={width - EDGE.end} y1={y(hours)} y2={y(hours)} />
            <text className={styles.tick} x={EDGE.start - 8} y={y(hours)} dy="0.32em" textAnchor="end">
              {hours}
            </text>
          </g>
        ))}
        {months.map(({ month, minutes, billableMinutes, totalMinutes }) => {
          const top = isRunning ? totalMinutes : minutes;
          const dark = isRunning ? top : billableMinutes;
          return (
            <g key={month}>
              <title>{`${yearMonth(month)}: ${formatHours(top)}`}</title>
              <rect
                className={styles.light}
                x={x(month)}
                y={level(top)}
                width={x.bandwidth()}
                height={level(dark) - level(top)}
              />
              <rect
                className={styles.dark}
                x={x(month)}
                y={level(dark)}
                width={x.bandwidth()}
                height={level(0) - level(dark)}
              />
            </g>
          );
        })}
        {names.map((month, index) =>
          index % everyNth === 0 ? (
            <text key={month} className={styles.tick} x={at(month)} y={height - 6} textAnchor="middle">
              {monthName(month)}
            </text>
          ) : null,
        )}
        {budgetMinutes ? (
          <line
            className={styles.budget}
            x1={EDGE.start}
            x2={width - EDGE.end}
            y1={level(budgetMinutes)}
            y2={level(budgetMinutes)}
          />
        ) : null}
        {isForecastDrawn && end && budgetMinutes ? (
          <line
            className={styles.forecast}
            x1={at(end.month)}
            y1={level(end.totalMinutes)}
            x2={at(forecast)}
            y2={level(budgetMinutes)}
          />
        ) : null}
      </svg>
      <figcaption className={styles.words}>
        {isRunning ? null : (
          <>
            <span data-mark="billable">{common.chart.billable}</span>
            <span data-mark="nonBillable">{common.chart.nonBillable}</span>
          </>
        )}
        {budgetMinutes ? (
          <span data-mark="budget">{common.chart.budget(formatHours(budgetMinutes))}</span>
        ) : null}
        {forecastDate ? (
          <span data-mark="forecast">{common.chart.forecast(fullDate(forecastDate))}</span>
        ) : null}
      </figcaption>
      <details className={chart.data}>
        <summary>{common.chart.asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{common.chart.month}</th>
              <th scope="col">{common.chart.hours}</th>
              <th scope="col">{common.chart.billable}</th>
              <th scope="col">{common.chart.running}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, minutes, billableMinutes, totalMinutes }) => (
              <tr key={month}>
                <th scope="row">{yearMonth(month)}</th>
                <td>{formatHours(minutes)}</td>
                <td>{formatHours(billableMinutes)}</td>
                <td>{formatHours(totalMinutes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function yearMonth(month: string): string {
  return `${monthName(month)} ${month.slice(0, 4)}`;
}

/** The first days of the months after one, up to another. */
function monthsBetween(after: string, to: string): string[] {
  const found: string[] = [];
  for (let at = addMonths(after, 1); at <= to; at = addMonths(at, 1)) found.push(at);
  return found;
}
