import type { Sent } from '@stint/domain/api/gateway/entity.ts';
import type { project } from '@stint/domain/api/gateway/projects.ts';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { fieldError } from '../shared/sql-json.ts';

/** A project as a caller sends it. */
export type ProjectInput = Sent<typeof project>;

/** Ids inside the body exist here and can be used (security 10); one statement for all of them. */
export async function checkReferences(
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

type TypeRow = { id: string; billableDefault: boolean; budgetKind: NonNullable<ProjectInput['budgetKind']> };

/** The named type, or the first active one. */
export async function requireType(
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
