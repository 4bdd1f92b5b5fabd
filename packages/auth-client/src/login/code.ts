import { type ClientParts, tenantPath } from '../parts.ts';
import { type CodeChannel, requireCodeTarget } from '../sending.ts';
import { finishSignOn, pkceQuery, type SignOnOptions, type SignOnResult, signOnBearer } from '../sign-on.ts';

/** Login with a code that was sent. */
export interface CodeLogin extends SignOnOptions {
  channel: CodeChannel;
  verificationCode: string;
  email?: string;
  phoneNumber?: string;
  isStepUp?: boolean;
}

/**
 * Logs in with a code; also the second half of a signup by code.
 * @throws AuthError `Invalid channel`, or what is missing for the channel
 */
export async function loginWithCode(parts: ClientParts, params: CodeLogin): Promise<SignOnResult> {
  const { channel, verificationCode, email, phoneNumber } = params;
  const bearer = signOnBearer(parts, params.isStepUp);
  requireCodeTarget({ channel, email, phoneNumber }, bearer);
  const answer = await parts.call({
    method: 'PUT',
    path: tenantPath(parts, 'auth/code'),
    bearer,
    query: pkceQuery(parts),
    body: { channel, verificationCode, email, phoneNumber },
  });
  return finishSignOn(parts, answer, params);
}
