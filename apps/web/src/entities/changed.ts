import { callTarget } from '@stint/domain/api/caller.ts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Answer } from '../lib/gateway.ts';
import type { Session } from '../lib/session.ts';
import { type WeekKey, weekKey } from './week.ts';

export type Change = Answer<'GET /Changes'>['changes'][number];

/** The keys of what a change concerns, by their first parts. All of them, or of a week what is kept of it. */
const concerned: Record<Change['topic'], (change: Change) => readonly QueryKey[]> = {
  week: (change) => {
    const week = weekOf(change);
    if (!week)
      return [
        ['week'],
        ['weekYear'],
        ['ownHours'],
        ['weekHistory'],
        ['weekDifference'],
        ['approvals'],
        ['report'],
      ];
    const { teamMemberID, weekEndDate } = week;
    return [
      weekKey(week),
      ['weekYear', teamMemberID],
      ['week', 'missing', teamMemberID],
      ['ownHours', teamMemberID],
      ['weekHistory', teamMemberID, weekEndDate],
      ['weekDifference', teamMemberID, weekEndDate],
      ['report'],
      ...listsOfWeeks,
    ];
  },
  inbox: () => [['approvals']],
  timer: () => [['timer']],
  // Weeks and reports show the names of what they are about; who manages projects decides on their weeks.
  catalog: () => [
    ['projects'],
    ['projectTypes'],
    ['rates'],
    ['clients'],
    ['activities'],
    ['tags'],
    ['week'],
    ['report'],
    ['approvals'],
    ['search'],
  ],
  // Rights and roles are the person's own in this workspace; whose weeks somebody decides on, their approvers say.
  people: () => [['team'], ['invitations'], ['preferences'], ['workspace'], ['approvals'], ['search']],
  workspace: () => [['workspace'], ['retention'], ['holidays'], ['subscription'], ['week']],
};

/** Those whose weeks anybody may still change; what waits for a decision is told apart, by the inbox. */
const listsOfWeeks: readonly QueryKey[] = [
  ['approvals', 'open'],
  ['approvals', 'disapproved'],
  ['approvals', 'approved'],
  ['approvals', 'sentBack'],
];

/** The first parts of all keys that a change may concern. */
export const CONCERNED = [
  ...new Set(
    Object.entries(concerned).flatMap(([topic, keysOf]) =>
      keysOf({ topic: topic as Change['topic'] }).map(([name]) => String(name)),
    ),
  ),
];

/** The week that a change names. */
export function weekOf({ teamMemberID, weekEndDate }: Change): WeekKey | null {
  return teamMemberID && weekEndDate ? { teamMemberID, weekEndDate } : null;
}

/** What a browser asks and hears of the feed, and where its page is in it. */
export function changesOf({ call, openStream, known }: Pick<Session, 'call' | 'openStream' | 'known'>) {
  const query = (after: string | null) => ({ query: after ? { after } : {} });
  const begun = known[callTarget('GET /Changes', {}).path]?.body as Answer<'GET /Changes'> | undefined;
  return {
    begun: begun?.mark ?? null,
    open: (after: string | null, signal: AbortSignal) => openStream('GET /Changes', query(after), signal),
    ask: (after: string | null, signal: AbortSignal) =>
      call('GET /Changes', query(after), { signal, tries: 1 }),
  };
}

/** Asks anew for what is shown of what changed; what is kept of it is asked for when it is shown again. */
export async function askAnew(queryClient: QueryClient, changes: readonly Change[]): Promise<void> {
  const keys = new Map(
    changes.flatMap((change) => concerned[change.topic]?.(change) ?? []).map((key) => [key.join(), key]),
  );
  await Promise.all(Array.from(keys.values(), (queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** The same where nobody knows what was missed. */
export async function askAllAnew(queryClient: QueryClient): Promise<void> {
  const names = new Set<unknown>(CONCERNED);
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.has(queryKey[0]) });
}
