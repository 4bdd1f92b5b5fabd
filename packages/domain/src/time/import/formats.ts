import { type Columns, findColumns, readHead } from './columns.ts';

/** The programs whose files are known by their heads; `table` is any other one, by the choice of its columns. */
export const IMPORT_SYSTEMS = [
  'toggl',
  'clockify',
  'harvest',
  'kimai',
  'solidtime',
  'timetagger',
  'stint',
  'table',
] as const;

export type ImportSystem = (typeof IMPORT_SYSTEMS)[number];

export type FormatRow = {
  system: ImportSystem;
  /** What people call the file. */
  name: string;
  /** Heads that all have to be there; one of each group. */
  needs: readonly (readonly string[])[];
  /** Heads of the neighbours that this file does not have. */
  lacks?: readonly string[];
  /** Where both ends are there, they are exact and the duration may be rounded or in any style. */
  goesBySpan?: boolean;
  /** Fields whose heads mean something else here. */
  columns?: Readonly<Partial<Record<keyof Columns, readonly string[]>>>;
  /** Whole numbers in its column of durations. */
  wholeNumbers?: 'seconds' | 'minutes';
};

const DATE_OF_START = ['start date', 'startdatum', 'date de début', 'fecha de inicio', 'data de início'];

/** Known files; the first whose heads are all there wins, so the narrow ones stand before the wide ones. */
const FORMATS: readonly FormatRow[] = [
  {
    system: 'timetagger',
    name: 'TimeTagger report',
    needs: [['subtotals'], ['tag_groups'], ['duration'], ['date']],
    goesBySpan: true,
    // Its tags are all it has for saying what was worked on.
    columns: { project: ['tags'], end: ['stop'] },
  },
  {
    system: 'timetagger',
    name: 'TimeTagger records',
    needs: [['key'], ['start'], ['stop'], ['tags']],
    goesBySpan: true,
    columns: { project: ['tags'], end: ['stop'] },
  },
  {
    system: 'solidtime',
    name: 'solidtime time entries',
    needs: [['user_email', 'user_name'], ['start'], ['end'], ['task']],
    goesBySpan: true,
  },
  {
    system: 'solidtime',
    name: 'solidtime report',
    needs: [['duration (decimal)'], ['start'], ['end'], ['task'], ['user']],
    goesBySpan: true,
  },
  {
    system: 'clockify',
    name: 'Clockify detailed report',
    needs: [
      [
        'duration (h)',
        'duration (decimal)',
        'dauer (h)',
        'dauer (dezimal)',
        'durée (h)',
        'durée (décimal)',
        'duración (h)',
        'duración (decimal)',
        'duração (h)',
        'duração (decimal)',
      ],
      DATE_OF_START,
    ],
    goesBySpan: true,
  },
  {
    system: 'toggl',
    name: 'Toggl Track detailed report',
    needs: [['start date'], ['start time'], ['end date', 'duration'], ['project', 'description']],
    lacks: ['stop date'],
    goesBySpan: true,
  },
  {
    system: 'toggl',
    name: 'Toggl Track time entries',
    needs: [['start date'], ['start time'], ['stop date', 'stop time']],
    goesBySpan: true,
  },
  {
    system: 'harvest',
    name: 'Harvest detailed time report',
    needs: [['date'], ['hours'], ['task'], ['notes'], ['first name']],
    columns: { duration: ['hours'], activity: ['task'] },
  },
  {
    system: 'kimai',
    name: 'Kimai timesheet export',
    needs: [
      ['date', 'datum', 'fecha', 'data'],
      ['from', 'begin', 'von', 'beginn', 'de'],
      ['to', 'end', 'bis', 'ende', 'à', 'a', 'para'],
      ['customer', 'kunde', 'client', 'cliente'],
      ['activity', 'tätigkeit', 'aktivität', 'activité', 'actividad', 'atividade'],
    ],
    wholeNumbers: 'seconds',
    columns: { person: ['name', 'user', 'benutzer', 'username', 'utilisateur', 'usuario'] },
  },
  {
    system: 'stint',
    name: 'Stint entries',
    needs: [['date'], ['person'], ['hours'], ['minutes'], ['activity'], ['status']],
    columns: { duration: ['minutes'] },
    wholeNumbers: 'minutes',
  },
];

const ANY_TABLE: FormatRow = { system: 'table', name: 'Table', needs: [] };

/** The format that a row of heads belongs to, with its columns. */
export function recognise(
  heads: readonly string[],
  chosen?: ImportSystem,
): { format: FormatRow; columns: Columns } {
  const names = new Set(heads.map((head) => readHead(head).name));
  const fits = ({ needs, lacks = [] }: FormatRow) =>
    needs.every((group) => group.some((name) => names.has(name))) && !lacks.some((name) => names.has(name));
  const candidates = chosen === undefined ? FORMATS : FORMATS.filter(({ system }) => system === chosen);
  const format = candidates.find(fits) ?? ANY_TABLE;
  return { format, columns: { ...findColumns(heads), ...ownColumns(format, heads) } };
}

function ownColumns({ columns = {} }: FormatRow, heads: readonly string[]): Columns {
  const names = heads.map((head) => readHead(head).name);
  return Object.fromEntries(
    Object.entries(columns).flatMap(([field, wanted]) => {
      const index = wanted.map((name) => names.indexOf(name)).find((at) => at >= 0);
      return index === undefined ? [] : [[field, index]];
    }),
  );
}
