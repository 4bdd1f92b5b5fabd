import { providerUrl } from '../../../config.ts';
import type { AuthContext } from '../../context.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { SamlAddresses } from './metadata.ts';

/** Under which addresses a tenant speaks SAML; the entity id is where its metadata lies. */
export function samlAddresses(context: AuthContext, tenant: Tenant): SamlAddresses {
  const base = providerUrl(context.config);
  const own = `${base}tenants/${tenant.publicId}/saml`;
  return {
    entityId: `${own}/metadata`,
    acsUrl: `${own}/acs`,
    ssoUrl: `${base}auth/saml/idp/login?tenant_id=${tenant.publicId}`,
    sloUrl: `${base}auth/saml/idp/logout?tenant_id=${tenant.publicId}`,
  };
}
