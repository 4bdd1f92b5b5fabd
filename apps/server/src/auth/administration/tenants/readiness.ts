import type { authRoutes } from '@stint/domain/api/auth.ts';
import type { RouteInput, RouteOutput } from '@stint/domain/api/route.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { type User, userColumns, userTables } from '../../model/users/queries.ts';
import { everyFactor, missingStep } from '../../sign-in/flow.ts';
import { canBeMet, changedPolicy } from './sign-in-policy.ts';

type Row = (typeof authRoutes)['POST /tenants/:tenantId/readiness'];
type Member = User & { roles: string[]; identities: { provider: string; isOwn: boolean }[] };

const pageSize = 100;

/** Who of a tenant could sign in under a policy with all that they have set up, and who lacks what. */
export async function readReadiness(
  context: AuthContext,
  realm: Realm,
  tenant: Tenant,
  { authentication, page = 1 }: RouteInput<Row>['body'],
): Promise<RouteOutput<Row>> {
  const policy = authentication ? changedPolicy(tenant, authentication) : (tenant.upcomingSignIn ?? tenant);
  const members = await listMembers(context, realm, tenant);
  const unready = members.flatMap((member) => {
    const step = missingStep(context, {
      tenant: { ...policy, id: tenant.id },
      user: member,
      roles: member.roles,
      passed: everyFactor(
        member,
        member.identities.map(({ provider }) => provider),
      ),
      providerTenantId: member.identities.some(({ isOwn }) => isOwn) ? tenant.id : null,
    });
    const { id, number, name, email, roles } = member;
    return step ? [{ userUuid: id, userId: number, name, email, roles, ...step }] : [];
  });
  return {
    canBeMet: await canBeMet(context, tenant, realm.mode, policy),
    memberCount: members.length,
    readyCount: members.length - unready.length,
    totalCount: unready.length,
    totalPages: Math.ceil(unready.length / pageSize),
    results: unready.slice((page - 1) * pageSize, page * pageSize),
  };
}

/** Members who can sign in at all, by name; identities are those of the tenant's own providers and of its root's. */
function listMembers(context: AuthContext, realm: Realm, tenant: Tenant): Promise<Member[]> {
  return context.database.rows<Member>(sql`select ${userColumns}, m.roles, coalesce((
      select json_agg(json_build_object('provider', f2.provider, 'isOwn', f2.tenant_id = ${tenant.id}))
      from auth.federated_identity f2
      where f2.user_id = u.id and f2.tenant_id in (${tenant.id}, ${tenant.rootTenantId})), '[]'::json) as identities
    from auth.membership m join ${userTables} on true
    where m.tenant_id = ${tenant.id} and m.user_id = u.id and u.root_tenant_id = ${realm.rootTenantId}
      and u.mode = ${realm.mode} and u.deleted_at is null and not u.is_locked
    order by coalesce(u.name, e.norm, n.value, p.value), u.id`);
}
