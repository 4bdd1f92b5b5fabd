import { project } from '@stint/domain/api/gateway/projects.ts';
import { AppError } from '@stint/domain/errors.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Transaction } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { raw, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { Answer } from '../shared/answer.ts';
import { createCatalogue } from '../shared/catalogue.ts';
import { fieldError } from '../shared/sql-json.ts';
import { copyLinks, replaceLinks } from './links.ts';
import {
  type ProjectQuery,
  projectFilters,
  projectScope,
  projectTables,
  withSums,
  workedOutOf,
} from './queries.ts';
import { checkReferences, type ProjectInput, requireType } from './references.ts';

type ProjectJson = Answer<'GET /Projects/:id'>;

export const projects = createCatalogue(project, {
  alias: 'p',
  from: projectTables,
  workedOut: workedOutOf,
  around: withSums,
  seen: ({ tenantId, actor }) => projectScope(tenantId, actor),
  filters: (viewer, query: ProjectQuery) => projectFilters(viewer, query),
  isDear: ({ overBudget }) => overBudget !== undefined,
  sorts: {
    name: { by: 'p.sort_name', type: 'text' },
    client: (tenantId) => ({
      by: sql`coalesce((select lower(c.name) from app.client c where c.tenant_id = ${tenantId} and c.id = p.client_id), '')`,
      type: 'text',
    }),
    code: { by: "coalesce(p.code, '')", type: 'text' },
  },
  defaultSort: 'name',
  check: ({ startDate, endDate }) => {
    if (startDate && endDate && endDate < startDate)
      throw fieldError('date_invalid', 'endDate', 'The project ends before it starts.');
  },
  complete: (tx, context, input, before) =>
    before === null ? completeNew(tx, context, input) : checkChange(tx, context, input, before),
  storeLinks: replaceLinks,
  prices: {
    fields: ['clientID', 'rateMode', 'hourlyRate', 'activityIDs', 'activityRates'],
    days: (_tenantId, id) => (alias) => sql`${alias}.project_id = ${id}`,
  },
});

/** What a new project has where nothing was sent: its type's ways, and the person who makes it. */
async function completeNew(
  tx: Transaction,
  context: MemberContext,
  input: ProjectInput,
): Promise<ProjectInput> {
  const me = context.actor.teamMemberID;
  const [type] = await Promise.all([
    requireType(tx, context, input.projectTypeID),
    checkReferences(tx, context, input),
  ]);
  const { visibility, memberIDs = [] } = input;
  // A project that only its members see would be invisible to the person who makes it.
  const needsMe = visibility === 'members' && !memberIDs.includes(me);
  return {
    isBillable: type.billableDefault,
    budgetKind: type.budgetKind,
    managerID: me,
    ...input,
    projectTypeID: type.id,
    ...(needsMe ? { memberIDs: [...memberIDs, me] } : {}),
  };
}

/**
 * A client, a type or a manager that stays as it was may be archived by now.
 * @throws AppError `forbidden` for who would let themselves, or somebody else, see what others recorded on it
 */
async function checkChange(
  tx: Transaction,
  context: MemberContext,
  input: ProjectInput,
  before: ProjectJson,
): Promise<ProjectInput> {
  const { managerID } = before;
  const isEntrusted = input.managerID !== undefined && input.managerID !== managerID;
  if (isEntrusted && !can(context.actor, 'project.entrust', { managerID }))
    throw new AppError('forbidden', { message: notEntrusted });
  const changed = <Field extends 'clientID' | 'projectTypeID' | 'managerID'>(field: Field) =>
    input[field] === before[field] ? undefined : input[field];
  await checkReferences(tx, context, {
    ...input,
    clientID: changed('clientID'),
    projectTypeID: changed('projectTypeID'),
    managerID: changed('managerID'),
  });
  return input;
}

const notEntrusted =
  'Whoever manages a project sees the time of others on it. Ask its manager, an owner or an admin to hand it over.';

/** What a copy does not take over: it has another name, and dates of its own. */
const notCopied = ['projectName', 'startDate', 'endDate'];

const copiedColumns = raw(
  Object.entries(project.fields)
    .flatMap(([name, field]) =>
      'given' in field && 'column' in field && !notCopied.includes(name) ? [field.column] : [],
    )
    .join(', '),
);

/** A new project with the settings, people and activities of another; no time, no dates. */
export async function duplicateProject(
  tx: Transaction,
  context: MemberContext,
  id: string,
  { from, projectName }: { from: string; projectName: string },
): Promise<JsonText<ProjectJson>> {
  const { tenantId, info } = context;
  await projects.get(tx, context, from);
  await tx.run(sql`
    insert into app.project (tenant_id, id, name, ${copiedColumns}, created_at, updated_at)
    select tenant_id, ${id}::uuid, ${projectName.trim()}, ${copiedColumns}, ${info.now}::timestamptz, ${info.now}::timestamptz
    from app.project where tenant_id = ${tenantId} and id = ${from}`);
  await copyLinks(tx, context, from, id);
  return projects.record(tx, context, id, { action: 'created', after: { from, projectName } });
}
