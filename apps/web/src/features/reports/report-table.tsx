import { type ReportBranch, type ReportGroup, reportTree } from '@stint/domain/time/report.ts';
import { useMemo, useState } from 'react';
import type { Report, ReportFigures } from '../../entities/report.ts';
import { Icon } from '../../ui/icon.tsx';
import { text } from './messages.ts';
import styles from './report-table.module.css';
import { hoursWords, moneyWords, shareWords } from './report-words.ts';

type Line = Report['lines'][number];
type Keys = readonly (string | null)[];

export type ReportTableProps = {
  report: Report;
  isRounded: boolean;
  labelOf: (level: number, key: string | null) => string;
  onEntries: (keys: Keys) => void;
};

/** The lines of a report under each other; each figure leads to its entries. */
export function ReportTable({ report, isRounded, labelOf, onEntries }: ReportTableProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const groupBy = report.groupBy as ReportGroup[];
  const tree = useMemo(() => reportTree<Line>(report.lines, groupBy, labelOf), [report, groupBy, labelOf]);
  const rows = useMemo(() => flat(tree, closed), [tree, closed]);
  const { totals } = report;
  const toggle = (id: string) => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{groupBy.map((group) => text.groups[group]).join(' › ')}</th>
            <th scope="col" className={styles.number}>
              {text.hours}
            </th>
            {isRounded ? (
              <th scope="col" className={styles.number}>
                {text.roundedHours}
              </th>
            ) : null}
            <th scope="col" className={styles.shareHead}>
              {text.share}
            </th>
            <th scope="col" className={styles.number}>
              {text.billableShare}
            </th>
            {totals.amounts ? (
              <th scope="col" className={styles.number}>
                {text.amount}
              </th>
            ) : null}
            {totals.costs ? (
              <th scope="col" className={styles.number}>
                {text.cost}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((line) => {
            const id = JSON.stringify(line.keys);
            const level = line.keys.length - 1;
            const name = labelOf(level, line.keys[level] ?? null);
            return (
              <tr key={id} data-level={level}>
                <th scope="row" style={{ paddingInlineStart: 12 + level * 24 }}>
                  {line.children.length > 0 ? (
                    <button
                      type="button"
                      className={styles.toggle}
                      aria-expanded={!closed.has(id)}
                      aria-label={text.open(name)}
                      onClick={() => toggle(id)}
                    >
                      <Icon name="right" size={14} />
                    </button>
                  ) : (
                    <span className={styles.noToggle} />
                  )}
                  <span title={name}>{name}</span>
                </th>
                <td className={styles.number}>
                  <button
                    type="button"
                    className={styles.figure}
                    title={text.entriesOf(name)}
                    onClick={() => onEntries(line.keys)}
                  >
                    {hoursWords(line.minutes)}
                  </button>
                </td>
                <Figures figures={line} totals={totals} isRounded={isRounded} />
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.total}</th>
            <td className={styles.number}>
              <button
                type="button"
                className={styles.figure}
                title={text.entriesOf(text.total)}
                onClick={() => onEntries([])}
              >
                {hoursWords(totals.minutes)}
              </button>
            </td>
            <Figures figures={totals} totals={totals} isRounded={isRounded} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Figures({
  figures,
  totals,
  isRounded,
}: {
  figures: ReportFigures;
  totals: ReportFigures;
  isRounded: boolean;
}) {
  const share = totals.minutes > 0 ? (figures.minutes / totals.minutes) * 100 : 0;
  return (
    <>
      {isRounded ? <td className={styles.number}>{hoursWords(figures.roundedMinutes)}</td> : null}
      <td className={styles.share}>
        <span className={styles.track} aria-hidden="true">
          <span style={{ inlineSize: `${share}%` }} />
        </span>
        {shareWords(figures.minutes, totals.minutes)}
      </td>
      <td className={styles.number}>{shareWords(figures.billableMinutes, figures.minutes)}</td>
      {totals.amounts ? <td className={styles.number}>{moneyWords(figures.amounts)}</td> : null}
      {totals.costs ? <td className={styles.number}>{moneyWords(figures.costs)}</td> : null}
    </>
  );
}

function flat(branches: readonly ReportBranch<Line>[], closed: ReadonlySet<string>): ReportBranch<Line>[] {
  return branches.flatMap((branch) => [
    branch,
    ...(closed.has(JSON.stringify(branch.keys)) ? [] : flat(branch.children, closed)),
  ]);
}
