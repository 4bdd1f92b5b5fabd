import { addWeeks, weekEndOf } from '@stint/domain/time/week.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import { queryOptions } from '@tanstack/react-query';
import { actorOf } from '../lib/actor.ts';
import type { Answer, Body, WorkspaceStart } from '../lib/gateway.ts';
import { newestOf } from '../lib/newest.ts';
import type { Call } from '../lib/session.ts';
import { today } from '../lib/today.ts';
import { type WeekKey, weekQuery } from './week.ts';

/** One of the lists of the inbox; `open` is what was not handed in. */
export type Tab = 'pending' | 'disapproved' | 'open' | 'approved';

type Pending = Answer<'GET /TimeSheet/GetPendingTimesheets'>[number];
type Other = Answer<'GET /TimeSheet/Weeks'>[number];

/** A week in a list of the inbox; what only one of the two calls answers may be absent. */
export type ListedWeek = Omit<Pending, 'normMinutes' | 'flags'> &
  Partial<Pick<Pending, 'normMinutes' | 'flags'>> &
  Partial<Pick<Other, 'remindedAt'>>;

export type Step = Answer<'GET /TimeSheet/History/:teamMemberID/:weekEndDate'>[number];
/** A week as a step takes it: one that somebody changed meanwhile is refused. */
export type VersionedWeek = WeekKey & { version: number };
type StepResults = Answer<'POST /TimeSheet/Approve'>['results'];

/** First parts of the keys of everything that a step of a week changes. */
export const CHANGED_BY_A_STEP = ['approvals', 'week', 'weekHistory'] as const;

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

export function inboxQuery(call: Call, tab: Tab) {
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

/** How many weeks wait for the caller: of the list itself one row is enough. */
export function waitingQuery(call: Call) {
  return queryOptions({
    ...always,
    queryKey: ['approvals', 'waiting'],
    queryFn: async ({ signal }) => {
      const { total } = await newestOf((hearTotal) =>
        call('GET /TimeSheet/GetPendingTimesheets', { query: { size: 1 } }, { signal, hearTotal }),
      );
      return total;
    },
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
  const thisWeek = weekEndOf(today());
  return { from: addWeeks(thisWeek, -WEEKS_BACK), to: addWeeks(thisWeek, tab === 'open' ? -1 : WEEKS_BACK) };
}

/** A week with its entries, freshly read. Shares its place in the cache with the week page. */
export function freshWeekQuery(call: Call, week: WeekKey) {
  return { ...weekQuery(call, week), ...always };
}

/** Every step the week took; asked again when its version is another. */
export function historyQuery(call: Call, { teamMemberID, weekEndDate, version }: VersionedWeek) {
  const params = { teamMemberID, weekEndDate };
  return queryOptions({
    queryKey: ['weekHistory', teamMemberID, weekEndDate, version],
    queryFn: ({ signal }) =>
      call('GET /TimeSheet/History/:teamMemberID/:weekEndDate', { params }, { signal }),
  });
}

/** What changed since the week was last handed in. */
export function differenceQuery(call: Call, { teamMemberID, weekEndDate, version }: VersionedWeek) {
  const params = { teamMemberID, weekEndDate };
  return queryOptions({
    ...always,
    queryKey: ['weekDifference', teamMemberID, weekEndDate, version],
    queryFn: ({ signal }) =>
      call('GET /TimeSheet/Difference/:teamMemberID/:weekEndDate', { params }, { signal }),
  });
}

/** A name for a week of a person, for selections and addresses. */
export function keyOf({ teamMemberID, weekEndDate }: WeekKey): string {
  return `${teamMemberID}.${weekEndDate}`;
}

/** Hands a week in. @returns the week then. @throws Error with what the gateway says against it, as the other steps of one week */
export async function submitWeek(
  call: Call,
  week: VersionedWeek,
  note: string | null,
): Promise<VersionedWeek> {
  return requireDone(await call('POST /TimeSheet/Submit', { body: { items: [itemOf(week)], note } }));
}

export async function withdrawWeek(call: Call, week: VersionedWeek): Promise<VersionedWeek> {
  return requireDone(await call('POST /TimeSheet/Withdraw', { body: { items: [itemOf(week)] } }));
}

export async function reopenWeek(call: Call, week: VersionedWeek, reason: string): Promise<VersionedWeek> {
  return requireDone(await call('POST /TimeSheet/Reopen', { body: { items: [itemOf(week)], reason } }));
}

export type DisapproveDetails = Pick<Body<'POST /TimeSheet/Disapprove'>, 'reason' | 'lines'>;

export async function disapproveWeek(
  call: Call,
  week: VersionedWeek,
  details: DisapproveDetails,
): Promise<VersionedWeek> {
  return requireDone(
    await call('POST /TimeSheet/Disapprove', { body: { items: [itemOf(week)], ...details } }),
  );
}

/** Which weeks took a step, and by `keyOf` why the others could not. */
export type Decided = { done: VersionedWeek[]; failed: Map<string, string> };

/** Approves weeks, each decided for itself. */
export async function approveWeeks(call: Call, weeks: readonly VersionedWeek[]): Promise<Decided> {
  const { results } = await call('POST /TimeSheet/Approve', { body: { items: weeks.map(itemOf) } });
  return {
    done: results.flatMap(({ week, error }) => (week && !error ? [itemOf(week)] : [])),
    failed: new Map(results.flatMap((each) => (each.error ? [[keyOf(each), each.error.message]] : []))),
  };
}

/** Takes the last step of weeks back. @throws Error with what the gateway says against the first that could not be */
export async function undoSteps(call: Call, weeks: readonly VersionedWeek[]): Promise<void> {
  requireDone(await call('POST /TimeSheet/Undo', { body: { items: weeks.map(itemOf) } }));
}

/** Reminds of weeks that are missing. @returns how many people were; who was today already is not again */
export async function remindOfWeeks(call: Call, weeks: readonly WeekKey[]): Promise<number> {
  const items = weeks.map(({ teamMemberID, weekEndDate }) => ({
    teamMemberID,
    weekEndDate,
  }));
  const { results } = await call('POST /TimeSheet/Remind', { body: { items } });
  return results.filter(({ isReminded }) => isReminded).length;
}

/** What a step needs of a week. */
function itemOf({ teamMemberID, weekEndDate, version }: VersionedWeek) {
  return { teamMemberID, weekEndDate, version };
}

/** The first week of a call as it is then; a refusal of any is thrown as any other error. */
function requireDone({ results }: { results: StepResults }): VersionedWeek {
  const refused = results.find(({ error }) => error !== null);
  if (refused?.error) throw new Error(refused.error.message);
  const [done] = results;
  if (!done?.week) throw new Error('a step answered no week');
  return itemOf(done.week);
}
