import type { Transaction } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { join, sql } from '../../platform/sql.ts';
import { lockVersion } from '../clients/queries.ts';
import type { MemberContext } from '../context.ts';
import { bringBack, setAside } from '../shared/archiving.ts';
import { assignments, changedFields, insertion, pick } from '../shared/columns.ts';
import { createNoted } from '../shared/noted.ts';
import { checkReferences, type ProjectInput, projectColumns, requireType, toValues } from './fields.ts';
import { copyLinks, replaceLinks } from './links.ts';
import { getProject, type ProjectJson } from './queries.ts';

const noted = createNoted({
  entity: 'project',
  event: 'project.changed',
  key: 'project',
  read: (tx, { tenantId, actor }, id) => getProject(tx, tenantId, actor, id),
});

export async function createProject(
  tx: Transaction,
  context: MemberContext,
  id: string,
  input: ProjectInput,
): Promise<JsonText<ProjectJson>> {
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
  const given = insertion(projectColumns, { ...defaults, ...values });
  await tx.run(sql`
    insert into app.project (tenant_id, id, created_at, updated_at, ${given.names})
    values (${tenantId}, ${id}, ${info.now}, ${info.now}, ${given.values})`);
  await replaceLinks(tx, context, id, links);
  return noted(tx, context, id, 'created', changedFields(projectColumns, values));
}

export async function updateProject(
  tx: Transaction,
  context: MemberContext,
  id: string,
  { version, ...input }: ProjectInput & { version: number },
): Promise<JsonText<ProjectJson>> {
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
    ...assignments(projectColumns, values),
    sql`updated_at = ${info.now}`,
    sql`version = version + 1`,
  ];
  await tx.run(sql`update app.project set ${join(changes)} where tenant_id = ${tenantId} and id = ${id}`);
  await replaceLinks(tx, context, id, input);
  const after = changedFields(projectColumns, values);
  return noted(
    tx,
    context,
    id,
    'changed',
    {
      ...after,
      memberIDs: input.memberIDs,
      activityIDs: input.activityIDs,
      activityRates: input.activityRates,
    },
    pick(before, Object.keys(after)),
  );
}

/** Archives a project; `hard` moves one without entries to the trash. */
export async function archiveProject(
  tx: Transaction,
  context: MemberContext,
  id: string,
  hard: boolean,
): Promise<JsonText<ProjectJson>> {
  await getProject(tx, context.tenantId, context.actor, id);
  return noted(tx, context, id, await setAside(tx, context, 'project', id, hard));
}

export async function restoreProject(
  tx: Transaction,
  context: MemberContext,
  id: string,
): Promise<JsonText<ProjectJson>> {
  await bringBack(tx, context, 'project', id);
  return noted(tx, context, id, 'restored');
}

/** A new project with the settings, people and activities of another; no time, no dates. */
export async function duplicateProject(
  tx: Transaction,
  context: MemberContext,
  id: string,
  from: string,
  name: string,
): Promise<JsonText<ProjectJson>> {
  const { tenantId, info, actor } = context;
  await getProject(tx, tenantId, actor, from);
  await tx.run(sql`
    insert into app.project (tenant_id, id, name, code, client_id, project_type_id, manager_id, color, description, is_billable, rate_mode,
      hourly_rate_minor, budget_kind, budget_minutes, budget_amount_minor, budget_period, alert_percents, visibility, created_at, updated_at)
    select tenant_id, ${id}::uuid, ${name.trim()}, code, client_id, project_type_id, manager_id, color, description, is_billable, rate_mode,
      hourly_rate_minor, budget_kind, budget_minutes, budget_amount_minor, budget_period, alert_percents, visibility, ${info.now}::timestamptz, ${info.now}::timestamptz
    from app.project where tenant_id = ${tenantId} and id = ${from}`);
  await copyLinks(tx, context, from, id);
  return noted(tx, context, id, 'created', { from, projectName: name });
}
