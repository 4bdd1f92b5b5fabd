import { AppError } from '@stint/domain/errors.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { join, sql } from '../../platform/sql.ts';
import { lockVersion } from '../clients/queries.ts';
import type { MemberContext } from '../context.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { assignments, changedFields, insertion } from '../shared/columns.ts';
import { tellListeners } from '../shared/events.ts';
import { bumpCatalog, fieldError, requireDate } from '../shared/sql-json.ts';
import { purgeAfterMs } from '../trash/purge.ts';
import { getProject } from './queries.ts';

const columns = {
  projectName: 'name',
  code: 'code',
  clientID: 'client_id',
  projectTypeID: 'project_type_id',
  managerID: 'manager_id',
  color: 'color',
  description: 'description',
  startDate: 'start_on',
  endDate: 'end_on',
  isBillable: 'is_billable',
  rateMode: 'rate_mode',
  hourlyRate: 'hourly_rate_minor',
  budgetKind: 'budget_kind',
  budgetMinutes: 'budget_minutes',
  budgetAmount: 'budget_amount_minor',
  budgetPeriod: 'budget_period',
  alertPercents: 'alert_percents',
  visibility: 'visibility',
} as const;

/** A project as a caller sends it. */
export type ProjectInput = Partial<Record<Exclude<keyof typeof columns, 'budgetMinutes'>, unknown>> & {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  clientID?: string | null | undefined;
  managerID?: string | null | undefined;
  projectTypeID?: string | undefined;
  budgetHours?: number | null | undefined;
  memberIDs?: string[] | undefined;
  activityIDs?: string[] | undefined;
};

const money = ['hourlyRate', 'budgetAmount', 'rateMode'] as const;

/** Fields to columns: hours become minutes; rates only from those who may set them (security 10). */
function toValues({ actor }: MemberContext, input: ProjectInput): Record<string, unknown> {
  if (money.some((name) => input[name] !== undefined) && !can(actor, 'rate.write')) {
    throw new AppError('forbidden', { message: 'Rates and amounts are set by owner and admin.' });
  }
  for (const field of ['startDate', 'endDate'] as const) {
    const date = input[field];
    if (typeof date === 'string') requireDate(date, field);
  }
  if (input.startDate && input.endDate && input.endDate < input.startDate) {
    throw fieldError('date_invalid', 'endDate', 'The project ends before it starts.');
  }
  const { budgetHours, ...rest } = input;
  const minutes =
    budgetHours === undefined
      ? {}
      : { budgetMinutes: budgetHours === null ? null : Math.round(budgetHours * 60) };
  return { ...rest, ...minutes };
}

/** Ids inside the body exist here and can be used (security 10); one statement for all of them. */
async function checkReferences(
  tx: Transaction,
  { tenantId }: MemberContext,
  input: ProjectInput,
): Promise<void> {
  const { memberIDs = [], activityIDs = [] } = input;
  const found = await tx.one<{
    client: boolean;
    type: boolean;
    manager: boolean;
    members: number;
    activities: number;
  }>(sql`
    select ${input.clientID ?? null}::uuid is null or exists (select from app.client c where c.tenant_id = ${tenantId} and c.id = ${input.clientID ?? null}
        and c.archived_at is null and c.deleted_at is null) as client,
      ${input.projectTypeID ?? null}::uuid is null or exists (select from app.project_type y where y.tenant_id = ${tenantId} and y.id = ${input.projectTypeID ?? null} and y.is_active) as type,
      ${input.managerID ?? null}::uuid is null or exists (select from app.team_member m where m.tenant_id = ${tenantId} and m.id = ${input.managerID ?? null} and m.status <> 'archived') as manager,
      (select count(*) from app.team_member m where m.tenant_id = ${tenantId} and m.id = any(${memberIDs}::uuid[])) as members,
      (select count(*) from app.activity a where a.tenant_id = ${tenantId} and a.id = any(${activityIDs}::uuid[]) and a.deleted_at is null) as activities`);
  if (!found.client)
    throw fieldError('reference_invalid', 'clientID', 'This client does not exist here or is archived.');
  if (!found.type)
    throw fieldError('reference_invalid', 'projectTypeID', 'This project type does not exist here.');
  if (!found.manager)
    throw fieldError('reference_invalid', 'managerID', 'This person is not in the workspace.');
  if (found.members !== memberIDs.length)
    throw fieldError('reference_invalid', 'memberIDs', 'Somebody is not in the workspace.');
  if (found.activities !== activityIDs.length)
    throw fieldError('reference_invalid', 'activityIDs', 'An activity does not exist here.');
}

/** Replaces who works on a project and with which activities, where they are given. */
async function replaceLinks(
  tx: Transaction,
  { tenantId }: MemberContext,
  id: string,
  { memberIDs, activityIDs }: ProjectInput,
): Promise<void> {
  const work: Promise<number>[] = [];
  if (memberIDs !== undefined) {
    work.push(
      tx.run(
        sql`delete from app.project_member where tenant_id = ${tenantId} and project_id = ${id} and team_member_id <> all(${memberIDs}::uuid[])`,
      ),
    );
    if (memberIDs.length > 0) {
      work.push(
        tx.run(sql`insert into app.project_member (tenant_id, project_id, team_member_id)
        values ${join(memberIDs.map((member) => sql`(${tenantId}, ${id}, ${member})`))} on conflict (tenant_id, project_id, team_member_id) do nothing`),
      );
    }
  }
  if (activityIDs !== undefined) {
    work.push(
      tx.run(
        sql`delete from app.project_activity where tenant_id = ${tenantId} and project_id = ${id} and activity_id <> all(${activityIDs}::uuid[])`,
      ),
    );
    if (activityIDs.length > 0) {
      work.push(
        tx.run(sql`insert into app.project_activity (tenant_id, project_id, activity_id)
        values ${join(activityIDs.map((activity) => sql`(${tenantId}, ${id}, ${activity})`))} on conflict (tenant_id, project_id, activity_id) do nothing`),
      );
    }
  }
  await Promise.all(work);
}

type TypeRow = { id: string; billableDefault: boolean; budgetKind: string };

async function requireType(
  tx: Transaction,
  { tenantId }: MemberContext,
  id: string | undefined,
): Promise<TypeRow> {
  const row = await tx.maybeOne<TypeRow>(sql`
    select id, billable_default as "billableDefault", budget_kind as "budgetKind" from app.project_type
    where tenant_id = ${tenantId} and is_active and (${id ?? null}::uuid is null or id = ${id ?? null}) order by sort_order limit 1`);
  if (!row) throw fieldError('reference_invalid', 'projectTypeID', 'This project type does not exist here.');
  return row;
}

export async function createProject(
  tx: Transaction,
  context: MemberContext,
  id: string,
  input: ProjectInput,
): Promise<string> {
  const { tenantId, info, actor } = context;
  const values = toValues(context, input);
  const [type] = await Promise.all([
    requireType(tx, context, input.projectTypeID),
    checkReferences(tx, context, input),
  ]);
  // A project that only its members see would be invisible to the person who makes it.
  const needsMe = input.visibility === 'members' && !input.memberIDs?.includes(actor.teamMemberID);
  const links = needsMe ? { ...input, memberIDs: [...(input.memberIDs ?? []), actor.teamMemberID] } : input;
  const defaults = {
    projectTypeID: type.id,
    isBillable: type.billableDefault,
    budgetKind: type.budgetKind,
    managerID: actor.teamMemberID,
  };
  const given = insertion(columns, { ...defaults, ...values });
  await tx.run(sql`
    insert into app.project (tenant_id, id, created_at, updated_at, ${given.names})
    values (${tenantId}, ${id}, ${info.now}, ${info.now}, ${given.values})`);
  await replaceLinks(tx, context, id, links);
  return noted(tx, context, id, 'created', changedFields(columns, values));
}

export async function updateProject(
  tx: Transaction,
  context: MemberContext,
  id: string,
  { version, ...input }: ProjectInput & { version: number },
): Promise<string> {
  const { tenantId, info, actor } = context;
  const values = toValues(context, input);
  const current = () => getProject(tx, tenantId, actor, id);
  await lockVersion(tx, 'project', tenantId, id, version, current);
  const before = JSON.parse(await current()) as Record<string, unknown>;
  // What stays as it was may be archived by now.
  await checkReferences(tx, context, {
    ...input,
    clientID: input.clientID === before['clientID'] ? undefined : input.clientID,
  });
  const changes = [
    ...assignments(columns, values),
    sql`updated_at = ${info.now}`,
    sql`version = version + 1`,
  ];
  await tx.run(sql`update app.project set ${join(changes)} where tenant_id = ${tenantId} and id = ${id}`);
  await replaceLinks(tx, context, id, input);
  const after = changedFields(columns, values);
  return noted(
    tx,
    context,
    id,
    'changed',
    { ...after, memberIDs: input.memberIDs, activityIDs: input.activityIDs },
    pick(before, Object.keys(after)),
  );
}

/** Archives a project; `hard` moves one without entries to the trash. */
export async function archiveProject(
  tx: Transaction,
  context: MemberContext,
  id: string,
  hard: boolean,
): Promise<string> {
  const { tenantId, info, actor } = context;
  await getProject(tx, tenantId, actor, id);
  await tx.one(sql`select id from app.project where tenant_id = ${tenantId} and id = ${id} for update`);
  if (!hard) {
    await tx.run(sql`update app.project set archived_at = ${info.now}, updated_at = ${info.now}, version = version + 1
      where tenant_id = ${tenantId} and id = ${id} and archived_at is null`);
    return noted(tx, context, id, 'archived');
  }
  const { used } = await tx.one<{ used: boolean }>(sql`
    select exists (select from app.timesheet_entry where tenant_id = ${tenantId} and project_id = ${id}) as used`);
  if (used) throw new AppError('still_used');
  await tx.run(sql`update app.project set deleted_at = ${info.now}, updated_at = ${info.now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} and deleted_at is null`);
  return noted(tx, context, id, 'deleted');
}

export async function restoreProject(tx: Transaction, context: MemberContext, id: string): Promise<string> {
  const { tenantId, info } = context;
  const row = await tx.one<{ deletedAt: Date | null }>(sql`
    select deleted_at as "deletedAt" from app.project where tenant_id = ${tenantId} and id = ${id} for update`);
  if (row.deletedAt && row.deletedAt.getTime() < info.now.getTime() - purgeAfterMs)
    throw new AppError('gone');
  await tx.run(sql`update app.project set archived_at = null, deleted_at = null, updated_at = ${info.now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} and (archived_at is not null or deleted_at is not null)`);
  return noted(tx, context, id, 'restored');
}

/** A new project with the settings, people and activities of another; no time, no dates. */
export async function duplicateProject(
  tx: Transaction,
  context: MemberContext,
  id: string,
  from: string,
  name: string,
): Promise<string> {
  const { tenantId, info, actor } = context;
  await getProject(tx, tenantId, actor, from);
  await tx.run(sql`
    insert into app.project (tenant_id, id, name, code, client_id, project_type_id, manager_id, color, description, is_billable, rate_mode,
      hourly_rate_minor, budget_kind, budget_minutes, budget_amount_minor, budget_period, alert_percents, visibility, created_at, updated_at)
    select tenant_id, ${id}::uuid, ${name.trim()}, code, client_id, project_type_id, manager_id, color, description, is_billable, rate_mode,
      hourly_rate_minor, budget_kind, budget_minutes, budget_amount_minor, budget_period, alert_percents, visibility, ${info.now}::timestamptz, ${info.now}::timestamptz
    from app.project where tenant_id = ${tenantId} and id = ${from}`);
  await Promise.all([
    tx.run(sql`insert into app.project_member (tenant_id, project_id, team_member_id)
      select tenant_id, ${id}::uuid, team_member_id from app.project_member where tenant_id = ${tenantId} and project_id = ${from}
      on conflict (tenant_id, project_id, team_member_id) do nothing`),
    tx.run(sql`insert into app.project_activity (tenant_id, project_id, activity_id, rate_minor)
      select tenant_id, ${id}::uuid, activity_id, rate_minor from app.project_activity where tenant_id = ${tenantId} and project_id = ${from}
      on conflict (tenant_id, project_id, activity_id) do nothing`),
  ]);
  return noted(tx, context, id, 'created', { from, projectName: name });
}

/** Keeps a combination at hand for the caller, or no longer. */
export async function setFavourite(
  tx: Transaction,
  { tenantId, actor, info }: MemberContext,
  {
    projectID,
    activityID,
    isFavourite,
  }: { projectID: string; activityID: string | null; isFavourite: boolean },
): Promise<void> {
  const me = actor.teamMemberID;
  if (!isFavourite) {
    await tx.run(sql`delete from app.favourite where tenant_id = ${tenantId} and team_member_id = ${me} and project_id = ${projectID}
      and activity_id is not distinct from ${activityID}::uuid`);
    return;
  }
  await getProject(tx, tenantId, actor, projectID);
  await tx.run(sql`insert into app.favourite (tenant_id, id, team_member_id, project_id, activity_id, created_at)
    values (${tenantId}, ${newId()}, ${me}, ${projectID}, ${activityID}, ${info.now})
    on conflict (tenant_id, team_member_id, project_id, activity_id) do nothing`);
}

async function noted(
  tx: Transaction,
  context: MemberContext,
  id: string,
  action: string,
  after?: unknown,
  before?: unknown,
): Promise<string> {
  const { tenantId, actor } = context;
  await Promise.all([
    bumpCatalog(tx, tenantId),
    writeAudit(tx, auditSource(context), [{ entity: 'project', entityId: id, action, before, after }]),
  ]);
  const text = await getProject(tx, tenantId, actor, id);
  await tellListeners(tx, context, 'project.changed', { action, project: JSON.parse(text) });
  return text;
}

function pick(values: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}
