import { Icon } from '../../ui/icon.tsx';
import { text } from './messages.ts';
import { rowLabel } from './row-label.ts';
import styles from './row-title.module.css';
import type { RowHead } from './sheet.ts';

export type RowTitleProps = {
  row: RowHead;
  /** The project stands in the line above: seen once, still read aloud. */
  isContinued?: boolean;
  /** The client stands nowhere above. */
  withClient?: boolean;
};

/** `Project · Activity` on one line; what does not fit is in the tooltip. */
export function RowTitle({ row, isContinued = false, withClient = false }: RowTitleProps) {
  const client = withClient ? row.clientName : null;
  return (
    <span className={styles.title} title={rowLabel(row)} data-continued={isContinued || undefined}>
      <span className={styles.dot} style={row.color ? { background: row.color } : undefined} />
      <span className={styles.names}>
        <span className={styles.line}>
          <span className={isContinued ? 'visually-hidden' : styles.project}>{row.projectName}</span>
          {row.activityName ? (
            <span className={styles.activity}>
              <span className={isContinued ? 'visually-hidden' : styles.between}> · </span>
              {row.activityName}
            </span>
          ) : null}
        </span>
        {client ? <span className={styles.client}>{client}</span> : null}
      </span>
      {row.isBillable ? null : (
        <span className={styles.mark} title={text.nonBillable}>
          <Icon name="notBillable" size={16} />
          <span className="visually-hidden"> {text.nonBillable}</span>
        </span>
      )}
    </span>
  );
}
