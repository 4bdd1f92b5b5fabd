import { hoursFromMinutes } from '@stint/domain/time/hours.ts';
import { type JsonText, toJsonText } from '../../platform/json-text.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import type { Answer } from '../shared/answer.ts';

type EntryJson = Answer<'POST /TimeSheet'>;

/**
 * Entries of one week as one text: values with a separator between them, rows with another. PostgreSQL writes that in half
 * the time of JSON of as many fields, and putting the names around them here takes less than what is saved.
 * What every entry of a week shares is not sent 25 times, and names that this process knows not at all (`week-names.ts`).
 */
const between = '\u001f';
const betweenRows = '\u001e';

/** Columns of an entry `e`; null is an empty text. */
const columns: readonly string[] = [
  'e.id',
  'e.project_id',
  "coalesce(e.activity_id::text, '')",
  'e.work_on',
  'e.comment',
  'e.minutes',
  'e.is_billable',
  "coalesce(e.started_at::text, '')",
  "coalesce(e.ended_at::text, '')",
  'e.source',
  "coalesce(e.import_id::text, '')",
  // The only text that may be empty and not null.
  "coalesce('=' || e.external_ref, '')",
  'e.sort_order',
  'e.created_at',
  "coalesce(e.created_by::text, '')",
  'e.updated_at',
  "coalesce(e.updated_by::text, '')",
  'e.version',
];

/** Names from `p`, `c`, `a`, behind the tags. */
const nameColumns: readonly string[] = ["coalesce(a.name, '')", 'p.name', "coalesce(c.name, '')"];

/** Names of what entries name by id, as JSON: of a project with its client, and of an activity. */
export type KnownNames = { readonly projects: Map<string, string>; readonly activities: Map<string, string> };

export const noNames = (): KnownNames => ({ projects: new Map(), activities: new Map() });

/** What `packEntries` answers: the texts of all rows, and how many there are. */
export type PackedEntries = { packed: string | null; count: number };

/**
 * A select of the entries as one text.
 * @param entries tables with their conditions and order
 * @param tags expression for the ids of an entry's tags
 * @param withNames whether the tables bring names
 */
export function packEntries(entries: Sql, tags: Sql, withNames: boolean): Sql {
  const names = raw(withNames ? `, ${nameColumns.join(', ')}` : '');
  return sql`select string_agg(y.packed, E'\\x1e') as packed, count(*) as count from (
        select concat_ws(E'\\x1f', ${raw(columns.join(', '))}, ${tags}${names}) as packed
        from ${entries}) y`;
}

/** What all entries of a week have in common. */
export type SharedFields = { teamMemberID: string; weekEndDate: string; status: string };

/**
 * The entries as JSON, or null when a text of a person holds one of the separators: then rows or values are more than
 * were sent, whatever that text was made to look like, and the list has to be asked for as JSON. Null as well when a name
 * neither came nor is known.
 * @param known names; those that come are put there
 */
export function unpackEntries(
  { packed, count }: PackedEntries,
  shared: SharedFields,
  { known, withNames }: { known: KnownNames; withNames: boolean },
): JsonText<EntryJson[]> | null {
  if (packed === null) return count === 0 ? toJsonText<EntryJson[]>([]) : null;
  const rows = packed.split(betweenRows);
  if (rows.length !== count) return null;
  const before = `,"teamMemberID":"${shared.teamMemberID}","weekEndDate":"${shared.weekEndDate}"`;
  const status = `,"status":"${shared.status}"`;
  let text = '';
  for (const row of rows) {
    const values = row.split(between);
    if (values.length !== columns.length + 1 + (withNames ? nameColumns.length : 0)) return null;
    if (withNames) learn(known, values);
    const [, projectId = '', activityId = ''] = values;
    const project = known.projects.get(projectId);
    const activity = activityId === '' ? 'null' : known.activities.get(activityId);
    if (project === undefined || activity === undefined) return null;
    text += `${text === '' ? '[' : ','}${entryText(values, before, status, `${activity}${project}`)}`;
  }
  return `${text}]` as JsonText<EntryJson[]>;
}

function learn({ projects, activities }: KnownNames, values: string[]): void {
  const [, projectId = '', activityId = ''] = values;
  const [activity = '', project = '', client = ''] = values.slice(columns.length + 1);
  if (!projects.has(projectId))
    projects.set(projectId, `,"projectName":${JSON.stringify(project)},"clientName":${name(client)}`);
  if (activityId !== '' && !activities.has(activityId)) activities.set(activityId, name(activity));
}

/** Names and order are those of `entryItem`. */
function entryText(values: string[], before: string, status: string, named: string): string {
  const [id, project, activity, day, comment, minutes, billable] = values as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const [startedAt, endedAt, source, importId, reference, order, createdAt, createdBy, updatedAt, updatedBy] =
    values.slice(7) as [string, string, string, string, string, string, string, string, string, string];
  const [version, tags] = values.slice(17) as [string, string];
  return (
    `{"timesheetID":"${id}"${before},"projectID":"${project}","activityID":${word(activity)},"workDate":"${day}"` +
    `,"activityName":${named},"comment":${JSON.stringify(comment)},"hours":${hoursFromMinutes(Number(minutes))},"minutes":${minutes}` +
    `,"isBillable":${billable === 't'},"startedAt":${instant(startedAt)},"endedAt":${instant(endedAt)}` +
    `,"source":"${source}","importID":${word(importId)}` +
    `,"externalRef":${reference === '' ? 'null' : JSON.stringify(reference.slice(1))},"sortOrder":${order}${status}` +
    `,"createdAt":${instant(createdAt)},"createdBy":${word(createdBy)},"updatedAt":${instant(updatedAt)}` +
    `,"updatedBy":${word(updatedBy)},"deletedAt":null,"version":${version},"tags":${list(tags)}}`
  );
}

/** A value without letters that JSON would escape: ids. */
function word(value: string): string {
  return value === '' ? 'null' : `"${value}"`;
}

function name(value: string): string {
  return value === '' ? 'null' : JSON.stringify(value);
}

/** `2026-11-09 09:00:00.5+00`, as PostgreSQL writes it in UTC, in ISO 8601. */
function instant(value: string): string {
  return value === '' ? 'null' : `"${value.slice(0, 10)}T${value.slice(11)}:00"`;
}

/** `{id,id}`, an array of ids as PostgreSQL writes it. */
function list(array: string): string {
  return array === '{}' ? '[]' : `["${array.slice(1, -1).replaceAll(',', '","')}"]`;
}
