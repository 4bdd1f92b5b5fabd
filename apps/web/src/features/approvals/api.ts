import { addWeeks, weekEndDate } from '@stint/domain/time/week.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import { queryOptions } from '@tanstack/react-query';
import { actorOf } from '../../lib/actor.ts';
import type { Answer, WorkspaceStart } from '../../lib/gateway.ts';
import type { Session } from '../../lib/session.ts';
import { today } from '../../lib/today.ts';

type Call = Session['call'];

/** One of the lists of the inbox; `open` is what was not handed in. */
export type Tab = 'pending' | 'disapproved' | 'open' | 'approved';

type Pending = Answer<'GET /TimeSheet/GetPendingTimesheets'>[number];
type Other = Answer<'GET /TimeSheet/Weeks'>[number];

/** A week in a list of the inbox; what only one of the two calls answers may be absent. */
export type ListedWeek = Omit<Pending, 'normMinutes' | 'flags'> &
  Partial<Pick<Pending, 'normMinutes' | 'flags'>> &
  Partial<Pick<Other, 'remindedAt'>>;

export type WeekRef = { teamMemberID: string; weekEndDate: string };
export type Step = Answer<'GET /TimeSheet/History/:teamMemberID/:weekEndDate'>[number];
export type StepResults = Answer<'POST /TimeSheet/Approve'>['results'];

/** Weeks before this one that the lists of decided and missing weeks look back. */
const WEEKS_BACK = 8;
const PAGE_SIZE = 200;

/** Other people act on weeks too, so nothing of this is kept for long. */
const always = { staleTime: 0, refetchOnMount: 'always' } as const;

/** Whether there is an inbox for this person: approvals are on, and there are people whose weeks they decide. */
export function mayDecide(start: WorkspaceStart): boolean {
  const isDecider = start.me.role !== 'member' || start.me.isApprover;
  return start.settings.approvalsEnabled && isDecider && can(actorOf(start), 'week.approve');
}

export function listQuery(call: Call, tab: Tab) {
  return queryOptions({
    ...always,
    queryKey: ['approvals', tab],
    queryFn: ({ signal }): Promise<ListedWeek[]> =>
      tab === 'pending'
        ? call('GET /TimeSheet/GetPendingTimesheets', { query: { size: PAGE_SIZE } }, { signal })
        : call(
            'GET /TimeSheet/Weeks',
            { query: { status: tab, ...rangeOf(tab), size: PAGE_SIZE } },
            { signal },
          ),
  });
}

/** The own weeks that were disapproved and wait for a correction, with their reasons. */
export function sentBackQuery(call: Call, teamMemberID: string) {
  return queryOptions({
    ...always,
    queryKey: ['approvals', 'sentBack', teamMemberID],
    queryFn: ({ signal }) =>
      call('GET /TimeSheet/GetDisapproveTimesheets/:teamMemberID', { params: { teamMemberID } }, { signal }),
  });
}

/** Weeks that are not over yet are not missing. */
function rangeOf(tab: Tab): { from: string; to: string } {
  const thisWeek = weekEndDate(today());
  return { from: addWeeks(thisWeek, -WEEKS_BACK), to: addWeeks(thisWeek, tab === 'open' ? -1 : WEEKS_BACK) };
}

/** A week with its entries, freshly read. Shares its place in the cache with the week page. */
export function sheetQuery(call: Call, { teamMemberID, weekEndDate: weekEnd }: WeekRef) {
  return queryOptions({
    ...always,
    queryKey: ['week', teamMemberID, weekEnd],
    queryFn: ({ signal }) =>
      call(
        'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate',
        { params: { teamMemberID, weekEndDate: weekEnd } },
        { signal },
      ),
  });
}

/** Every step the week took; asked again when its version is another. */
export function historyQuery(call: Call, { teamMemberID, weekEndDate: weekEnd }: WeekRef, version: number) {
  return queryOptions({
    queryKey: ['weekHistory', teamMemberID, weekEnd, version],
    queryFn: ({ signal }) =>
      call(
        'GET /TimeSheet/History/:teamMemberID/:weekEndDate',
        { params: { teamMemberID, weekEndDate: weekEnd } },
        { signal },
      ),
  });
}

export function differenceQuery(
  call: Call,
  { teamMemberID, weekEndDate: weekEnd }: WeekRef,
  version: number,
) {
  return queryOptions({
    ...always,
    queryKey: ['weekDifference', teamMemberID, weekEnd, version],
    queryFn: ({ signal }) =>
      call(
        'GET /TimeSheet/Difference/:teamMemberID/:weekEndDate',
        { params: { teamMemberID, weekEndDate: weekEnd } },
        { signal },
      ),
  });
}

/** Projects that were archived last: those that a week of now may still have time on. */
export function archivedProjectsQuery(call: Call) {
  return queryOptions({
    queryKey: ['projects', 'archivedLately'],
    queryFn: ({ signal }) =>
      call(
        'GET /Projects/GetArchivedProjects',
        { query: { sort: '-updatedAt', size: PAGE_SIZE, total: false } },
        { signal },
      ),
  });
}

/** A name for a week of a person, for selections and addresses. */
export function keyOf({ teamMemberID, weekEndDate: weekEnd }: WeekRef): string {
  return `${teamMemberID}.${weekEnd}`;
}

/** What a step needs of a week. */
export function itemOf({ teamMemberID, weekEndDate: weekEnd, version }: WeekRef & { version: number }) {
  return { teamMemberID, weekEndDate: weekEnd, version };
}

/** The refusal of the only week of a call, thrown as any other error. */
export function requireDone(results: StepResults): void {
  const refused = results.find(({ error }) => error !== null);
  if (refused?.error) throw new Error(refused.error.message);
}
