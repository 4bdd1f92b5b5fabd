import { addDays } from '@stint/domain/time/plain-date.ts';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { reportQuery } from '../../entities/report.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { today } from '../../lib/today.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import chart from '../../ui/chart.module.css';
import { classNames } from '../../ui/class-names.ts';
import { ChartFiles } from './chart-files.tsx';
import { text } from './messages.ts';
import type { ReportView } from './report-view.ts';
import { hoursWords } from './report-words.ts';
import styles from './year-chart.module.css';
import { type HeatDay, yearHeat } from './year-heat.ts';

const CELL = 14;
const GAP = 3;
const TOP = 18;

export type YearChartProps = {
  year: string;
  filters: ReportView['filters'];
  onDay: (date: string) => void;
};

/** Every day of a year, darker the more time it has; arrow keys walk over the days, Enter shows one. */
export function YearChart({ year, filters, onDay }: YearChartProps) {
  const { session } = useApp();
  const fullDate = useFullDate();
  const figure = useRef<HTMLElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const range = { from: `${year}-01-01`, to: `${year}-12-31` };
  const { data: report } = useQuery(
    reportQuery(session.call, { ...range, filters: [...filters], groupBy: ['day'] }),
  );
  const weeks = useMemo(
    () => yearHeat(year, new Map(report?.lines.map(({ keys, minutes }) => [keys[0] ?? '', minutes]))),
    [report, year],
  );
  const days = weeks.flatMap((week) => week.days.filter((day): day is HeatDay => day !== null));
  const chosen = days.find(({ date }) => date === active);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      const from = active ?? (today().startsWith(year) ? today() : range.from);
      const next = active === null ? from : addDays(from, step);
      if (next >= range.from && next <= range.to) setActive(next);
    } else if (event.key === 'Enter' && active) onDay(active);
    else if (event.key === 'Escape') setActive(null);
    else return;
    event.preventDefault();
  };
  const name = text.year(year);
  return (
    <figure className={chart.figure} aria-label={name} ref={figure}>
      <figcaption className={styles.caption}>
        <b>{name}</b>
        <ChartFiles figure={figure} name={`stint-${year}`} />
      </figcaption>
      {/* It hears the arrow keys and scrolls. */}
      <div
        role="group"
        aria-label={text.walkYear(year)}
        className={styles.plot}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
      >
        <svg
          viewBox={`0 0 ${weeks.length * (CELL + GAP)} ${TOP + 7 * (CELL + GAP)}`}
          className={styles.chart}
          data-chart
          aria-hidden="true"
        >
          {weeks.map(({ weekEndDate, days: own }, at) => (
            <g key={weekEndDate}>
              {own.some((day) => day?.date.endsWith('-01')) ? (
                <text className={styles.month} x={at * (CELL + GAP)} y={11}>
                  {weekEndDate.slice(5, 7)}
                </text>
              ) : null}
              {own.map((day, weekday) =>
                day ? (
                  // biome-ignore lint/a11y/noStaticElementInteractions: the keys are heard by the whole drawing
                  <rect
                    key={day.date}
                    className={styles.day}
                    data-level={day.level}
                    data-active={day.date === active || undefined}
                    x={at * (CELL + GAP)}
                    y={TOP + weekday * (CELL + GAP)}
                    width={CELL}
                    height={CELL}
                    rx={3}
                    onMouseEnter={() => setActive(day.date)}
                    onClick={() => onDay(day.date)}
                  />
                ) : null,
              )}
            </g>
          ))}
        </svg>
      </div>
      <p className={classNames(chart.value, styles.value)} role="status">
        {chosen ? `${fullDate(chosen.date)}: ${formatHours(chosen.minutes)}` : ' '}
      </p>
      <details className={classNames(chart.data, styles.data)}>
        <summary>{text.asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.groups.day}</th>
              <th scope="col">{text.hours}</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ minutes }) => minutes > 0)
              .map(({ date, minutes }) => (
                <tr key={date}>
                  <th scope="row">{fullDate(date)}</th>
                  <td>{hoursWords(minutes)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };
