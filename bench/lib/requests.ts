import { type PersonSession, workspaceHeaders } from '../../apps/server/src/testing/product-person.ts';
import { requestText } from './raw-http.ts';
import { type BenchProduct, newestWeekEnd, type SeatedPerson, weeksOfData } from './setup.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Every session of everybody in the workspace, people in turn, so that neighbours are different people. */
export function seatsOf({ people }: BenchProduct): { person: SeatedPerson; session: PersonSession }[] {
  const most = Math.max(...people.map(({ seats }) => seats.length));
  return Array.from({ length: most }, (_seat, at) =>
    people.flatMap((person) => (person.seats[at] ? [{ person, session: person.seats[at] }] : [])),
  ).flat();
}

/** Sunday of a week of the data set. @param back 0 is the newest */
export function weekEndDate(back: number): string {
  return shiftDays(newestWeekEnd, -7 * (back % weeksOfData));
}

export function shiftDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Own weeks, another one for every session. @param headers may differ per request, for validators */
export function weekReads(
  bench: BenchProduct,
  headers: (at: number) => Record<string, string> = () => ({}),
): string[] {
  return seatsOf(bench).map(({ person, session }, at) =>
    requestText({
      method: 'GET',
      path: weekPath(person.memberId, weekEndDate(at * 7)),
      headers: { host: session.host, ...workspaceHeaders(session, bench.workspace), ...headers(at) },
    }),
  );
}

/** By those who decide for everybody: the owner and the admins of the data set come first in it. */
export function inboxReads(bench: BenchProduct): string[] {
  const deciders = new Set(bench.people.slice(0, 3));
  return seatsOf(bench)
    .filter(({ person }) => deciders.has(person))
    .map(({ session }) =>
      requestText({
        method: 'GET',
        path: '/api/TimeSheet/GetPendingTimesheets',
        headers: { host: session.host, ...workspaceHeaders(session, bench.workspace) },
      }),
    );
}

export function weekPath(memberId: string, weekEndDate: string): string {
  return `/api/TimeSheet/GetByWeek/${memberId}/${weekEndDate}`;
}
