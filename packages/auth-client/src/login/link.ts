import { usageError } from '../errors.ts';
import { type ClientParts, tenantPath } from '../parts.ts';
import { finishSignOn, pkceQuery, type SignOnOptions, type SignOnResult, signOnBearer } from '../sign-on.ts';

/** Link login; what is absent comes from the address of the page. */
export interface LinkLogin extends SignOnOptions {
  token?: string;
  uuid?: string;
  linkType?: string;
}

/** Logs in with a mailed link or a provider's return. @throws AuthError `Missing token or uuid`; then nothing is sent */
export async function loginWithLink(parts: ClientParts, params: LinkLogin): Promise<SignOnResult> {
  const { link } = parts.memory;
  const token = params.token ?? link?.token;
  const uuid = params.uuid ?? link?.uuid;
  if (!token || !uuid) throw usageError('Missing token or uuid');
  const linkType = params.linkType ?? link?.linkType;
  parts.memory.link = null;
  const answer = await parts.call({
    method: 'PUT',
    path: tenantPath(parts, 'auth/link'),
    bearer: signOnBearer(parts),
    query: pkceQuery(parts),
    body: { token, uuid, ...(linkType ? { linkType } : {}) },
  });
  return finishSignOn(parts, answer, params);
}
