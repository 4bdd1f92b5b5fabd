import { usageError } from './errors.ts';
import { asObject, asText, type JsonObject } from './json.ts';
import type { ClientParts } from './parts.ts';

/** The own record. */
export type SelfRecord = JsonObject;

/** Properties of the own record that may change. */
export interface SelfUpdate {
  name?: string;
  /** An https address; null or an empty text removes the picture. */
  image?: string | null;
  username?: string;
  data?: JsonObject;
}

/** Reads the own record. */
export function getSelf(parts: ClientParts): Promise<SelfRecord> {
  return parts.call({ method: 'GET', path: 'self', bearer: parts.session.tokens().accessToken });
}

/** The path that the tenant sends people to after a login, from the own record. */
export function loginRedirectPath(self: SelfRecord): string | undefined {
  return asText(asObject(self.tenant).loginRedirectPath);
}

/** Changes the own record. @throws AuthError `Missing user properties to update`, also warned of */
export async function putSelf(parts: ClientParts, update: SelfUpdate): Promise<void> {
  if (!update || Object.keys(update).length === 0) {
    parts.environment.warn('Missing user properties to update');
    throw usageError('Missing user properties to update');
  }
  const bearer = parts.session.tokens().accessToken;
  await parts.call({ method: 'PUT', path: 'self', bearer, body: { ...update } });
}
