import { usageError } from './errors.ts';
import type { ClientParts } from './parts.ts';

/** What pairs an authenticator. Shown once, kept nowhere. */
export interface TotpSetup {
  /** A `data:` address of a picture. */
  qrCode: string;
  /** Base32, for typing by hand. */
  totpSecret: string | null;
  backupCodes: readonly string[];
}

/** Asks for the pairing data, with the pending first factor or as the signed-in person. @throws AuthError without either */
export async function getTotp(parts: ClientParts): Promise<TotpSetup> {
  const bearer = parts.firstFactor.find()?.firstFactorToken ?? parts.session.tokens().accessToken;
  if (!bearer) throw usageError('Please log in to read your authenticator data.');
  // Another provider may leave out what somebody who has an authenticator knows already.
  const answer: { qrCode: string; totpSecret?: string; backupCodes?: string[] } = await parts.call({
    method: 'GET',
    path: 'auth/totp',
    bearer,
  });
  const { qrCode, totpSecret = null, backupCodes = [] } = answer;
  return { qrCode, totpSecret, backupCodes };
}
