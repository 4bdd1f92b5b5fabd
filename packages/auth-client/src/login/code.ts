import { type ClientParts, tenantPath } from '../parts.ts';
import { finishSignOn, pkceQuery, type SignOnOptions, type SignOnResult, signOnBearer } from '../sign-on.ts';

/** The channels that codes travel by. */
export type CodeChannel = 'email' | 'sms';

/** Login with a code that was sent (auth protocol 7.11). */
export interface CodeLogin extends SignOnOptions {
  channel: CodeChannel;
  verificationCode: string;
  email?: string;
  phoneNumber?: string;
  isStepUp?: boolean;
}

/** Logs in with a code; also the second half of a signup by code. */
export async function loginWithCode(parts: ClientParts, params: CodeLogin): Promise<SignOnResult> {
  const { channel, verificationCode, email, phoneNumber } = params;
  const answer = await parts.call({
    method: 'PUT',
    path: tenantPath(parts, 'auth/code'),
    bearer: signOnBearer(parts, params.isStepUp),
    query: pkceQuery(parts),
    body: { channel, verificationCode, email, phoneNumber },
  });
  return finishSignOn(parts, answer, params);
}
