import { hoursFromMinutes } from '@stint/domain/time/hours.ts';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { guardFormula } from '@stint/domain/workspace/formula-guard.ts';
import { recordsOf } from './csv.ts';
import type { EntryRow } from './entry-rows.ts';
import { majorUnits } from './table.ts';

const record = recordsOf(',');
const nobody = 'No client';
const anything = 'General';

const cell = (value: string | null) => guardFormula(value ?? '');
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;

/**
 * Entries as Toggl's own import takes them. It needs a time of day and takes equal rows for one, so that time without one is
 * set behind each other from nine o'clock, person by person and day by day.
 */
export async function* togglOf(rows: AsyncIterable<EntryRow[]>): AsyncGenerator<string> {
  const head = [
    'User',
    'Email',
    'Client',
    'Project',
    'Task',
    'Description',
    'Billable',
    'Start date',
    'Start time',
    'End date',
    'End time',
    'Duration',
    'Tags',
    'Amount',
    'Currency',
  ];
  yield `\u{feff}${record(head)}`;
  let day = '';
  const filled = new Map<string, number>();
  for await (const some of rows) {
    let text = '';
    for (const row of some) {
      if (row.workDate !== day) filled.clear();
      day = row.workDate;
      text += record(togglLine(row, filled));
    }
    yield text;
  }
}

const nine = 9 * 60;

/** @param filled minutes of the day that time without a clock has taken, by person */
function togglLine(row: EntryRow, filled: Map<string, number>): (string | number)[] {
  const { workDate, localStart, localEnd, minutes, teamMemberID } = row;
  const before = filled.get(teamMemberID) ?? 0;
  if (!localStart) filled.set(teamMemberID, before + minutes);
  const [start, end] = [nine + before, nine + before + minutes];
  const at = (minute: number) => `${addDays(workDate, Math.floor(minute / 1440))} ${clock(minute % 1440)}`;
  const from = localStart ?? at(start);
  const to = localEnd ?? at(end);
  return [
    cell(`${row.firstName} ${row.lastName}`.trim()),
    cell(row.email),
    cell(row.client),
    cell(row.project),
    cell(row.activity),
    cell(row.comment),
    row.isBillable ? 'Yes' : 'No',
    from.slice(0, 10),
    from.slice(11),
    to.slice(0, 10),
    to.slice(11),
    clock(minutes),
    cell(row.tags.join(', ')),
    majorUnits(row.amount, row.currency) ?? '',
    row.currency ?? '',
  ];
}

/** Entries as Harvest's own import takes them: its columns in its order, and nothing that it needs left empty. */
export async function* harvestOf(rows: AsyncIterable<EntryRow[]>): AsyncGenerator<string> {
  const head = ['Date', 'Client', 'Project', 'Task', 'Notes', 'Hours', 'First name', 'Last name'];
  yield record(head);
  for await (const some of rows) {
    let text = '';
    for (const row of some)
      text += record([
        row.workDate,
        cell(row.client ?? nobody),
        cell(row.project),
        cell(row.activity ?? anything),
        cell(row.comment),
        hoursFromMinutes(row.minutes),
        cell(row.firstName),
        cell(row.lastName),
      ]);
    yield text;
  }
}
