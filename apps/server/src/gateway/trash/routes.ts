import { entities } from '@stint/domain/api/gateway/entities.ts';
import type { trashRoutes } from '@stint/domain/api/gateway/trash.ts';
import { catalog, type TrashedName, trashedNames } from '@stint/domain/workspace/catalog.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import { projectScope } from '../projects/queries.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject } from '../shared/json-sql.ts';
import { answerList, readList } from '../shared/list.ts';
import { purgeAfterMs } from '../shared/purge-after.ts';
import { write } from '../shared/write.ts';
import { entryScope } from '../timesheets/see.ts';
import { restoreEntry } from './restore-entry.ts';

/** What was removed in the last 30 days. */
export const trashHandlers: FeatureHandlers<typeof trashRoutes> = {
  'GET /Trash': async ({ query }, context, http) => {
    const { database, tenantId, info } = context;
    const since = new Date(info.now.getTime() - purgeAfterMs);
    const kinds = trashed(context).filter(
      ({ entity }) => query.entity === undefined || query.entity === entity,
    );
    if (kinds.length === 0) return [];
    const list = {
      item: jsonObject<Answer<'GET /Trash'>[number]>({
        entity: 'x.entity',
        id: 'x.id',
        name: 'x.name',
        deletedAt: `to_char(x.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
        purgedAfter: `to_char((x.deleted_at + interval '30 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
        minutes: 'x.minutes',
        workDate: 'x.work_on',
      }),
      from: sql`(${join(
        kinds.map(({ rows }) => rows),
        ' union all ',
      )}) x`,
      where: [sql`x.tenant_id = ${tenantId}`, sql`x.deleted_at >= ${since}`],
      id: 'x.id',
      sorts: { deletedAt: { by: 'x.deleted_at', type: 'timestamptz' as const } },
      defaultSort: '-deletedAt',
    };
    return answerList(
      http,
      await database.withTenant(tenantId, (tx) => readList(tx, list, query), { readOnly: true }),
    );
  },
  'PUT /Trash/Entries/:id/Restore': ({ params }, context, http) =>
    write(context, http, {
      entity: { timesheetID: params.id },
      work: async (tx) => {
        await restoreEntry(tx, context, params.id);
        return { timesheetID: params.id };
      },
      again: async (_tx, entity) => entity,
    }),
};

/** The kinds that a person may bring back: own time, or time they may write; catalogue with its ability, as far as they see it. */
function trashed({ tenantId, actor }: MemberContext): { entity: string; rows: Sql }[] {
  const ofSeen = sql` and exists (select from app.project p where p.tenant_id = ${tenantId} and p.id = n.id and ${projectScope(tenantId, actor)})`;
  const named = trashedNames
    .filter((name) => can(actor, catalog[name].write))
    .map((entity) => ({
      entity,
      rows: sql`select ${entity}::text as entity, n.tenant_id, n.id, ${labelColumn(entity)} as name, n.deleted_at, null::int as minutes, null::date as work_on
        from app.${raw(entity)} n where n.tenant_id = ${tenantId} and n.deleted_at is not null${entity === 'project' ? ofSeen : sql``}`,
    }));
  const entries = {
    entity: 'entry',
    rows: sql`select 'entry'::text as entity, e.tenant_id, e.id, p.name, e.deleted_at, e.minutes, e.work_on
      from app.timesheet_entry e join app.project p on p.tenant_id = ${tenantId} and p.id = e.project_id
      where e.tenant_id = ${tenantId} and e.deleted_at is not null and ${entryScope(actor, 'time.see', tenantId)}`,
  };
  return [entries, ...named];
}

/** The column of what people know a thing by. */
function labelColumn(name: TrashedName): Sql {
  return raw(`n.${entities[name].fields[catalog[name].label]?.column}`);
}
