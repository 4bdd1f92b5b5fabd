import { files as text } from '../messages/files.ts';
import { Button } from './button.tsx';
import styles from './work-list.module.css';

/** What is shown of some long work. */
export type ShownWork = {
  longWorkID: string;
  kind: string;
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  rowsDone: number;
  rowsTotal: number;
  error: string | null;
  fileName: string | null;
  sizeBytes: number | null;
};

type WorkListProps<Work> = {
  works: readonly Work[];
  savingID: string | null;
  onSave: (work: Work) => void;
  onCancel: (work: Work) => void;
};

/** What is under way, with a bar and its counts, and the files that came of it. */
export function WorkList<Work extends ShownWork>({ works, savingID, onSave, onCancel }: WorkListProps<Work>) {
  if (works.length === 0) return <p>{text.none}</p>;
  return (
    <ul className={styles.list}>
      {works.map((work) => {
        const name = work.fileName ?? text.kinds[work.kind] ?? work.kind;
        const isOpen = work.status === 'queued' || work.status === 'running';
        const canSave = work.status === 'done' && work.fileName !== null;
        return (
          <li key={work.longWorkID} className={styles.item}>
            <span className={styles.name}>{name}</span>
            {isOpen ? (
              <Button aria-label={text.cancelOf(name)} onClick={() => onCancel(work)}>
                {text.cancel}
              </Button>
            ) : null}
            {canSave ? (
              <Button
                icon="download"
                aria-label={text.saveOf(name)}
                isBusy={savingID === work.longWorkID}
                onClick={() => onSave(work)}
              >
                {text.save}
              </Button>
            ) : null}
            {isOpen ? (
              <progress
                className={styles.bar}
                aria-label={text.progressOf(name)}
                {...(work.rowsTotal > 0 ? { value: work.rowsDone, max: work.rowsTotal } : {})}
              />
            ) : null}
            <span className={work.status === 'failed' ? `${styles.state} ${styles.failed}` : styles.state}>
              {stateOf(work)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function stateOf({ status, rowsDone, rowsTotal, error, fileName, sizeBytes }: ShownWork): string {
  const number = new Intl.NumberFormat(document.documentElement.lang || 'en');
  if (status === 'queued') return text.queued;
  if (status === 'running')
    return rowsTotal > 0 ? text.running(number.format(rowsDone), number.format(rowsTotal)) : text.started;
  if (status === 'failed') return error ?? text.failed;
  if (status === 'cancelled') return text.cancelled;
  return fileName === null ? text.gone : text.done(sizeOf(sizeBytes ?? 0));
}

function sizeOf(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(document.documentElement.lang || 'en', {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
