import { AppError } from '@stint/domain/errors.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { fieldError, requireDate } from '../shared/sql-json.ts';
import type { ActivityRate } from './links.ts';

/** Wire name to column. */
export const projectColumns = {
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
export type ProjectInput = Partial<Record<Exclude<keyof typeof projectColumns, 'budgetMinutes'>, unknown>> & {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  clientID?: string | null | undefined;
  managerID?: string | null | undefined;
  projectTypeID?: string | undefined;
  budgetHours?: number | null | undefined;
  memberIDs?: string[] | undefined;
  activityIDs?: string[] | undefined;
  activityRates?: ActivityRate[] | undefined;
};

const money = ['hourlyRate', 'budgetAmount', 'rateMode', 'activityRates'] as const;

/** Fields to columns: hours become minutes; rates only from those who may set them (security 10). */
export function toValues({ actor }: MemberContext, input: ProjectInput): Record<string, unknown> {
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

type TypeRow = { id: string; billableDefault: boolean; budgetKind: string };

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
