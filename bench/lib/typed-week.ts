import { callWorkspace } from '../../apps/server/src/testing/product-person.ts';
import { shiftDays } from './requests.ts';
import type { BenchProduct } from './setup.ts';

const DAYS = 7;
const ENTRY_MINUTES = 30;
/** UTC, so that each stands within its day wherever the workspace is in Europe. */
const FIRST_HOUR = 8;

export type TypedWeek = {
  weekEndDate: string;
  /** Entries of each day, each on a project of its own. */
  rows: number;
  /** Whether they have times, one after the other from the morning on. */
  onTheClock: boolean;
};

/** Fills every day of an empty week of the first person, as they would by hand. */
export async function typeWeek(
  bench: BenchProduct,
  { weekEndDate, rows, onTheClock }: TypedWeek,
): Promise<void> {
  const [person] = bench.people;
  const [session] = person?.seats ?? [];
  if (!person || !session) throw new Error('nobody is signed in');
  const upserts = bench.projectIds.slice(0, rows).flatMap((projectID, row) =>
    Array.from({ length: DAYS }, (_, day) => {
      const workDate = shiftDays(weekEndDate, -day);
      const startedAt =
        Date.parse(`${workDate}T00:00:00Z`) + (FIRST_HOUR * 60 + row * ENTRY_MINUTES) * 60_000;
      const times = {
        startedAt: new Date(startedAt).toISOString(),
        endedAt: new Date(startedAt + ENTRY_MINUTES * 60_000).toISOString(),
      };
      return {
        timesheetID: idOf(weekEndDate, row * DAYS + day),
        projectID,
        workDate,
        minutes: ENTRY_MINUTES,
        ...(onTheClock ? times : {}),
      };
    }),
  );
  const answer = await callWorkspace(bench.product, session, bench.workspace, {
    method: 'PUT',
    path: '/api/TimeSheet/SaveWeek',
    body: { teamMemberID: person.memberId, weekEndDate, upserts },
  });
  if (answer.status !== 200) throw new Error(`the week was not saved: ${answer.text}`);
}

function idOf(weekEndDate: string, index: number): string {
  return `0190b100-0000-7000-8000-${weekEndDate.replaceAll('-', '')}${index.toString(16).padStart(4, '0')}`;
}
