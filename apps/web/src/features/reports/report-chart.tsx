import { percentOf } from '@stint/domain/time/billable-split.ts';
import type { Bucket } from '@stint/domain/time/report-pivot.ts';
import { weekLabel } from '@stint/domain/time/week.ts';
import { scaleBand, scaleLinear } from 'd3-scale';
import { type KeyboardEvent, useRef, useState } from 'react';
import { formatHours } from '../../lib/hours.ts';
import { oneDecimal } from '../../lib/one-decimal.ts';
import { NARROW, useMedia } from '../../lib/use-media.ts';
import chart from '../../ui/chart.module.css';
import { classNames } from '../../ui/class-names.ts';
import type { ChartColumn, ChartData } from './chart-data.ts';
import { ChartFiles } from './chart-files.tsx';
import { text } from './messages.ts';
import styles from './report-chart.module.css';
import { hoursWords } from './report-words.ts';

/** In its own units: on a phone it is drawn about as wide as it is shown there, so that its letters can be read. */
const SIZES = {
  wide: { width: 960, height: 240, mostLabels: 12 },
  narrow: { width: 340, height: 190, mostLabels: 6 },
};
const EDGE = { top: 12, end: 8, bottom: 26, start: 44 };

export type ReportChartProps = {
  data: ChartData;
  bucket: Bucket;
  fullDate: (date: string | null) => string;
  partName: (index: number) => string;
  onBucket: (bucket: string) => void;
  /** The part that is pointed at, here or in the table. */
  marked: number | null;
  onMark: (part: number | null) => void;
};

/** Hours over time, stacked; arrow keys walk over the columns, Enter shows what is behind one. */
export function ReportChart({ data, marked, onMark, ...props }: ReportChartProps) {
  const { bucket, fullDate, partName, onBucket } = props;
  const [active, setActive] = useState<number | null>(null);
  const figure = useRef<HTMLElement>(null);
  const { columns, parts, highest } = data;
  const { width, height, mostLabels } = SIZES[useMedia(NARROW) ? 'narrow' : 'wide'];
  const x = scaleBand<string>()
    .domain(columns.map((column) => column.bucket))
    .range([EDGE.start, width - EDGE.end])
    .padding(0.2);
  const y = scaleLinear()
    .domain([0, Math.max(1, highest / 60)])
    .nice(4)
    .range([height - EDGE.bottom, EDGE.top]);
  const name = (key: string) => bucketName(bucket, key, fullDate);
  const everyNth = Math.ceil(columns.length / mostLabels);
  const chosen = active === null ? undefined : columns[active];
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, active, columns.length);
    if (next !== null) setActive(next);
    else if (event.key === 'Enter' && chosen) onBucket(chosen.bucket);
    else if (event.key === 'Escape') setActive(null);
    else return;
    event.preventDefault();
  };
  return (
    <figure className={classNames(chart.figure, styles.figure)} aria-label={text.over} ref={figure}>
      <figcaption className={styles.caption}>
        <b>{text.over}</b>
        <ChartFiles figure={figure} name="stint-hours" />
        <Shares parts={parts} partName={partName} marked={marked} onMark={onMark} />
      </figcaption>
      <div
        role="group"
        aria-label={text.walk}
        className={styles.plot}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it hears the arrow keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
      >
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className={styles.chart}
          data-chart
          aria-hidden="true"
          onMouseLeave={() => setActive(null)}
        >
          {y.ticks(4).map((hours) => (
            <g key={hours}>
              <line
                className={styles.line}
                x1={EDGE.start}
                x2={width - EDGE.end}
                y1={y(hours)}
                y2={y(hours)}
              />
              <text className={styles.tick} x={EDGE.start - 8} y={y(hours)} dy="0.32em" textAnchor="end">
                {hours}
              </text>
            </g>
          ))}
          {columns.map((column, at) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the keys are heard by the whole drawing
            <g
              key={column.bucket}
              className={styles.column}
              data-active={at === active || undefined}
              onMouseEnter={() => setActive(at)}
              onClick={() => onBucket(column.bucket)}
            >
              <rect
                className={styles.target}
                x={x(column.bucket)}
                y={EDGE.top}
                width={x.bandwidth()}
                height={height - EDGE.top - EDGE.bottom}
              />
              {stacked(column).map(({ from, to }, index) => (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
                  key={index}
                  data-part={index}
                  data-dim={isDim(index, marked)}
                  x={x(column.bucket)}
                  y={y(to / 60)}
                  width={x.bandwidth()}
                  height={Math.max(0, y(from / 60) - y(to / 60))}
                />
              ))}
              {at % everyNth === 0 ? (
                <text
                  className={styles.tick}
                  x={(x(column.bucket) ?? 0) + x.bandwidth() / 2}
                  y={height - 8}
                  textAnchor="middle"
                >
                  {shortBucket(bucket, column.bucket)}
                </text>
              ) : null}
            </g>
          ))}
        </svg>
      </div>
      <p className={chart.value} role="status">
        {chosen ? columnWords(chosen, name, partName) : ' '}
      </p>
      <details className={classNames(chart.data, styles.data)}>
        <summary>{text.asTable}</summary>
        <div className={styles.scroll}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.groups[bucket]}</th>
                {parts.map((part, index) => (
                  <th scope="col" key={String(part.key) + String(part.isOther)}>
                    {partName(index)}
                  </th>
                ))}
                <th scope="col">{text.total}</th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column) => (
                <tr key={column.bucket}>
                  <th scope="row">{name(column.bucket)}</th>
                  {column.parts.map((minutes, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
                    <td key={index}>{hoursWords(minutes)}</td>
                  ))}
                  <td>{hoursWords(column.total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

type SharesProps = Pick<ReportChartProps, 'partName' | 'marked' | 'onMark'> & { parts: ChartData['parts'] };

/** What each part has of the whole, as one bar and in figures; pointing at one shows it in the columns and in the table. */
function Shares({ parts, partName, marked, onMark }: SharesProps) {
  const whole = parts.reduce((sum, { minutes }) => sum + minutes, 0);
  const each = parts.map((part, index) => ({
    id: String(part.key) + String(part.isOther),
    index,
    percent: percentOf(part.minutes, whole),
  }));
  if (parts.length < 2) return null;
  return (
    <div className={styles.shares}>
      <div className={styles.whole} aria-hidden="true">
        {each.map(({ id, index, percent }) => (
          <span
            key={id}
            data-part={index}
            data-dim={isDim(index, marked)}
            style={{ inlineSize: `${percent}%` }}
          />
        ))}
      </div>
      <ul className={styles.legend}>
        {each.map(({ id, index, percent }) => (
          <li key={id} data-part={index} data-dim={isDim(index, marked)}>
            <button
              type="button"
              onMouseEnter={() => onMark(index)}
              onMouseLeave={() => onMark(null)}
              onFocus={() => onMark(index)}
              onBlur={() => onMark(null)}
            >
              {partName(index)} <b>{`${oneDecimal(percent)} %`}</b>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function isDim(index: number, marked: number | null): true | undefined {
  return marked !== null && marked !== index ? true : undefined;
}

function stacked({ parts }: ChartColumn): { from: number; to: number }[] {
  let sum = 0;
  return parts.map((minutes) => {
    const from = sum;
    sum += minutes;
    return { from, to: sum };
  });
}

function moved(key: string, active: number | null, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowRight') return Math.min((active ?? -1) + 1, count - 1);
  if (key === 'ArrowLeft') return Math.max((active ?? count) - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function columnWords(
  column: ChartColumn,
  name: (bucket: string) => string,
  partName: (index: number) => string,
): string {
  const parts = column.parts.flatMap((minutes, index) =>
    minutes > 0 ? [`${partName(index)} ${formatHours(minutes)}`] : [],
  );
  const all = `${name(column.bucket)}: ${formatHours(column.total)}`;
  return parts.length > 1 ? `${all} (${parts.join(', ')})` : all;
}

/** A column as people read it. */
export function bucketName(bucket: Bucket, key: string, fullDate: (date: string | null) => string): string {
  if (bucket === 'week') return weekLabel(key);
  return bucket === 'day' ? fullDate(key) : key;
}

/** Below a column: the day, the Sunday of a week, or the month. */
export function shortBucket(bucket: Bucket, key: string): string {
  return bucket === 'month' ? key : key.slice(5);
}
