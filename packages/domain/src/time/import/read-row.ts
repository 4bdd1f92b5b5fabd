import { MAX_EMAIL_LENGTH } from '../../auth/email.ts';
import { MAX_COMMENT_LENGTH, MAX_NAME_LENGTH } from '../../workspace/lengths.ts';
import { addDays, type PlainDate } from '../plain-date.ts';
import { readClock, readDate, readDuration, readText, readYesNo, roundToMinutes } from './cells.ts';
import type { Columns, ImportField } from './columns.ts';
import type { Reading, SourceRow } from './evidence.ts';
import type { ImportLine, LineProblem, LineProblemCode } from './line.ts';
import type { Wall } from './wall-clock.ts';

export type RowReader = {
  columns: Columns;
  heads: readonly string[];
  reading: Reading;
  goesBySpan: boolean;
  /** The clock that times in the file go by. */
  wall: Wall;
};

const SECONDS_PER_DAY = 24 * 60 * 60;
const LONGEST = {
  client: MAX_NAME_LENGTH,
  project: MAX_NAME_LENGTH,
  activity: MAX_NAME_LENGTH,
  person: MAX_NAME_LENGTH,
  email: MAX_EMAIL_LENGTH,
  tag: 64,
  comment: MAX_COMMENT_LENGTH,
};

type Refuse = (code: LineProblemCode, field: ImportField) => LineProblem;

/** What a row of a file says: a line of time, why it cannot be one, or null where it says nothing of time. */
export function readRow(reader: RowReader, row: SourceRow): ImportLine | LineProblem | null {
  const { columns, heads } = reader;
  const cell = (field: ImportField) => (row.cells[columns[field] ?? -1] ?? '').trim();
  const refuse: Refuse = (code, field) => ({
    line: row.line,
    code,
    column: heads[columns[field] ?? -1]?.replace(/^\u{feff}/u, '').trim() || null,
    value: cell(field).slice(0, 200),
  });
  if (row.cells.every((text) => text.trim() === '')) return null;
  const when = readWhen(reader, cell, refuse);
  if ('code' in when) return when;
  const names = readNames(cell);
  const tooLong = (Object.keys(LONGEST) as (keyof typeof LONGEST)[]).find((name) =>
    name === 'tag' ? names.tags.some((tag) => tag.length > LONGEST.tag) : names[name].length > LONGEST[name],
  );
  if (tooLong) return refuse('too_long', tooLong === 'tag' ? 'tags' : tooLong);
  return { line: row.line, ...names, ...when, isBillable: readYesNo(cell('billable')) };
}

type CellOf = (field: ImportField) => string;
type When = Pick<ImportLine, 'workDate' | 'startText' | 'startedAt' | 'endedAt' | 'minutes' | 'seconds'>;

function readWhen(reader: RowReader, cell: CellOf, refuse: Refuse): When | LineProblem {
  const { wall } = reader;
  const start = readMoment(reader, cell('date') || cell('start'), cell('start'));
  if (start === 'no_date') {
    const field = reader.columns.date === undefined ? 'start' : 'date';
    const given = cell(field);
    if (given === '') return refuse('date_missing', field);
    return refuse(given.startsWith('=') ? 'formula' : 'date_unreadable', field);
  }
  if (start === 'no_clock') return refuse('time_unreadable', 'start');
  const length = readLength(reader, { cell, refuse, start });
  if ('code' in length) return length;
  const { seconds } = length;
  if (seconds < 0) return refuse('negative', 'duration');
  if (seconds > SECONDS_PER_DAY)
    return refuse('over_24h', reader.columns.duration === undefined ? 'end' : 'duration');
  const startedAt = start.clock === null ? null : (start.instant ?? wall.instant(start.date, start.clock));
  const workDate = start.instant === null ? start.date : wall.dateAt(start.instant);
  return {
    workDate,
    startText: start.text,
    startedAt,
    endedAt: startedAt === null ? null : startedAt + seconds * 1000,
    seconds,
    minutes: roundToMinutes(seconds),
  };
}

/** A moment as it is written: a date, perhaps a time of the clock on it, or an instant that needs no clock. */
type Moment = { date: PlainDate; clock: number | null; instant: number | null; text: string };

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d| UTC)$/;
const UNIX = /^\d{9,11}(\.\d+)?$/;

function readMoment(
  { reading, wall }: RowReader,
  dateText: string,
  clockText: string,
): Moment | 'no_date' | 'no_clock' {
  const instant = readInstant(clockText) ?? readInstant(dateText);
  if (instant !== null)
    return { date: wall.dateAt(instant), clock: 0, instant, text: new Date(instant).toISOString() };
  const date = readDate(dateText, reading.dateOrder);
  if (date === null) return 'no_date';
  const hasClock = clockText !== '' && clockText !== dateText;
  const clock = hasClock || /[T ]\d{1,2}:\d\d/.test(clockText) ? readClock(clockText) : null;
  if (hasClock && clock === null) return 'no_clock';
  return { date, clock, instant: null, text: clock === null ? '' : clockName(clock) };
}

function readInstant(text: string): number | null {
  if (UNIX.test(text)) return Math.round(Number(text)) * 1000;
  if (!INSTANT.test(text)) return null;
  const at = Date.parse(text.replace(' UTC', 'Z').replace(' ', 'T'));
  return Number.isNaN(at) ? null : Math.floor(at / 1000) * 1000;
}

function clockName(clock: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(clock / 3600))}:${pad(Math.floor(clock / 60) % 60)}:${pad(clock % 60)}`;
}

type Given = { cell: CellOf; refuse: Refuse; start: Moment };

/** Seconds of the row: by both ends or by its duration, whichever the format keeps exact. */
function readLength(reader: RowReader, given: Given): { seconds: number } | LineProblem {
  const { cell, refuse } = given;
  const hasDuration = cell('duration') !== '';
  const span = given.start.clock === null || cell('end') === '' ? null : readSpan(reader, given);
  if (span !== null && 'code' in span) return span;
  if (span !== null && (reader.goesBySpan || !hasDuration)) return span;
  if (!hasDuration) return refuse('duration_missing', 'duration');
  const read = readDuration(cell('duration'), reader.reading);
  if ('seconds' in read) return read;
  return refuse(read.problem === 'unreadable' ? 'duration_unreadable' : read.problem, 'duration');
}

/** An end without a date that is before its start is on the next day. */
function readSpan(reader: RowReader, { cell, refuse, start }: Given): { seconds: number } | LineProblem {
  const { wall } = reader;
  const dated = cell('endDate');
  const end = readMoment(reader, dated || (readInstant(cell('end')) === null ? start.date : ''), cell('end'));
  if (end === 'no_date') {
    const own = readMoment(reader, cell('end'), cell('end'));
    return typeof own === 'string' ? refuse('date_unreadable', dated ? 'endDate' : 'end') : between(own);
  }
  if (end === 'no_clock') return refuse('time_unreadable', 'end');
  return between(end);

  function between(until: Moment): { seconds: number } | LineProblem {
    const from = start.instant ?? wall.instant(start.date, start.clock ?? 0);
    let to = until.instant ?? wall.instant(until.date, until.clock ?? 0);
    if (to < from && !dated && until.instant === null && until.date === start.date)
      to = wall.instant(addDays(start.date, 1), until.clock ?? 0);
    if (to < from) return refuse('negative', dated ? 'endDate' : 'end');
    return { seconds: Math.round((to - from) / 1000) };
  }
}

type Names = Pick<ImportLine, 'person' | 'email' | 'client' | 'project' | 'activity' | 'comment' | 'tags'>;

function readNames(cell: CellOf): Names {
  const name = (field: ImportField) => readText(cell(field)).replace(/\s+/g, ' ');
  const both = `${name('firstName')} ${name('lastName')}`.trim();
  return {
    person: both || name('person'),
    email: name('email').toLowerCase(),
    client: name('client'),
    project: name('project'),
    activity: name('activity'),
    comment: readText(cell('comment')),
    tags: readTags(cell('tags')),
  };
}

function readTags(text: string): string[] {
  const parts = text.split(/[,;|]/).map((tag) => readText(tag).replace(/\s+/g, ' '));
  return [...new Set(parts.filter((tag) => tag !== ''))];
}
