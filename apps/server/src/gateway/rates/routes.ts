import type { rateRoutes } from '@stint/domain/api/gateway/rates.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import { RawJson } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import { type JsonText, parseJson } from '../../platform/json-text.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import type { FeatureHandlers } from '../feature.ts';
import { type Answer, answerJson } from '../shared/answer.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { inOneTrip, jsonObject, listJson, oneJson } from '../shared/json-sql.ts';
import { requireDate } from '../shared/sql-json.ts';
import { write } from '../shared/write.ts';
import { type Days, repriceDays } from '../totals/count.ts';

type Rate = Answer<'POST /Rates'>;

const item = jsonObject<Rate>({
  rateID: 'r.id',
  teamMemberID: 'r.team_member_id',
  projectID: 'r.project_id',
  kind: 'r.kind',
  amount: 'r.amount_minor',
  currency: 'r.currency',
  effectiveFrom: 'r.effective_from',
  createdAt: 'r.created_at',
});
const order = 'r.team_member_id, r.kind, r.project_id nulls first, r.effective_from';

/** Rates of people, each from a date on; what an hour costs is for owner and admin alone. */
export const rateHandlers: FeatureHandlers<typeof rateRoutes> = {
  'GET /Rates': async ({ query }, { database, tenantId, actor }, http) => {
    const cost = raw(can(actor, 'rate.seeCost') ? 'true' : "r.kind = 'bill'");
    const person =
      query.teamMemberID === undefined ? sql`true` : sql`r.team_member_id = ${query.teamMemberID}`;
    const project = query.projectID === undefined ? sql`true` : sql`r.project_id = ${query.projectID}`;
    const statement = (text: Sql) =>
      sql`select ${text} from app.member_rate r where r.tenant_id = ${tenantId} and ${cost} and ${person} and ${project}`;
    return answerJson(http, await listJson(inOneTrip(database, tenantId), item, order, statement));
  },
  'POST /Rates': async ({ body }, context, http) => {
    const { tenantId, info, identity, workspace } = context;
    const effectiveFrom = requireDate(body.effectiveFrom, 'effectiveFrom');
    const currency = body.currency ?? workspace.settings.currency;
    const text = await write(context, http, {
      entity: { id: newId() },
      work: async (tx, { id }) => {
        const [stored] = await tx.rows<{ id: string }>(sql`
          insert into app.member_rate (tenant_id, id, team_member_id, project_id, kind, amount_minor, currency, effective_from, created_at, created_by)
          values (${tenantId}, ${id}, ${body.teamMemberID}, ${body.projectID ?? null}, ${body.kind}, ${body.amount}, ${currency}, ${effectiveFrom},
            ${info.now}, ${identity.userUuid})
          on conflict (tenant_id, team_member_id, project_id, kind, effective_from) do update set amount_minor = excluded.amount_minor,
            currency = excluded.currency, created_at = excluded.created_at, created_by = excluded.created_by
          returning id`);
        await writeAudit(tx, auditSource(context), [
          { entity: 'rate', entityId: stored?.id ?? id, action: 'set', after: { ...body, currency } },
        ]);
        await repriceDays(tx, tenantId, daysOfMember(body.teamMemberID));
        return getRate(tx, tenantId, stored?.id ?? id);
      },
      again: (tx, { id }) => getRate(tx, tenantId, id),
    });
    return new RawJson(text);
  },
  'DELETE /Rates/:id': async ({ params }, context, http) => {
    const { tenantId } = context;
    const text = await write(context, http, {
      entity: { id: params.id },
      work: async (tx) => {
        const before = await getRate(tx, tenantId, params.id);
        await tx.run(sql`delete from app.member_rate where tenant_id = ${tenantId} and id = ${params.id}`);
        await repriceDays(tx, tenantId, daysOfMember(parseJson(before).teamMemberID));
        await writeAudit(tx, auditSource(context), [
          { entity: 'rate', entityId: params.id, action: 'removed', before: parseJson(before) },
        ]);
        return before;
      },
      again: (tx, { id }) => getRate(tx, tenantId, id),
    });
    return new RawJson(text);
  },
};

function daysOfMember(teamMemberID: string): Days {
  return (alias) => sql`${alias}.team_member_id = ${teamMemberID}`;
}

function getRate(tx: Queryable, tenantId: string, id: string): Promise<JsonText<Rate>> {
  return oneJson(
    tx,
    item,
    (text) => sql`select ${text} from app.member_rate r where r.tenant_id = ${tenantId} and r.id = ${id}`,
  );
}
