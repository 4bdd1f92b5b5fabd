import { weekEndOf } from '@stint/domain/time/week.ts';
import { newId } from '../../../platform/ids.ts';
import type { NamedLine } from './read-file.ts';

/** The columns of `app.import_row` that a file fills, in the order of `copyLine`. */
export const STAGED_COLUMNS =
  'line, person, client, project, activity, work_on, week_end_on, minutes, started_at, ended_at, comment, tags, is_billable, place, fingerprint, comment_mark, entry_id';

/** Names a person of a file: the address where there is one, since names come twice. */
export function personKey({ email, person }: { email: string; person: string }): string {
  return email || person;
}

/** A line as COPY takes it, without the batch that it belongs to. */
export function copyLine(line: NamedLine): string {
  const { startedAt, endedAt, isBillable, workDate } = line;
  const values = [
    String(line.line),
    escaped(personKey(line)),
    escaped(line.client),
    escaped(line.project),
    escaped(line.activity),
    workDate,
    weekEndOf(workDate),
    String(line.minutes),
    startedAt === null ? null : new Date(startedAt).toISOString(),
    endedAt === null ? null : new Date(endedAt).toISOString(),
    escaped(line.comment),
    escaped(JSON.stringify(line.tags)),
    isBillable === null ? null : String(isBillable),
    bytes(line.place),
    bytes(line.whole),
    bytes(line.commentMark),
    newId(),
  ];
  return values.map((value) => value ?? '\\N').join('\t');
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(text: string): string {
  return text.replace(/[\\\n\r\t]/g, (letter) => ESCAPES[letter] ?? letter);
}

function bytes(hexadecimal: string): string {
  return `\\\\x${hexadecimal}`;
}
