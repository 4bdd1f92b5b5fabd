import { formatMoment } from '../lib/clock.ts';
import { formatHours } from '../lib/hours.ts';
import { weekLabel } from '../lib/today.ts';
import { audit } from '../messages/audit.ts';
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
        const { id, at, actorName, actorKind, entity, action, before, after } = event;
        const changes = changedFields(before, after);
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
                {changes.map(({ field, from, to }) => (
                  <li key={field}>
                    {inWords(audit.fields, field)}: {from === NOTHING ? to : `${from} → ${to}`}
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

const NOTHING = '–';
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

/** A name of the program's own, in words; one that has none is taken apart: `submitDueDays` is `submit due days`. */
function inWords(words: Readonly<Record<string, string>>, name: string): string {
  return words[name] ?? name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

/** The fields that differ; of something new or gone, those that say anything. */
function changedFields(before: unknown, after: unknown): { field: string; from: string; to: string }[] {
  const [old, fresh] = [asRecord(before), asRecord(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  return names
    .map((field) => ({ field, from: wordOf(field, old[field]), to: wordOf(field, fresh[field]) }))
    .filter(({ field, from, to }) => from !== to && field !== 'version' && field !== 'updatedAt');
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function wordOf(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (Array.isArray(value)) return listOf(value);
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'number' && /minutes$/i.test(field)) return formatHours(value);
  return audit.values[String(value) as keyof typeof audit.values] ?? String(value);
}

/** Things of several fields are counted: their fields are no words. */
function listOf(values: readonly unknown[]): string {
  if (values.length === 0) return NOTHING;
  return values.some((each) => typeof each === 'object') ? String(values.length) : values.join(', ');
}
