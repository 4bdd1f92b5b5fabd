import { percentOf } from '@stint/domain/time/billable-split.ts';
import { type ReportBranch, type ReportGroup, reportTree } from '@stint/domain/time/report.ts';
import { useMemo, useState } from 'react';
import type { Report, ReportFigures } from '../../entities/report.ts';
import { classNames } from '../../ui/class-names.ts';
import table from '../../ui/data-table.module.css';
import { Icon } from '../../ui/icon.tsx';
import { text } from './messages.ts';
import { type ReportColumn, reportColumns } from './report-columns.ts';
import styles from './report-table.module.css';
import { figureName } from './use-figure-focus.ts';

type Line = Report['lines'][number];
type Keys = readonly (string | null)[];

export type ReportTableProps = {
  report: Pick<Report, 'groupBy' | 'lines' | 'totals'>;
  /** In their order. */
  columns: readonly ReportColumn[];
  labelOf: (level: number, key: string | null) => string;
  /** Absent where figures lead nowhere. */
  onEntries?: (keys: Keys) => void;
  /** The line that is pointed at, here or in a chart. */
  isMarked?: (keys: Keys) => boolean;
  onMark?: (keys: Keys | null) => void;
};

/** The lines of a report under each other; each figure leads to its entries. */
export function ReportTable({ report, columns, labelOf, onEntries, isMarked, onMark }: ReportTableProps) {
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
    <div className={table.scroll}>
      <table className={classNames(table.table, styles.table)}>
        <thead>
          <tr>
            <th scope="col">{groupBy.map((group) => text.groups[group]).join(' › ')}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={column === 'share' ? styles.shareHead : table.number}>
                {reportColumns[column].title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((line) => {
            const id = JSON.stringify(line.keys);
            const level = line.keys.length - 1;
            const name = labelOf(level, line.keys[level] ?? null);
            return (
              <tr
                key={id}
                data-level={level}
                data-marked={isMarked?.(line.keys) || undefined}
                onMouseEnter={() => onMark?.(line.keys)}
                onMouseLeave={() => onMark?.(null)}
                onFocus={() => onMark?.(line.keys)}
                onBlur={() => onMark?.(null)}
              >
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
                <Figures line={line} name={name} totals={totals} columns={columns} onEntries={onEntries} />
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.total}</th>
            <Figures
              line={{ ...totals, keys: [] }}
              name={text.total}
              totals={totals}
              columns={columns}
              onEntries={onEntries}
            />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type FiguresProps = Pick<ReportTableProps, 'columns'> & {
  line: Line;
  name: string;
  totals: ReportFigures;
  onEntries: ReportTableProps['onEntries'];
};

function Figures({ line, name, totals, columns, onEntries }: FiguresProps) {
  return columns.map((column) => (
    <td key={column} className={column === 'share' ? styles.share : table.number}>
      {column === 'share' ? (
        <span className={table.track} aria-hidden="true">
          <span style={{ inlineSize: `${percentOf(line.minutes, totals.minutes)}%` }} />
        </span>
      ) : null}
      {column === 'hours' && onEntries ? (
        <button
          type="button"
          className={styles.figure}
          title={text.entriesOf(name)}
          data-figure={figureName(line.keys)}
          onClick={() => onEntries(line.keys)}
        >
          {reportColumns.hours.cell(line, totals)}
        </button>
      ) : (
        reportColumns[column].cell(line, totals)
      )}
    </td>
  ));
}

function flat(branches: readonly ReportBranch<Line>[], closed: ReadonlySet<string>): ReportBranch<Line>[] {
  return branches.flatMap((branch) => [
    branch,
    ...(closed.has(JSON.stringify(branch.keys)) ? [] : flat(branch.children, closed)),
  ]);
}
