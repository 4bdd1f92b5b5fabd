import { hoursFromMinutes } from '@stint/domain/time/hours.ts';
import { type JsonText, toJsonText } from '../../platform/json-text.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import type { Answer } from '../shared/answer.ts';

type EntryJson = Answer<'POST /TimeSheet'>;

/**
 * Entries of one week as one text: values with a separator between them, rows with another. PostgreSQL writes that in half
 * the time of JSON of as many fields, and putting the names around them here takes less than what is saved.
 * What every entry of a week shares is not sent 25 times.
 */
const between = '\u001f';
const betweenRows = '\u001e';

/** Columns of an entry `e`, names from `p`, `c`, `a`; null is an empty text. `tags` is an array or null. */
const columns: readonly string[] = [
  'e.id',
  'e.project_id',
  "coalesce(e.activity_id::text, '')",
  'e.work_on',
  "coalesce(a.name, '')",
  'p.name',
  "coalesce(c.name, '')",
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

/** What `packEntries` answers: the texts of all rows, and how many there are. */
export type PackedEntries = { packed: string | null; count: number };

/**
 * A select of the entries as one text.
 * @param entries tables with their conditions and order
 * @param tags expression for the ids of an entry's tags
 */
export function packEntries(entries: Sql, tags: Sql): Sql {
  return sql`select string_agg(y.packed, E'\\x1e') as packed, count(*) as count from (
        select concat_ws(E'\\x1f', ${raw(columns.join(', '))}, ${tags}) as packed
        from ${entries}) y`;
}

/** What all entries of a week have in common. */
export type SharedFields = { teamMemberID: string; weekEndDate: string; status: string };

/**
 * The entries as JSON, or null when a text of a person holds one of the separators: then rows or values are more than
 * were sent, whatever that text was made to look like, and the list has to be asked for as JSON.
 */
export function unpackEntries(
  { packed, count }: PackedEntries,
  shared: SharedFields,
): JsonText<EntryJson[]> | null {
  if (packed === null) return count === 0 ? toJsonText<EntryJson[]>([]) : null;
  const rows = packed.split(betweenRows);
  if (rows.length !== count) return null;
  const before = `,"teamMemberID":"${shared.teamMemberID}","weekEndDate":"${shared.weekEndDate}"`;
  const status = `,"status":"${shared.status}"`;
  let text = '';
  for (const row of rows) {
    const values = row.split(between);
    if (values.length !== columns.length + 1) return null;
    text += `${text === '' ? '[' : ','}${entryText(values, before, status)}`;
  }
  return `${text}]` as JsonText<EntryJson[]>;
}

/** Names and order are those of `entryItem`. */
function entryText(values: string[], before: string, status: string): string {
  const [id, project, activity, day, activityName, projectName, clientName, comment, minutes, billable] =
    values as [string, string, string, string, string, string, string, string, string, string];
  const [startedAt, endedAt, source, importId, reference, order, createdAt, createdBy, updatedAt, updatedBy] =
    values.slice(10) as [string, string, string, string, string, string, string, string, string, string];
  const [version, tags] = values.slice(20) as [string, string];
  return (
    `{"timesheetID":"${id}"${before},"projectID":"${project}","activityID":${word(activity)},"workDate":"${day}"` +
    `,"activityName":${name(activityName)},"projectName":${JSON.stringify(projectName)},"clientName":${name(clientName)}` +
    `,"comment":${JSON.stringify(comment)},"hours":${hoursFromMinutes(Number(minutes))},"minutes":${minutes}` +
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
