import { isPlainDate } from '@stint/domain/time/plain-date.ts';
import { useApp } from '../lib/app-context.ts';
import { formatMoment } from '../lib/clock.ts';
import { weekLabel } from '../lib/today.ts';
import { audit } from '../messages/audit.ts';
import { asRecord, changesOf, inWords } from './audit-changes.ts';
import styles from './audit-list.module.css';

export type AuditLine = {
  id: string;
  at: string;
  actorName: string | null;
  actorKind: string;
  entity: string;
  entityID: string;
  action: string;
  before?: unknown;
  after?: unknown;
  /** What the ids in it stand for. */
  names: Readonly<Record<string, string>>;
};

/** Who did what to which thing and when, with what was before and after. */
export function AuditList({ events }: { events: readonly AuditLine[] }) {
  const { currency } = useApp().start.settings;
  return (
    <ol className={styles.list}>
      {events.map((event) => {
        const { id, at, actorName, actorKind, entity, action } = event;
        const changes = changesOf(event, currency);
        const subject = subjectOf(event);
        return (
          <li key={id} className={styles.event}>
            <span>
              <b>{actorName ?? (actorKind === 'system' ? audit.system : audit.somebody)}</b>{' '}
              <span className={styles.what}>
                {[
                  inWords(audit.things, entity),
                  ...(subject ? [subject] : []),
                  inWords(audit.actions, action),
                ].join(' · ')}
              </span>
            </span>
            <time dateTime={at}>{formatMoment(at)}</time>
            {changes.length > 0 ? (
              <ul className={styles.changes}>
                {changes.map((change, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two entries of a day may read alike, and lines never move
                  <li key={index}>{change}</li>
                ))}
              </ul>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

const NAMES = ['name', 'projectName', 'clientName', 'activityName', 'tagName', 'email', 'url'];

/** Which of its kind: a week by its person and days, another thing by the name that the event holds, or by today's. */
function subjectOf({ entity, entityID, before, after, names }: AuditLine): string {
  if (entity === 'week') {
    const [teamMemberID = '', weekEndDate = ''] = entityID.split('/');
    const week = isPlainDate(weekEndDate) ? weekLabel(weekEndDate) : undefined;
    return [names[teamMemberID], week].filter(Boolean).join(', ');
  }
  const said = { ...asRecord(after), ...asRecord(before) };
  const name = NAMES.map((each) => said[each]).find((each) => typeof each === 'string');
  return typeof name === 'string' && entity !== 'teamMember' ? name : (names[entityID] ?? '');
}
