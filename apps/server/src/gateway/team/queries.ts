import { teamMember } from '@stint/domain/api/gateway/team.ts';
import type { Actor } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import type { Answer } from '../shared/answer.ts';
import { expressionsOf } from '../shared/columns.ts';
import type { CatalogQuery } from '../shared/following.ts';
import { type JsonSql, jsonObject, oneJson } from '../shared/json-sql.ts';
import { contains, type List } from '../shared/list.ts';
import { knownEmail, memberScope } from '../timesheets/see.ts';

const weeksShown = 4;
const roleIds = "case m.role when 'owner' then 1 when 'admin' then 2 when 'editor' then 3 else 4 end";

export type MemberJson = Answer<'GET /TeamMember/:id'>;

/** A member as the wire shows it. Weeks and last entry only of people whose time the caller may see. */
function memberItem(tenantId: string, actor: Actor): JsonSql<MemberJson> {
  const visible = memberScope(actor, 'time.see');
  const workedOut = {
    email: knownEmail(actor),
    approverName: sql`(select trim(a.first_name || ' ' || a.last_name) from app.team_member a
      where a.tenant_id = ${tenantId} and a.id = m.approver_id)`,
    appRoles: `json_build_array(json_build_object('id', ${roleIds}, 'name', m.role))`,
    lastEntryAt: sql`case when ${visible} then (select e.work_on from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.team_member_id = m.id
      and e.deleted_at is null order by e.work_on desc limit 1) end`,
    timeSheetList: sql`case when ${visible} then coalesce((select json_agg(json_build_object('weekEndDate', x.week_end_on, 'status', x.status,
        'totalMinutes', x.total_minutes)) from (select w.week_end_on, w.status, w.total_minutes from app.timesheet_week w
          where w.tenant_id = ${tenantId} and w.team_member_id = m.id order by w.week_end_on desc limit ${weeksShown}) x), '[]'::json) else '[]'::json end`,
  };
  return jsonObject<MemberJson>(expressionsOf(teamMember.fields, 'm', workedOut, actor));
}

export function memberList(
  tenantId: string,
  actor: Actor,
  query: CatalogQuery,
  archived: boolean,
): List<MemberJson> {
  const found = query.q?.trim()
    ? [
        sql`lower(m.first_name || ' ' || m.last_name || ' ' || coalesce(${knownEmail(actor)}, '')) like ${contains(query.q)}`,
      ]
    : [];
  return {
    item: memberItem(tenantId, actor),
    from: sql`app.team_member m`,
    where: [
      sql`m.tenant_id = ${tenantId}`,
      memberScope(actor, 'member.see'),
      statusFilter(query, archived),
      ...found,
    ],
    id: 'm.id',
    sorts: {
      name: { by: "lower(m.first_name || ' ' || m.last_name)", type: 'text' },
      role: { by: roleIds, type: 'int' },
      updatedAt: { by: 'm.updated_at', type: 'timestamptz' },
      createdAt: { by: 'm.created_at', type: 'timestamptz' },
    },
    defaultSort: 'name',
  };
}

/**
 * People who are in the list, or in the archive; those changed since an instant. A follower of changes hears of archived
 * people as of removed things: that is how they leave the list.
 */
function statusFilter({ updatedSince, deletedSince }: CatalogQuery, archived: boolean): Sql {
  const status = archived ? sql`m.status = 'archived'` : sql`m.status <> 'archived'`;
  const changed = sql`(${status} and m.updated_at >= ${updatedSince})`;
  const removed = sql`(m.status = 'archived' and m.archived_at >= ${deletedSince})`;
  if (updatedSince !== undefined)
    return deletedSince === undefined ? changed : sql`(${changed} or ${removed})`;
  return deletedSince === undefined ? status : removed;
}

/**
 * A member by teamMemberID or userUuid, if the caller may see them; everybody sees themselves.
 * @throws AppError `not_found`
 */
export function getMember(
  tx: Queryable,
  tenantId: string,
  actor: Actor,
  id: string,
): Promise<JsonText<MemberJson>> {
  return oneJson(
    tx,
    memberItem(tenantId, actor),
    (text) => sql`
    select ${text} from app.team_member m
    where m.tenant_id = ${tenantId} and (m.id = ${id} or m.user_id = ${id}) and ${memberScope(actor, 'member.see')}`,
  );
}
