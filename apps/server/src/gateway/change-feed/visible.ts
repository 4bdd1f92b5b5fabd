import type { changeRoutes } from '@stint/domain/api/gateway/changes.ts';
import type { RouteOutput } from '@stint/domain/api/route.ts';
import { type Actor, can, scopeOf } from '@stint/domain/workspace/permissions.ts';
import type { Change } from '../../platform/change-feed/record.ts';
import { readWeekKey, type Topic } from './topics.ts';

export type ChangesAnswer = RouteOutput<(typeof changeRoutes)['GET /Changes']>;
export type VisibleChange = ChangesAnswer['changes'][number];

/** Who hears: the member, and the people whose weeks the member decides on. */
export type Listener = { actor: Actor; approves: ReadonlySet<string> };

type Show = (key: string, listener: Listener) => VisibleChange | null;

/** How a change of each topic is told to somebody, or null where it is nothing of theirs. */
const shown: Record<Topic, Show> = {
  week: showWeek,
  // Without a name: whose week waits is told by the inbox itself.
  inbox: (key, listener) => (mayDecide(key, listener) ? { topic: 'inbox' } : null),
  timer: (key, { actor }) => (key === '' || key === actor.teamMemberID ? { topic: 'timer' } : null),
  catalog: () => ({ topic: 'catalog' }),
  people: () => ({ topic: 'people' }),
  workspace: () => ({ topic: 'workspace' }),
  credential: () => null,
  directory: () => null,
};

function showWeek(key: string, { actor, approves }: Listener): VisibleChange | null {
  const week = readWeekKey(key);
  if (!week) return { topic: 'week' };
  const { teamMemberID, weekEndDate } = week;
  const approverID = approves.has(teamMemberID) ? actor.teamMemberID : null;
  return can(actor, 'time.see', { teamMemberID, approverID })
    ? { topic: 'week', teamMemberID, weekEndDate }
    : null;
}

/** Who manages projects may have the week to decide on: which, only its entries say. */
function mayDecide(teamMemberID: string, { actor, approves }: Listener): boolean {
  const scope = scopeOf(actor, 'week.approve');
  return scope === 'all' || scope === 'managed' || approves.has(teamMemberID);
}

/** What of some changes a listener may hear, each thing once. */
export function visibleChanges(changes: readonly Change[], listener: Listener): VisibleChange[] {
  const told = new Map<string, VisibleChange>();
  for (const { topic, key } of changes) {
    const change = shown[topic as Topic]?.(key, listener);
    if (change) told.set(`${topic} ${change.teamMemberID ?? ''} ${change.weekEndDate ?? ''}`, change);
  }
  return [...told.values()];
}
