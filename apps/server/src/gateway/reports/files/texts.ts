import { calendarEnd, calendarEvent, calendarHead } from '../../calendar/ics.ts';
import type { EntryQuestion, EntryRow } from './entry-rows.ts';

/** Entries as one JSON object: what was asked for, then each entry on its line, so that it can be read as it comes. */
export async function* jsonOf(
  rows: AsyncIterable<EntryRow[]>,
  { question, about, now }: { question: EntryQuestion; about: string | null; now: Date },
): AsyncGenerator<string> {
  const { from, to, filters = [] } = question;
  const head = JSON.stringify({ format: 'stint-entries', made: now.toISOString(), about, from, to, filters });
  yield `${head.slice(0, -1)},"entries":[\n`;
  let [isFirst, entries, minutes] = [true, 0, 0];
  for await (const some of rows) {
    const lines = some.map((row) => {
      minutes += row.minutes;
      return JSON.stringify(jsonEntry(row));
    });
    entries += some.length;
    yield `${isFirst ? '' : ',\n'}${lines.join(',\n')}`;
    isFirst = false;
  }
  yield `\n],"totals":${JSON.stringify({ entries, minutes })}}\n`;
}

function jsonEntry(row: EntryRow) {
  const { id, workDate, firstName, lastName, email, client, project, activity, tags, comment } = row;
  const { startedAt, endedAt, minutes, isBillable, status, amount, currency, cost, costCurrency } = row;
  const person = `${firstName} ${lastName}`.trim();
  return {
    timesheetID: id,
    workDate,
    person,
    email,
    client,
    project,
    activity,
    tags,
    comment,
    startedAt,
    endedAt,
    minutes,
    isBillable,
    status,
    ...(amount === null ? {} : { amount, currency }),
    ...(cost === null ? {} : { cost, costCurrency }),
  };
}

/** Entries as events of a calendar (RFC 5545). */
export async function* calendarOf(rows: AsyncIterable<EntryRow[]>, name: string): AsyncGenerator<string> {
  yield calendarHead(name);
  for await (const some of rows) {
    yield some
      .map((row) =>
        calendarEvent({
          ...row,
          projectName: row.project,
          clientName: row.client,
          activityName: row.activity,
        }),
      )
      .join('');
  }
  yield calendarEnd;
}
