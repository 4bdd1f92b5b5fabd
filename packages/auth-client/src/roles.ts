import { asObject } from './json.ts';
import type { ClientParts } from './parts.ts';
import { readClaims } from './tokens.ts';

/** The roles of the signed-in person in a tenant, the client's own by default; empty on any failure. */
export function rolesIn(parts: ClientParts, tenantId: string = parts.tenantId): readonly string[] {
  const claims = readClaims(parts.session.tokens().accessToken);
  const { roles } = asObject(asObject(claims?.authorization)[tenantId]);
  return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [];
}

/** Whether the signed-in person holds a role; false without an access token or tenant id. */
export function hasRole(parts: ClientParts, role: string, tenantId?: string): boolean {
  return rolesIn(parts, tenantId).includes(role);
}

/** The first role, or null. */
export function currentRole(parts: ClientParts, tenantId?: string): string | null {
  return rolesIn(parts, tenantId)[0] ?? null;
}

/** The tenants named in the access token. */
export function authorizedTenants(parts: ClientParts): readonly string[] {
  return Object.keys(asObject(readClaims(parts.session.tokens().accessToken)?.authorization));
}
