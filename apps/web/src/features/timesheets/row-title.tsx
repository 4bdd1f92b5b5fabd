import { text } from './messages.ts';
import { rowLabel } from './row-label.ts';
import styles from './row-title.module.css';
import type { RowHead } from './sheet.ts';

/** Project in front, client and activity below, the project's colour as a dot. */
export function RowTitle({ row }: { row: RowHead }) {
  const detail = [row.clientName, row.activityName].filter(Boolean).join(' › ');
  return (
    <span className={styles.title} title={rowLabel(row)}>
      <span className={styles.dot} style={row.color ? { background: row.color } : undefined} />
      <span className={styles.names}>
        <span className={styles.project}>{row.projectName}</span>
        <span className={styles.detail}>
          {detail || text.noActivity}
          {row.isBillable ? '' : ` · ${text.nonBillable}`}
        </span>
      </span>
    </span>
  );
}
