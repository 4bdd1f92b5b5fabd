import type { Queryable } from '../../platform/database.ts';
import { addFields, type JsonText, joinFields, orNull } from '../../platform/json-text.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject, listJson } from '../shared/json-sql.ts';
import { draftItem } from './drafts.ts';
import { findTimer } from './timers.ts';
import { workItem, workTables } from './work.ts';

type Overview = Answer<'GET /Timer/Overview'>;
type Last = NonNullable<Overview['last']>;

/** What was worked on longer ago is not continued at a key. */
const lastDays = 60;

const lastItem = (tenantId: string) =>
  jsonObject<Last>({
    ...workItem,
    tags: sql`array(select t.tag_id from app.entry_tag t where t.tenant_id = ${tenantId} and t.entry_id = r.id)`,
  });

/** Everything that the timer's line shows, at once. */
export async function readOverview(tx: Queryable, context: MemberContext): Promise<JsonText<Overview>> {
  const { tenantId, actor, info } = context;
  const me = actor.teamMemberID;
  const [timer, drafts, last, { schedule }] = await Promise.all([
    findTimer(tx, context),
    listJson(
      tx,
      draftItem,
      'r.started_at, r.id',
      (text) => sql`
        select ${text} from app.timer_draft r ${workTables(tenantId)}
        where r.tenant_id = ${tenantId} and r.team_member_id = ${me}`,
    ),
    findLast(tx, context),
    tx.one<{ schedule: number[] }>(sql`
      select coalesce(m.schedule, t.schedule) as schedule
      from app.team_member m join app.tenant t on t.tenant_id = ${tenantId}
      where m.tenant_id = ${tenantId} and m.id = ${me}`),
  ]);
  const answer = joinFields({ timer: orNull(timer), drafts, last: orNull(last) });
  return addFields(answer, { schedule, now: info.now.toISOString() });
}

/** What the caller recorded last and can still be worked on. */
async function findLast(
  tx: Queryable,
  { tenantId, actor, info }: MemberContext,
): Promise<JsonText<Last> | undefined> {
  const since = new Date(info.now.getTime() - lastDays * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const row = await tx.maybeOne<{ text: JsonText<Last> }>(sql`
    select (${lastItem(tenantId)})::text as text from app.timesheet_entry r ${workTables(tenantId)}
    where r.tenant_id = ${tenantId} and r.team_member_id = ${actor.teamMemberID} and r.deleted_at is null and r.work_on >= ${since}
      and p.archived_at is null and a.archived_at is null
    order by r.work_on desc, coalesce(r.ended_at, r.created_at) desc, r.id desc limit 1`);
  return row?.text;
}
