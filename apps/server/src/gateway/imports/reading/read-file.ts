import { hash } from 'node:crypto';
import { AppError } from '@stint/domain/errors.ts';
import {
  type Columns,
  currenciesOf,
  IMPORT_FIELDS,
  type ImportField,
} from '@stint/domain/time/import/columns.ts';
import {
  createWitness,
  type Evidence,
  type Reading,
  type SourceRow,
} from '@stint/domain/time/import/evidence.ts';
import { type FormatRow, type ImportSystem, recognise } from '@stint/domain/time/import/formats.ts';
import type { ImportLine, LineProblem } from '@stint/domain/time/import/line.ts';
import { readRow } from '@stint/domain/time/import/read-row.ts';
import { createNaming } from '@stint/domain/time/import/source-text.ts';
import { createWall } from '@stint/domain/time/import/wall-clock.ts';
import { openArchive } from './archive.ts';
import { csvSource, type Separator } from './csv.ts';
import { decodeText, type Encoding } from './decode.ts';
import { readExport } from './exports-of-programs.ts';
import { jsonSource } from './json-list.ts';
import { sheetSource } from './sheet.ts';
import { type Catalogue, emptyCatalogue, MOST_LINES, type Source } from './source.ts';

/** What somebody chose about the file; what is absent is found out. */
export type FileChoices = Partial<Reading> & {
  system?: ImportSystem;
  encoding?: Encoding;
  separator?: Separator;
  columns?: Partial<Record<ImportField, number | null>>;
  timeZone: string;
};

/** A line with what it is remembered by, in hexadecimal. */
export type NamedLine = ImportLine & { place: string; whole: string; commentMark: string };

export type RefusedLine = LineProblem & { cells: readonly string[] };

export type FileFacts = {
  kind: 'csv' | 'xlsx' | 'zip' | 'json';
  system: ImportSystem;
  formatName: string;
  encoding: { value: Encoding; isSure: boolean } | null;
  separator: Separator | null;
  heads: string[];
  columns: Columns;
  evidence: Evidence;
  reading: Reading;
  currencies: string[];
  catalogue: Catalogue;
  lines: number;
  minutes: number;
  seconds: number;
  hasTimes: boolean;
  /** Durations come from both ends. */
  goesBySpan: boolean;
};

export type Visitor = { line(line: NamedLine): void; refused(line: RefusedLine): void };

/**
 * Reads a file of whatever program: what it is, how it is written, and its lines one after the other.
 * @throws AppError `file_invalid` with line and column where the file as a whole cannot be read
 */
export async function readFile(
  bytes: Uint8Array,
  choices: FileChoices,
  visitor: Visitor,
): Promise<FileFacts> {
  if (bytes.length === 0)
    throw new AppError('file_invalid', { message: 'This file is empty. Export it again.' });
  const opened = await open(bytes, choices);
  const { source } = opened;
  const head = findHeads(source);
  const { format, columns: found } = recognise(head.heads, choices.system);
  const columns = { ...found, ...chosenColumns(choices.columns, head.heads.length) };
  const evidence = gather(source, { ...head, columns, format });
  const reading: Reading = {
    dateOrder: choices.dateOrder ?? evidence.dateOrder.value,
    decimal: choices.decimal ?? evidence.decimal.value,
    style: choices.style ?? evidence.style.value,
  };
  const goesBySpan = format.goesBySpan === true && columns.end !== undefined;
  const reader = { columns, heads: head.heads, reading, goesBySpan, wall: createWall(choices.timeZone) };
  const facts: FileFacts = {
    kind: opened.kind,
    system: format.system,
    formatName: opened.name ?? format.name,
    encoding: opened.encoding,
    separator: opened.separator,
    heads: head.heads,
    columns,
    evidence,
    reading,
    currencies: currenciesOf(head.heads),
    catalogue: opened.catalogue,
    lines: 0,
    minutes: 0,
    seconds: 0,
    hasTimes: false,
    goesBySpan,
  };
  if (isListOfProjects(columns)) return { ...facts, catalogue: readProjects(source, head, columns) };
  requireColumns(columns, head, opened.catalogue);
  readLines(source, { head, reader, system: format.system, facts }, visitor);
  return facts;
}

type Opened = {
  kind: FileFacts['kind'];
  source: Source;
  catalogue: Catalogue;
  encoding: FileFacts['encoding'];
  separator: Separator | null;
  name?: string;
};

const STRANGERS: readonly (readonly [name: string, start: readonly number[]])[] = [
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['a picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a picture', [0xff, 0xd8, 0xff]],
  ['an old Excel file (.xls)', [0xd0, 0xcf, 0x11, 0xe0]],
  ['packed by gzip', [0x1f, 0x8b]],
];

/** By what it begins with, whatever its name says. */
async function open(bytes: Uint8Array, choices: FileChoices): Promise<Opened> {
  const stranger = STRANGERS.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  if (stranger)
    throw new AppError('file_invalid', {
      message: `This file is ${stranger[0]}, whatever its name says. Export it as CSV, XLSX, JSON or zip.`,
    });
  const none = { catalogue: emptyCatalogue, encoding: null, separator: null };
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const archive = openArchive(bytes);
    if (archive.has('xl/workbook.xml'))
      return { ...none, kind: 'xlsx', source: await sheetSource(bytes, archive) };
    return { ...none, kind: 'zip', ...readExport(archive) };
  }
  const { text, encoding, isSure } = decodeText(bytes, choices.encoding);
  const told = { ...none, encoding: { value: encoding, isSure } };
  if (/^\u{feff}?\s*[[{]/u.test(text))
    return { ...told, kind: 'json', source: jsonSource(text.replace(/^\u{feff}/u, '')) };
  const source = csvSource(text, choices.separator);
  return { ...told, kind: 'csv', source, separator: source.separator };
}

type Head = { line: number; heads: string[] };

const LINES_BEFORE_HEADS = 20;

/** The row of heads: the first that names what is needed, since some reports begin with a title; else the first with several cells. */
function findHeads(source: Source): Head {
  let [first, named]: (Head | null)[] = [null, null];
  source.each(({ line, cells }) => {
    const heads = cells.map((cell) => cell.replace(/^\u{feff}/u, '').trim());
    const filled = heads.filter((head) => head !== '').length;
    const { format, columns } = recognise(heads);
    if (filled > 1 && (format.system !== 'table' || hasTime(columns))) named ??= { line, heads };
    if (filled > 1) first ??= { line, heads };
    return named === null && line < LINES_BEFORE_HEADS;
  });
  return named ?? first ?? { line: 0, heads: [] };
}

function hasTime({ date, start, end, duration }: Columns): boolean {
  return (date ?? start) !== undefined && (duration ?? end) !== undefined;
}

function chosenColumns(chosen: FileChoices['columns'], count: number): Columns {
  const columns: Columns = {};
  for (const field of IMPORT_FIELDS) {
    const index = chosen?.[field];
    if (index === undefined) continue;
    if (index === null || index >= count) columns[field] = undefined as never;
    else columns[field] = index;
  }
  return columns;
}

function gather(source: Source, at: Head & { columns: Columns; format: FormatRow }): Evidence {
  const witness = createWitness(at.columns, at.format, at.heads);
  source.each((row) => {
    if (row.line > at.line) witness.look(row);
    return true;
  });
  return witness.conclude();
}

/** A list of projects or clients of another program, without any time. */
function isListOfProjects(columns: Columns): boolean {
  return (
    !hasTime(columns) &&
    columns.date === undefined &&
    columns.start === undefined &&
    (columns.project ?? columns.client) !== undefined
  );
}

function readProjects(source: Source, head: Head, columns: Columns): Catalogue {
  const catalogue: Catalogue = { ...emptyCatalogue, clients: [], projects: [], activities: [] };
  const cell = ({ cells }: SourceRow, index: number | undefined) => (cells[index ?? -1] ?? '').trim();
  source.each((row) => {
    if (row.line <= head.line) return true;
    const [client, project] = [cell(row, columns.client), cell(row, columns.project)];
    if (client) catalogue.clients.push(client);
    if (project) catalogue.projects.push({ client, project });
    for (const activity of cell(row, columns.activity).split(','))
      if (activity.trim()) catalogue.activities.push(activity.trim());
    return true;
  });
  return {
    ...catalogue,
    clients: [...new Set(catalogue.clients)],
    activities: [...new Set(catalogue.activities)],
  };
}

function requireColumns(columns: Columns, { line, heads }: Head, { projects }: Catalogue): void {
  if (hasTime(columns) || projects.length > 0) return;
  if (heads.length === 0)
    throw new AppError('file_invalid', {
      message: 'Line 1: there is no table in this file. Export it again.',
    });
  // Without them nothing can be read yet, but the person can still say which columns they are.
  if (heads.length < 2)
    throw new AppError('file_invalid', {
      message: `Line ${line}: there is only one column. Choose another separator, or export the file again.`,
    });
}

type Work = {
  head: Head;
  reader: Parameters<typeof readRow>[0];
  system: ImportSystem;
  facts: FileFacts;
};

function readLines(source: Source, { head, reader, system, facts }: Work, visitor: Visitor): void {
  const nameOf = createNaming(system);
  const withoutValue = new Map((source.problems ?? []).map((problem) => [problem.line, problem]));
  let last: SourceRow | null = null;
  const take = (row: SourceRow) => {
    const read = withoutValue.get(row.line) ?? readRow(reader, row);
    if (read === null || isTotal(row, reader.columns)) return;
    facts.lines += 1;
    if (facts.lines > MOST_LINES)
      throw new AppError('file_invalid', {
        message: `Line ${row.line}: this file has more than ${MOST_LINES.toLocaleString('en')} lines. Import it in parts.`,
      });
    if ('code' in read) return visitor.refused({ ...read, cells: row.cells });
    const { place, whole } = nameOf(read);
    facts.minutes += read.minutes;
    facts.seconds += read.seconds;
    facts.hasTimes ||= read.startedAt !== null;
    visitor.line({ ...read, place: hashOf(place), whole: hashOf(whole), commentMark: hashOf(read.comment) });
  };
  source.each((row) => {
    if (row.line <= head.line) return true;
    if (last) take(last);
    last = row;
    return true;
  });
  const final = last as SourceRow | null;
  if (!final) return;
  if (!isCutOff(source, final, head)) {
    take(final);
    return;
  }
  facts.lines += 1;
  const column = head.heads[final.cells.length - 1] ?? null;
  visitor.refused({ line: final.line, code: 'cut_off', column, value: '', cells: final.cells });
}

/** The end of a file that was not written to its end: a line without an end that lacks cells. */
function isCutOff({ endsInside }: Source, { cells }: SourceRow, { heads }: Head): boolean {
  return endsInside && cells.length < heads.length - 1;
}

/** Sums that reports write between and below their lines: they have a duration and nothing that it was spent on. */
function isTotal({ cells }: SourceRow, columns: Columns): boolean {
  const isEmpty = (field: ImportField) => (cells[columns[field] ?? -1] ?? '').trim() === '';
  const first = (cells.find((cell) => cell.trim() !== '') ?? '').trim();
  if (isEmpty('date') && isEmpty('start'))
    return isEmpty('project') || /^(total|summe|sum|subtotal|gesamt)\b/i.test(first);
  return false;
}

function hashOf(text: string): string {
  return hash('sha256', text).slice(0, 32);
}
