import type { sessionStartRoutes } from '@stint/domain/api/gateway/session-start.ts';
import { AppError } from '@stint/domain/errors.ts';
import { ROLES, roleRank } from '@stint/domain/workspace/roles.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import type { FeatureHandlers, GatewayParts } from '../feature.ts';
import { type Answer, answerJson } from '../shared/answer.ts';
import { inOneTrip, jsonObject, listJson } from '../shared/json-sql.ts';

/** The roles with the ids that AppRole gives them; 1 is the highest. */
const appRoles = ROLES.map((name, index) => ({ id: index + 1, name, rank: roleRank(name) }));

const projectType = jsonObject<Answer<'GET /ProjectTypeMaster'>[number]>({
  projectTypeID: 't.id',
  name: 't.name',
  billableDefault: 't.billable_default',
  budgetKind: 't.budget_kind',
  sortOrder: 't.sort_order',
  isActive: 't.is_active',
});

export function sessionStartHandlers(parts: GatewayParts): FeatureHandlers<typeof sessionStartRoutes> {
  return {
    'GET /RegionMaster/GetRegionCode': async (_input, { identity }) => {
      if (identity.tenantId === parts.auth.tenantId) return { regionCode: null };
      const located = await parts.directory.locate(identity.tenantId);
      if (!located) throw new AppError('scope_mismatch');
      return { regionCode: located.regionCode };
    },
    'GET /RegionMaster': async () =>
      [...parts.regions.values()].map(({ code, name }) => ({ regionCode: code, name })),
    'GET /Subscription/GetSubscriptionActiveStatus': async (_input, { workspace }) => ({
      isActive: workspace.isActive,
    }),
    // Told to that very person only; anybody else's is missing (security 3).
    'GET /General/IsEmailConfirm/:uuid': async ({ params }, { identity }) => {
      if (params.uuid !== identity.userUuid) throw new AppError('not_found');
      return { item1: true, item2: identity.isEmailConfirmed };
    },
    'GET /ProjectTypeMaster': async (_input, { database, tenantId }, http) => {
      const statement = (text: Sql) =>
        sql`select ${text} from app.project_type t where t.tenant_id = ${tenantId}`;
      return answerJson(
        http,
        await listJson(inOneTrip(database, tenantId), projectType, 't.sort_order', statement),
      );
    },
    'GET /AppRole': async () => appRoles,
  };
}
