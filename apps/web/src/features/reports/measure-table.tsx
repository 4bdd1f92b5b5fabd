import type { ReactNode } from 'react';
import { oneDecimal } from '../../lib/one-decimal.ts';
import { classNames } from '../../ui/class-names.ts';
import table from '../../ui/data-table.module.css';
import styles from './measure-table.module.css';

/** `minor` columns are left out where there is no room; a `share` is a bar with its percentage. */
type Column = string | { name: string; kind: 'minor' | 'share' };

const KINDS = { minor: table.minor, share: styles.share };

type MeasureTableProps = { columns: readonly Column[]; total?: ReactNode; children: ReactNode };

/** A line for each person or project, measured against what was expected. */
export function MeasureTable({ columns, total, children }: MeasureTableProps) {
  return (
    <div className={table.scroll}>
      <table className={classNames(table.table, styles.table)}>
        <thead>
          <tr>
            {columns.map((column) => {
              const { name, kind } = typeof column === 'string' ? { name: column, kind: null } : column;
              return (
                <th key={name} scope="col" className={kind ? KINDS[kind] : undefined}>
                  {name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {total ? <tfoot>{total}</tfoot> : null}
      </table>
    </div>
  );
}

/** How much of a whole, as a bar and in per cent; null where there is no whole. */
export function Share({ percent }: { percent: number | null }) {
  return (
    <td className={styles.share}>
      <span className={classNames(table.track, styles.track)} aria-hidden="true">
        <span
          data-over={(percent ?? 0) > 100 || undefined}
          style={{ inlineSize: `${Math.min(100, percent ?? 0)}%` }}
        />
      </span>
      {percentWords(percent)}
    </td>
  );
}

export function Minor({ children }: { children: ReactNode }) {
  return <td className={table.minor}>{children}</td>;
}

export function percentWords(percent: number | null): string {
  return percent === null ? '–' : `${oneDecimal(percent)} %`;
}
