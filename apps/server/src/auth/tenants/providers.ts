import { sql } from '../../platform/sql.ts';
import type { AuthContext, Mode } from '../context.ts';
import type { Tenant } from './queries.ts';

export type ListedProvider = { provider: string; providerId: string; isOwn: boolean };

/** The providers that people of a tenant can sign in with: its own and those of its root, by name. */
export function listProviders(
  context: AuthContext,
  tenant: Pick<Tenant, 'id' | 'rootTenantId'>,
  mode: Mode,
): Promise<ListedProvider[]> {
  return context.database.rows<ListedProvider>(sql`
    select provider, provider_id as "providerId", bool_or(tenant_id = ${tenant.id}) as "isOwn" from auth.sso_provider
    where tenant_id in (${tenant.id}, ${tenant.rootTenantId}) and mode = ${mode} and is_active
    group by provider, provider_id
    union all
    select 'saml', '', true from auth.saml_identity_provider where tenant_id = ${tenant.id}
    order by 1, 2`);
}
