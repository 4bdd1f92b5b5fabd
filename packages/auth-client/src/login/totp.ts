import { type ClientParts, tenantPath } from '../parts.ts';
import { finishSignOn, pkceQuery, type SignOnOptions, type SignOnResult, signOnBearer } from '../sign-on.ts';

const IDENTIFIERS = ['userId', 'userUuid', 'emailOrUsername', 'email', 'username', 'phoneNumber'] as const;

/** Login with an authenticator's code or a backup code, and at most one identifier. */
export interface TotpLogin
  extends SignOnOptions,
    Partial<Record<(typeof IDENTIFIERS)[number], string | number>> {
  totpCode?: string;
  backupCode?: string;
  isStepUp?: boolean;
}

/** Logs in with an authenticator or a backup code; the same call confirms a pairing. */
export async function loginWithTotp(parts: ClientParts, params: TotpLogin): Promise<SignOnResult> {
  const identifier = IDENTIFIERS.find((name) => params[name] !== undefined);
  const answer = await parts.call({
    method: 'POST',
    path: tenantPath(parts, 'auth/totp'),
    bearer: signOnBearer(parts, params.isStepUp),
    query: pkceQuery(parts),
    body: {
      ...(params.backupCode === undefined
        ? { totpCode: params.totpCode }
        : { backupCode: params.backupCode }),
      ...(identifier ? { [identifier]: params[identifier] } : {}),
    },
  });
  return finishSignOn(parts, answer, params);
}
