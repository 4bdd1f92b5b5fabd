import { activity } from '@stint/domain/api/gateway/activities.ts';
import type { Transaction } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { Answer } from '../shared/answer.ts';
import { archiveRow, lockPair } from '../shared/archiving.ts';
import { createCatalogue } from '../shared/catalogue.ts';
import type { CatalogQuery } from '../shared/following.ts';
import { moveImportedNames } from '../shared/imported-names.ts';
import { repriceDays } from '../totals/count.ts';
import { holdWeeksWhere } from '../totals/hold.ts';

type ActivityJson = Answer<'GET /Activities/:id'>;
type ActivityQuery = CatalogQuery & { projectID?: string | undefined };

export const activities = createCatalogue(activity, {
  alias: 'a',
  workedOut: () => ({}),
  searched: 'a.search_name',
  filters: ({ tenantId }, { projectID }: ActivityQuery) => (projectID ? [usableOn(tenantId, projectID)] : []),
  sorts: {
    order: { by: 'a.order_key', type: 'text' },
    name: { by: 'lower(a.name)', type: 'text' },
    code: { by: "coalesce(a.code, '')", type: 'text' },
  },
  defaultSort: 'order',
});

/** A project takes the activities it lists; one that lists none takes every global activity. */
function usableOn(tenantId: string, projectId: string): Sql {
  return sql`(exists (select from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = ${projectId} and l.activity_id = a.id)
    or (a.is_global and not exists (select from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = ${projectId})))`;
}

/**
 * Moves the entries of another activity here and archives that one. What was approved stays as it was approved: those
 * entries keep the archived activity, and the audit says how many.
 */
export async function mergeActivities(
  tx: Transaction,
  context: MemberContext,
  id: string,
  from: string,
): Promise<JsonText<ActivityJson>> {
  const { tenantId, info, identity } = context;
  await lockPair(tx, context, 'activity', { id, from });
  // The weeks are held, so that an approval at the same moment comes before or after, not in between.
  await holdWeeksWhere(
    tx,
    tenantId,
    sql`(w.team_member_id, w.week_end_on) in (select e.team_member_id, e.week_end_on from app.timesheet_entry e
      where e.tenant_id = ${tenantId} and e.activity_id = ${from})`,
  );
  const entries = await tx.run(sql`
    update app.timesheet_entry e set activity_id = ${id}, updated_at = ${info.now}, updated_by = ${identity.userUuid}, version = e.version + 1
    from app.timesheet_week w
    where e.tenant_id = ${tenantId} and e.activity_id = ${from} and w.tenant_id = ${tenantId} and w.status <> 'approved'
      and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on`);
  const { kept } = await tx.one<{ kept: number }>(sql`
    select count(*)::int as kept from app.timesheet_entry where tenant_id = ${tenantId} and activity_id = ${from}`);
  // Where the kept one has a rate already, that one goes on alone: two histories make none.
  await tx.run(sql`
    insert into app.standard_rate (tenant_id, id, project_id, activity_id, amount_minor, effective_from, created_at, created_by)
    select r.tenant_id, gen_random_uuid(), r.project_id, ${id}::uuid, r.amount_minor, r.effective_from, ${info.now}::timestamptz,
      ${identity.userUuid}::uuid
    from app.standard_rate r where r.tenant_id = ${tenantId} and r.activity_id = ${from}
      and not exists (select from app.standard_rate o where o.tenant_id = ${tenantId} and o.activity_id = ${id}
        and o.project_id is not distinct from r.project_id)
      and not exists (select from app.project_activity l where l.tenant_id = ${tenantId} and l.activity_id = ${id}
        and l.project_id = r.project_id and l.rate_minor is not null)
    on conflict (tenant_id, client_id, project_id, activity_id, effective_from) do nothing`);
  await tx.run(sql`
    insert into app.project_activity (tenant_id, project_id, activity_id, rate_minor)
    select tenant_id, project_id, ${id}::uuid, rate_minor from app.project_activity where tenant_id = ${tenantId} and activity_id = ${from}
    on conflict (tenant_id, project_id, activity_id) do nothing`);
  await repriceDays(tx, tenantId, (alias) => sql`${alias}.activity_id in (${id}, ${from})`);
  await moveImportedNames(tx, tenantId, 'activity', { id, from });
  await archiveRow(tx, context, 'activity', from);
  return activities.record(tx, context, id, { action: 'merged', after: { from, entries, kept } });
}
