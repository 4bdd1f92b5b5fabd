import { ENTRY_COLUMNS, type EntryColumn } from '@stint/domain/api/gateway/report-files.ts';
import type { EntryLine } from './entry-pages.ts';
import { type CellKind, majorUnits, type Table, type TableCell } from './table.ts';
import { type FileLanguage, words } from './words.ts';

type Column = {
  kind: CellKind;
  width: number;
  /** Columns of money are there only where it was asked for and may be seen. */
  money?: 'bill' | 'cost';
  of(row: EntryLine, language: FileLanguage): TableCell;
};

const minute = (instant: Date | null) => instant && `${instant.toISOString().slice(0, 16)}Z`;

/** Each column of a line about an entry. */
const columns: Record<EntryColumn, Column> = {
  date: { kind: 'date', width: 12, of: ({ workDate }) => workDate },
  person: { kind: 'text', width: 22, of: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() },
  email: { kind: 'text', width: 26, of: ({ email }) => email },
  client: { kind: 'text', width: 22, of: ({ client }) => client },
  project: { kind: 'text', width: 26, of: ({ project }) => project },
  activity: { kind: 'text', width: 18, of: ({ activity }) => activity },
  tags: { kind: 'text', width: 18, of: ({ tags }) => tags.join(', ') || null },
  comment: { kind: 'text', width: 40, of: ({ comment }) => comment },
  start: { kind: 'time', width: 17, of: ({ startedAt }) => minute(startedAt) },
  end: { kind: 'time', width: 17, of: ({ endedAt }) => minute(endedAt) },
  hours: { kind: 'hours', width: 10, of: ({ minutes }) => minutes },
  minutes: { kind: 'count', width: 10, of: ({ minutes }) => minutes },
  billable: {
    kind: 'text',
    width: 10,
    of: ({ isBillable }, language) => words[language][isBillable ? 'yes' : 'no'],
  },
  status: {
    kind: 'text',
    width: 12,
    of: ({ status }, language) => words[language].statuses[status] ?? status,
  },
  amount: {
    kind: 'money',
    width: 12,
    money: 'bill',
    of: ({ amount, currency }) => majorUnits(amount, currency),
  },
  currency: { kind: 'text', width: 10, money: 'bill', of: ({ currency }) => currency },
  cost: {
    kind: 'money',
    width: 12,
    money: 'cost',
    of: ({ cost, costCurrency }) => majorUnits(cost, costCurrency),
  },
  costCurrency: { kind: 'text', width: 14, money: 'cost', of: ({ costCurrency }) => costCurrency },
};

/** On the clock of whoever worked, where the file has times; an instant in UTC, where it has text. */
const onTheClock: Partial<Record<EntryColumn, Column['of']>> = {
  start: ({ localStart }) => localStart,
  end: ({ localEnd }) => localEnd,
};

export type EntryTableForm = {
  language: FileLanguage;
  columns?: readonly EntryColumn[] | undefined;
  isPriced: boolean;
  isCosted: boolean;
  hasClock: boolean;
};

/** Entries as a table of the chosen columns, always in the same order. */
export function entryTable(rows: AsyncIterable<EntryLine[]>, form: EntryTableForm): Table {
  const { language, isPriced, isCosted, hasClock } = form;
  const may = { bill: isPriced, cost: isCosted };
  const chosen = ENTRY_COLUMNS.filter((name) => {
    const { money } = columns[name];
    return (money === undefined || may[money]) && (form.columns?.includes(name) ?? true);
  });
  const values = chosen.map((name) => (hasClock && onTheClock[name]) || columns[name].of);
  let minutes = 0;
  async function* cells(): AsyncGenerator<TableCell[][]> {
    for await (const some of rows) {
      yield some.map((row) => {
        minutes += row.minutes;
        return values.map((of) => of(row, language));
      });
    }
  }
  return {
    name: words[language].entries,
    columns: chosen.map((name) => ({ head: words[language].columns[name], ...columns[name] })),
    rows: cells(),
    totals: () =>
      chosen.includes('hours')
        ? chosen.map((name, at) => {
            if (name === 'hours' || name === 'minutes') return minutes;
            return at === 0 ? words[language].total : null;
          })
        : null,
  };
}
