import { usageError } from './errors.ts';
import type { JsonObject } from './json.ts';
import type { ClientParts } from './parts.ts';

// Calls about other people, in a part of their own: the pages where somebody signs in make none.

/** Reads a user record. @throws AuthError `Missing user id to get` */
export async function getUser(parts: ClientParts, userId: string | number): Promise<JsonObject> {
  if (!userId) throw usageError('Missing user id to get');
  return parts.call({ method: 'GET', path: userPath(userId), bearer: parts.session.tokens().accessToken });
}

/** Deletes a user. @throws AuthError `Missing user id to delete` */
export async function deleteUser(parts: ClientParts, userId: string | number): Promise<void> {
  if (!userId) throw usageError('Missing user id to delete');
  await parts.call({ method: 'DELETE', path: userPath(userId), bearer: parts.session.tokens().accessToken });
}

/** Gives a user these roles and no others in a tenant. */
export async function assignRoles(
  parts: ClientParts,
  userId: string | number,
  roles: readonly string[],
  tenantId: string = parts.tenantId,
): Promise<void> {
  if (!tenantId) throw usageError('Missing tenantId');
  await parts.call({
    method: 'PUT',
    path: `tenants/${encodeURIComponent(tenantId)}/${userPath(userId)}/roles`,
    bearer: parts.session.tokens().accessToken,
    body: { roles },
  });
}

function userPath(userId: string | number): `users/${string}` {
  return `users/${encodeURIComponent(userId)}`;
}
