import Type from 'typebox';
import { IMPORT_FIELDS } from '../../time/import/columns.ts';
import { IMPORT_SYSTEMS } from '../../time/import/formats.ts';
import { LINE_PROBLEMS } from '../../time/import/line.ts';
import { byId, closed, GivenDate, Id, Instant, Nullable, PlainDate, Text } from './shapes.ts';

const oneOf = <const Names extends readonly string[]>(names: Names) =>
  Type.Unsafe<Names[number]>({ type: 'string', enum: [...names] });

const DateOrder = oneOf(['ymd', 'dmy', 'mdy']);
const DecimalSign = oneOf(['.', ',']);
const Style = oneOf(['hours', 'minutes', 'seconds']);
const Encoding = oneOf(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']);
const Separator = oneOf([',', ';', '\t', '|']);
const System = oneOf(IMPORT_SYSTEMS);
const Count = Type.Integer({ minimum: 0 });

/** A cell that shows how the file is written. */
const Seen = Nullable(Type.Object({ line: Count, text: Type.String() }));
const finding = <Shape extends Type.TSchema>(value: Shape) =>
  Type.Object({ value, isSure: Type.Boolean(), seen: Seen });

const Columns = Type.Partial(
  Type.Object(
    Object.fromEntries(
      IMPORT_FIELDS.map((field) => [field, Nullable(Type.Integer({ minimum: 0, maximum: 199 }))]),
    ) as Record<(typeof IMPORT_FIELDS)[number], ReturnType<typeof Nullable<Type.TInteger>>>,
  ),
  closed,
);

const many = { maxItems: 1000 };

/** What somebody decided about a file; what is absent is guessed. A target of null is made anew. */
const ImportChoices = Type.Partial(
  Type.Object({
    system: System,
    encoding: Encoding,
    separator: Separator,
    dateOrder: DateOrder,
    decimal: DecimalSign,
    style: Style,
    /** The clock that times in the file go by; the workspace's where absent. */
    timeZone: Text(64),
    columns: Columns,
    people: Type.Array(Type.Object({ key: Text(254), teamMemberID: Nullable(Id) }, closed), many),
    projects: Type.Array(
      Type.Object({ client: Text(200), project: Text(200), projectID: Nullable(Id) }, closed),
      many,
    ),
    activities: Type.Array(Type.Object({ activity: Text(200), activityID: Nullable(Id) }, closed), many),
    /** Take the rest, and leave what is refused in its file. */
    leaveOutRefused: Type.Boolean(),
    /** Lines that were edited in the source since: true takes them over, false keeps what is here. */
    takeChanged: Type.Boolean(),
    /** Weeks that end before this day are closed: history, of which nobody is reminded. */
    closeBefore: GivenDate,
  }),
  closed,
);

const Refusal = Type.Object({
  line: Count,
  code: oneOf(LINE_PROBLEMS),
  column: Nullable(Type.String()),
  value: Type.String(),
});

const Counts = Type.Object({
  /** Lines of time in the file. */
  lines: Count,
  /** What becomes entries. */
  created: Count,
  /** Seen in an earlier import, also when edited or deleted here since. */
  known: Count,
  /** Seen before and edited in the source since. */
  changed: Count,
  refused: Count,
  /** Of those created: somebody entered the same by hand. */
  alike: Count,
  /** Minutes of what is created. */
  minutes: Count,
});

const Guess = oneOf(['chosen', 'remembered', 'name', 'new', 'caller']);

const Preview = Type.Object({
  importID: Id,
  fileName: Type.String(),
  kind: oneOf(['csv', 'xlsx', 'zip', 'json']),
  system: System,
  formatName: Type.String(),
  timeZone: Type.String(),
  encoding: Nullable(Type.Object({ value: Encoding, isSure: Type.Boolean() })),
  separator: Nullable(Separator),
  heads: Type.Array(Type.String()),
  columns: Columns,
  dateOrder: finding(DateOrder),
  otherOrder: Seen,
  clock: finding(Type.Integer()),
  decimal: finding(DecimalSign),
  style: finding(Style),
  /** What cannot be told from the file and has to be chosen before it is imported. */
  questions: Type.Array(oneOf(['dateOrder', 'style', 'columns'])),
  currencies: Type.Array(Type.String()),
  firstDay: Nullable(PlainDate),
  lastDay: Nullable(PlainDate),
  /** Sums of all readable lines, by their minutes here and by the seconds of the file. */
  fileMinutes: Count,
  fileSeconds: Count,
  counts: Counts,
  people: Type.Array(
    Type.Object({
      key: Type.String(),
      person: Type.String(),
      email: Type.String(),
      lines: Count,
      teamMemberID: Nullable(Id),
      name: Nullable(Type.String()),
      guess: Guess,
    }),
  ),
  projects: Type.Array(
    Type.Object({
      client: Type.String(),
      project: Type.String(),
      lines: Count,
      projectID: Nullable(Id),
      name: Type.String(),
      guess: Guess,
    }),
  ),
  activities: Type.Array(
    Type.Object({
      activity: Type.String(),
      lines: Count,
      activityID: Nullable(Id),
      name: Type.String(),
      guess: Guess,
    }),
  ),
  /** What is made besides entries. */
  makes: Type.Object({ people: Count, clients: Count, projects: Count, activities: Count, tags: Count }),
  /** The first of the refused lines; all of them come as CSV. */
  refused: Type.Array(Refusal),
});

const Upload = Type.Object({
  importID: Id,
  sizeBytes: Count,
  /** Where the next piece begins. */
  receivedBytes: Count,
  /** The largest piece that is taken at once. */
  pieceBytes: Count,
});

const Import = Type.Object({
  importID: Id,
  fileName: Type.String(),
  /** The program that the file is of; empty until it was read. */
  system: Type.String(),
  status: oneOf(['uploaded', 'running', 'done', 'failed', 'cancelled', 'undone']),
  /** Why its work came to nothing. */
  error: Nullable(Type.String()),
  counts: Type.Record(Type.String(), Type.Integer()),
  /** The work that imports it or takes it back: how far it is, and how to stop it. */
  longWorkID: Nullable(Id),
  isUnderWay: Type.Boolean(),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
  undoneAt: Nullable(Instant),
});

/** Time of other programs, from files. */
export const importRoutes = {
  'POST /Imports/Files': {
    summary: 'Announce a file; its bytes follow in pieces',
    access: 'data.import',
    rate: 'write',
    status: 201,
    body: Type.Object(
      { fileName: Type.String({ minLength: 1, maxLength: 255 }), sizeBytes: Type.Integer({ minimum: 0 }) },
      closed,
    ),
    response: Upload,
    errors: ['file_invalid', 'payload_too_large'],
  },
  'GET /Imports/Files/:id': {
    summary: 'How much of a file has arrived: where to go on after a lost connection',
    access: 'data.import',
    rate: 'read',
    params: byId,
    response: Upload,
  },
  'PUT /Imports/Files/:id': {
    takes: 'piece',
    summary: 'The next bytes of a file, up to 1 MiB, from where it ended',
    access: 'data.import',
    rate: 'write',
    bodyLimit: 1024 * 1024,
    params: byId,
    query: Type.Object({ from: Type.Integer({ minimum: 0 }) }, closed),
    response: Upload,
    errors: ['file_invalid', 'payload_too_large', 'version_conflict'],
  },
  'POST /Imports/Preview': {
    summary: 'What a file is, how it is read, and what importing it would do; nothing is changed',
    access: 'data.import',
    rate: 'preview',
    body: Type.Object({ importID: Id, choices: Type.Optional(ImportChoices) }, closed),
    response: Preview,
    errors: ['file_invalid', 'reference_invalid', 'state_conflict', 'unavailable'],
  },
  'POST /Imports': {
    summary: 'Take a file over in the background, all of it or nothing',
    access: 'data.import',
    rate: 'import',
    status: 202,
    body: Type.Object({ importID: Id, choices: Type.Optional(ImportChoices) }, closed),
    response: Import,
    errors: ['state_conflict', 'in_progress'],
  },
  'GET /Imports': {
    summary: 'What was imported, the latest 200 first; X-Total-Count has the number of all',
    access: 'data.import',
    rate: 'read',
    response: Type.Array(Import),
  },
  'GET /Imports/:id': {
    summary: 'One import: how it stands and what came of it',
    access: 'data.import',
    rate: 'read',
    params: byId,
    response: Import,
  },
  'DELETE /Imports/:id': {
    summary: 'Take an import back in the background, within 30 days; its lines count as never seen',
    access: 'data.import',
    rate: 'write',
    status: 202,
    params: byId,
    response: Import,
    errors: ['state_conflict', 'in_progress'],
  },
  'GET /Imports/:id/RefusedLines': {
    summary: 'The lines that cannot be taken, as CSV, with the reason of each',
    access: 'data.import',
    rate: 'export',
    params: byId,
    response: Type.Unknown(),
  },
} as const;

export type ImportPreview = Type.Static<typeof Preview>;
export type ImportChoicesShape = Type.Static<typeof ImportChoices>;
