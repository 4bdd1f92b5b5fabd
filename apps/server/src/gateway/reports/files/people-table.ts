import type { Answer } from '../../shared/answer.ts';
import { once } from './line-table.ts';
import type { Table, TableCell, TableColumn } from './table.ts';
import { type FileLanguage, words } from './words.ts';

type Person = Answer<'POST /Reports/People'>[number];
type Measure = 'expectedMinutes' | 'minutes' | 'billableMinutes';

/** Everybody's time against what is expected of them, and the days on which they have none. */
export function peopleTable(people: readonly Person[], language: FileLanguage): Table {
  const { columns, people: say, total } = words[language];
  const sum = (name: Measure) => people.reduce((all, person) => all + person[name], 0);
  const all: { column: TableColumn; of(person: Person): TableCell; total: TableCell }[] = [
    { column: { head: columns.person, kind: 'text', width: 24 }, of: ({ name }) => name, total },
    hours(say.expected, 'expectedMinutes'),
    hours(say.recorded, 'minutes'),
    hours(columns.billable, 'billableMinutes'),
    {
      column: { head: say.missing, kind: 'count', width: 18 },
      of: ({ missingDays }) => missingDays,
      total: people.reduce((days, { missingDays }) => days + missingDays, 0),
    },
    {
      column: { head: say.last, kind: 'date', width: 18 },
      of: ({ lastWorkDate }) => lastWorkDate,
      total: null,
    },
  ];
  function hours(head: string, name: Measure) {
    return {
      column: { head, kind: 'hours' as const, width: 12 },
      of: (person: Person) => person[name],
      total: sum(name),
    };
  }
  return {
    name: say.name,
    columns: all.map(({ column }) => column),
    rows: once(people.map((person) => all.map(({ of }) => of(person)))),
    totals: () => all.map((one) => one.total),
  };
}
