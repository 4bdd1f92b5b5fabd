import { formatMoment } from '../lib/clock.ts';
import { lists } from '../messages/lists.ts';
import styles from './audit-list.module.css';

export type AuditLine = {
  id: string;
  at: string;
  actorName: string | null;
  actorKind: string;
  entity: string;
  action: string;
  before?: unknown;
  after?: unknown;
};

/** Who did what and when, with what was before and after. */
export function AuditList({ events }: { events: readonly AuditLine[] }) {
  return (
    <ol className={styles.list}>
      {events.map(({ id, at, actorName, actorKind, entity, action, before, after }) => {
        const changes = changedFields(before, after);
        return (
          <li key={id} className={styles.event}>
            <span>
              <b>{actorName ?? (actorKind === 'system' ? lists.audit.system : lists.audit.somebody)}</b>{' '}
              <span className={styles.what}>
                {entity} · {action}
              </span>
            </span>
            <time dateTime={at}>{formatMoment(at)}</time>
            {changes.length > 0 ? (
              <ul className={styles.changes}>
                {changes.map(({ field, from, to }) => (
                  <li key={field}>
                    {field}: {from} → {to}
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

/** The fields that differ; of something new or gone, those that say anything. */
function changedFields(before: unknown, after: unknown): { field: string; from: string; to: string }[] {
  const [old, fresh] = [asRecord(before), asRecord(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  return names
    .map((field) => ({ field, from: wordOf(old[field]), to: wordOf(fresh[field]) }))
    .filter(({ field, from, to }) => from !== to && field !== 'version' && field !== 'updatedAt');
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function wordOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
