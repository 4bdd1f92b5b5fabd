import type { Transaction } from '../../platform/database.ts';
import { join, type Sql, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { fieldError } from '../shared/sql-json.ts';
import type { ProjectInput } from './references.ts';

/** What an hour of an activity is billed at on a project, in minor units. */
type ActivityRate = NonNullable<ProjectInput['activityRates']>[number];

/** Replaces who works on a project, with which activities and at which rates of these, where they are given. */
export async function replaceLinks(
  tx: Transaction,
  context: MemberContext,
  id: string,
  { memberIDs, activityIDs, activityRates }: ProjectInput,
): Promise<void> {
  const project = { tenantId: context.tenantId, id };
  await Promise.all([
    memberIDs && replace(tx, members, project, memberIDs),
    activityIDs && replace(tx, activities, project, activityIDs),
  ]);
  if (activityRates) await replaceRates(tx, context, id, activityRates);
}

type ProjectKey = { tenantId: string; id: string };

/** Statements of one kind of link: drop all but some, add a list of `(tenant, project, id)`. */
type LinkTable = {
  keepOnly: (project: ProjectKey, ids: readonly string[]) => Sql;
  add: (rows: Sql) => Sql;
};

const members: LinkTable = {
  keepOnly: ({ tenantId, id }, ids) => sql`delete from app.project_member
    where tenant_id = ${tenantId} and project_id = ${id} and team_member_id <> all(${ids}::uuid[])`,
  add: (rows) => sql`insert into app.project_member (tenant_id, project_id, team_member_id)
    values ${rows} on conflict (tenant_id, project_id, team_member_id) do nothing`,
};

const activities: LinkTable = {
  keepOnly: ({ tenantId, id }, ids) => sql`delete from app.project_activity
    where tenant_id = ${tenantId} and project_id = ${id} and activity_id <> all(${ids}::uuid[])`,
  add: (rows) => sql`insert into app.project_activity (tenant_id, project_id, activity_id)
    values ${rows} on conflict (tenant_id, project_id, activity_id) do nothing`,
};

async function replace(tx: Transaction, table: LinkTable, project: ProjectKey, ids: readonly string[]) {
  const { tenantId, id } = project;
  await tx.run(table.keepOnly(project, ids));
  if (ids.length > 0) await tx.run(table.add(join(ids.map((each) => sql`(${tenantId}, ${id}, ${each})`))));
}

/** @throws AppError `reference_invalid` for an activity that the project does not list, or that is named twice */
async function replaceRates(
  tx: Transaction,
  { tenantId }: MemberContext,
  id: string,
  rates: readonly ActivityRate[],
): Promise<void> {
  const ids = rates.map(({ activityID }) => activityID);
  const { listed } = await tx.one<{ listed: number }>(sql`select count(*) as listed from app.project_activity
    where tenant_id = ${tenantId} and project_id = ${id} and activity_id = any(${ids}::uuid[])`);
  if (listed !== ids.length) {
    throw fieldError(
      'reference_invalid',
      'activityRates',
      'Rates are for activities that this project lists, once each.',
    );
  }
  await tx.run(sql`update app.project_activity set rate_minor = null
    where tenant_id = ${tenantId} and project_id = ${id} and activity_id <> all(${ids}::uuid[])`);
  if (rates.length === 0) return;
  await tx.run(sql`insert into app.project_activity (tenant_id, project_id, activity_id, rate_minor)
    values ${join(rates.map((rate) => sql`(${tenantId}, ${id}, ${rate.activityID}, ${rate.hourlyRate})`))}
    on conflict (tenant_id, project_id, activity_id) do update set rate_minor = excluded.rate_minor`);
}

/** Gives a project the people and activities of another, with their rates and its own. */
export async function copyLinks(
  tx: Transaction,
  { tenantId, info, identity }: MemberContext,
  from: string,
  id: string,
): Promise<void> {
  await Promise.all([
    tx.run(sql`insert into app.project_member (tenant_id, project_id, team_member_id)
      select tenant_id, ${id}::uuid, team_member_id from app.project_member where tenant_id = ${tenantId} and project_id = ${from}
      on conflict (tenant_id, project_id, team_member_id) do nothing`),
    tx.run(sql`insert into app.project_activity (tenant_id, project_id, activity_id, rate_minor)
      select tenant_id, ${id}::uuid, activity_id, rate_minor from app.project_activity where tenant_id = ${tenantId} and project_id = ${from}
      on conflict (tenant_id, project_id, activity_id) do nothing`),
    tx.run(sql`insert into app.standard_rate (tenant_id, id, project_id, activity_id, amount_minor, effective_from, created_at, created_by)
      select tenant_id, gen_random_uuid(), ${id}::uuid, activity_id, amount_minor, effective_from, ${info.now}::timestamptz, ${identity.userUuid}::uuid
      from app.standard_rate where tenant_id = ${tenantId} and project_id = ${from}
      on conflict (tenant_id, client_id, project_id, activity_id, effective_from) do nothing`),
  ]);
}
