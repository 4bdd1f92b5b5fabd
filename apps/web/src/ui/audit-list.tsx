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
};

export type AuditListProps = {
  events: readonly AuditLine[];
  /** Who a member is, where whoever shows the list knows it. */
  personOf?: (teamMemberID: string) => string | undefined;
};

/** Who did what to which thing and when, with what was before and after. */
export function AuditList({ events, personOf = () => undefined }: AuditListProps) {
  return (
    <ol className={styles.list}>
      {events.map((event) => {
        const { id, at, actorName, actorKind, entity, action } = event;
        const changes = changesOf(event);
        const subject = subjectOf(event, personOf);
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

const NAMES = ['name', 'projectName', 'clientName', 'activityName', 'email', 'url'];

/** Which of its kind: a week by its person and days, another thing by the name that the event holds. */
function subjectOf(
  { entity, entityID, before, after }: AuditLine,
  personOf: (id: string) => string | undefined,
) {
  if (entity === 'week') {
    const [teamMemberID = '', weekEndDate = ''] = entityID.split('/');
    const week = /^\d{4}-\d{2}-\d{2}$/.test(weekEndDate) ? weekLabel(weekEndDate) : undefined;
    return [personOf(teamMemberID), week].filter(Boolean).join(', ');
  }
  if (entity === 'teamMember') return personOf(entityID) ?? '';
  const said = { ...asRecord(after), ...asRecord(before) };
  const name = NAMES.map((each) => said[each]).find((each) => typeof each === 'string');
  return typeof name === 'string' ? name : '';
}
