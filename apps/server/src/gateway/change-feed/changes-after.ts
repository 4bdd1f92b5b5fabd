import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { type ChangesAnswer, type Listener, visibleChanges } from './visible.ts';

/** What a member may hear of what changed after a mark; without one, or with one that is of no use any more, where to begin. */
export async function changesAfter(context: MemberContext, after: string | null): Promise<ChangesAnswer> {
  const { tenantId, workspace } = context;
  const { changes, ...rest } = await workspace.region.feed.since(after, tenantId);
  if (changes.length === 0) return { ...rest, changes: [] };
  return { ...rest, changes: visibleChanges(changes, await listenerOf(context)) };
}

/** Where a page begins to hear: no later than this process is, since what it answers from memory is no newer than that. */
export async function whereToBegin(context: MemberContext): Promise<ChangesAnswer> {
  const mark = context.workspace.region.feed.mark();
  return mark === null ? changesAfter(context, null) : { mark, isComplete: false, changes: [] };
}

/** The member with the people whose approver they are now. */
export async function listenerOf({ database, tenantId, actor }: MemberContext): Promise<Listener> {
  const people = await database.tenantRows<{ id: string }>(
    tenantId,
    sql`select m.id from app.team_member m where m.tenant_id = ${tenantId} and m.approver_id = ${actor.teamMemberID}`,
  );
  return { actor, approves: new Set(people.map(({ id }) => id)) };
}
