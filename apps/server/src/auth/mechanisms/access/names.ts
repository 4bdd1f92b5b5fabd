import type { KeyReach } from '@stint/domain/api/auth/access.ts';
import type { Http } from '../../../platform/http.ts';
import type { Named } from '../keys/reach.ts';

/** The tenant that a call's path names. */
export function tenantParam({ request }: Http): string | null {
  return (request.params as { tenantId?: string } | undefined)?.tenantId ?? null;
}

/** The tenant that a call is made at. The `tenantId` that makes a tenant names none yet. */
export function namedTenant(http: Http, reach: KeyReach | undefined): string | null {
  const inBody = (http.request.body as { tenantId?: unknown } | null | undefined)?.tenantId;
  return tenantParam(http) ?? (typeof inBody === 'string' && reach !== 'parent' ? inBody : null);
}

/** Path before body; what is not of its kind counts as absent and is refused by the route's shape. */
export function readNames({ request }: Http, reach: KeyReach): Named {
  const params = (request.params ?? {}) as Record<string, unknown>;
  const isObject = typeof request.body === 'object' && request.body !== null;
  const body = (isObject ? request.body : {}) as Record<string, unknown>;
  // Where a tenant is made, `tenantId` is that of the new one.
  const inBody = reach === 'parent' ? body['parentTenantId'] : body['tenantId'];
  const personId = params['id'] ?? body['userUuid'] ?? body['userId'];
  return {
    tenantId: nameOf(params['tenantId'] ?? inBody),
    personId: typeof personId === 'number' ? String(personId) : nameOf(personId),
    email: nameOf(body['email']),
    username: nameOf(body['username']),
    to: nameOf(body['to']),
  };
}

function nameOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 254 && /^[^\p{Cc}\p{Cs}]+$/u.test(value) ? value : null;
}
