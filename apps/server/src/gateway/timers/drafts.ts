import { AppError } from '@stint/domain/errors.ts';
import { changing } from '../../platform/change-feed/record.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { parseJson } from '../../platform/json-text.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject } from '../shared/json-sql.ts';
import { requireEnd, requirePast } from './instants.ts';
import { type Kept, keepSpan, type Span } from './keep.ts';
import { mergeWork, requireUsable, type WorkInput, workColumns, workItem, workTables } from './work.ts';

type DraftJson = Answer<'GET /Timer/Overview'>['drafts'][number];

export const draftItem = jsonObject<DraftJson>({
  draftID: 'r.id',
  ...workItem,
  startedAt: 'r.started_at',
  endedAt: 'r.ended_at',
  timeZone: 'r.time_zone',
  reason: 'r.reason',
  version: 'r.version',
});

type MendInput = WorkInput & {
  startedAt?: string | undefined;
  endedAt?: string | undefined;
  version: number;
};

/** Tries again, with what was changed. @throws AppError `not_found`, `version_conflict` */
export async function mendDraft(
  tx: Transaction,
  context: MemberContext,
  id: string,
  input: MendInput,
): Promise<Kept> {
  const { tenantId, actor, info } = context;
  const draft = await tx.one<Span & { version: number }>(sql`
    select ${workColumns}, started_at as "startedAt", ended_at as "endedAt", time_zone as "timeZone", version
    from app.timer_draft where tenant_id = ${tenantId} and id = ${id} and team_member_id = ${actor.teamMemberID} for update`);
  if (draft.version !== input.version)
    throw new AppError('version_conflict', { details: { current: await readDraft(tx, context, id) } });
  await requireUsable(tx, context, input);
  const startedAt =
    input.startedAt === undefined ? draft.startedAt : requirePast(input.startedAt, info.now, 'startedAt');
  const endedAt = requireEnd(input.endedAt ?? draft.endedAt.toISOString(), info.now, startedAt);
  await discardDraft(tx, context, id);
  const span = { ...mergeWork(draft, input), startedAt, endedAt };
  return keepSpan(tx, context, span, { id, version: draft.version + 1 });
}

async function readDraft(tx: Queryable, { tenantId, actor }: MemberContext, id: string): Promise<DraftJson> {
  const { text } = await tx.one<{ text: JsonText<DraftJson> }>(sql`
    select (${draftItem})::text as text from app.timer_draft r ${workTables(tenantId)}
    where r.tenant_id = ${tenantId} and r.id = ${id} and r.team_member_id = ${actor.teamMemberID}`);
  return parseJson(text);
}

/** Throws a draft of the caller away. @returns how many there were */
export function discardDraft(tx: Queryable, { tenantId, actor }: MemberContext, id: string): Promise<number> {
  const me = actor.teamMemberID;
  const statement = sql`delete from app.timer_draft where tenant_id = ${tenantId} and id = ${id} and team_member_id = ${me}`;
  return tx.run(changing('timer', [me], statement));
}
