import { queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type WeekSheet = Answer<'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate'>;
export type Entry = WeekSheet['entries'][number];
/** Why each day of a week cannot be written; `readOnly` for who may see the week and not edit it. */
export type Locks = readonly (WeekSheet['locked'][number] | 'readOnly')[];
/** A week of a year with its state and its hours. */
export type YearWeek = Answer<'GET /TimeSheet/Year/:teamMemberID/:year'>[number];

/** What was taken over from another week, and what had to stay out. */
export type CopiedWeek = Answer<'POST /TimeSheet/CopyWeek'>;

/** Whose week: edits are kept and sent week by week. */
export type WeekKey = { teamMemberID: string; weekEndDate: string };

/** An entry as a person leaves it, before the server has it. */
export type EntryDraft = {
  timesheetID: string;
  /** The version it was made from; null for an entry that is new. */
  version: number | null;
  projectID: string;
  activityID: string | null;
  projectName: string;
  clientName: string | null;
  activityName: string | null;
  workDate: string;
  minutes: number;
  comment: string;
  /** Absent: as project and activity say. */
  isBillable?: boolean | undefined;
  /** Absent, here and below: as they are. */
  tags?: string[] | undefined;
  startedAt?: string | null | undefined;
  endedAt?: string | null | undefined;
  /** What it was made from elsewhere, such as an event of a calendar. */
  externalRef?: string | null | undefined;
  isDeleted: boolean;
};

/** Where a week with its entries is kept. */
export function weekKey({ teamMemberID, weekEndDate }: WeekKey): readonly string[] {
  return ['week', teamMemberID, weekEndDate];
}

export function readWeek(
  call: Call,
  { teamMemberID, weekEndDate }: WeekKey,
  signal?: AbortSignal,
): Promise<WeekSheet> {
  const params = { teamMemberID, weekEndDate };
  return call('GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate', { params }, { signal });
}

/** A week with its entries. */
export function weekQuery(call: Call, week: WeekKey) {
  return queryOptions({
    queryKey: weekKey(week),
    queryFn: ({ signal }) => readWeek(call, week, signal),
  });
}

/** The state of every week of a year. */
export function yearQuery(call: Call, teamMemberID: string, year: string) {
  return queryOptions({
    queryKey: ['weekYear', teamMemberID, year],
    queryFn: ({ signal }) =>
      call('GET /TimeSheet/Year/:teamMemberID/:year', { params: { teamMemberID, year } }, { signal }),
    staleTime: 0,
  });
}

/** Working days of a range on which a person has no time yet. */
export function missingDaysQuery(call: Call, teamMemberID: string, range: { from: string; to: string }) {
  return queryOptions({
    queryKey: ['week', 'missing', teamMemberID, range.from, range.to],
    queryFn: async ({ signal }) => {
      const query = { ...range, teamMemberID };
      const people = await call('GET /TimeSheet/Missing', { query }, { signal });
      return people.flatMap(({ dates }) => dates);
    },
  });
}

/** Saves what was typed; whoever saves does the waiting, since one try tells whether there is a connection. */
export function saveWeek(call: Call, body: Body<'PUT /TimeSheet/SaveWeek'>, idempotencyKey: string) {
  return call('PUT /TimeSheet/SaveWeek', { body }, { idempotencyKey, tries: 2 });
}

/** Takes over another week of one's own, as far as it may be. */
export function copyWeek(call: Call, body: Body<'POST /TimeSheet/CopyWeek'>) {
  return call('POST /TimeSheet/CopyWeek', { body });
}
