import { AppError } from '@stint/domain/errors.ts';
import type { Identity } from '../context.ts';
import type { VerifiedToken } from '../token/verify.ts';
import type { Asked, CheckParts } from './asked.ts';
import { type PersonalTokenText, parsePersonalToken, requireBearer } from './bearer.ts';
import { limit } from './limit.ts';

/** The token of a request before anybody was asked about it: its form, or its signature, is right. */
type Bearer =
  | { kind: 'personal'; personal: PersonalTokenText }
  | { kind: 'session'; text: string; verified: VerifiedToken };

type WithBearer = Asked & { bearer: Bearer };
/** `isHeard` is false for what is answered without the provider, which is away. */
export type Identified = Asked & { identity: Identity; isHeard: boolean };

/** @throws AppError `relogin` */
export async function readToken({ http }: Asked, { verifier }: CheckParts): Promise<{ bearer: Bearer }> {
  const text = requireBearer(http.request);
  const personal = parsePersonalToken(text);
  if (personal) return { bearer: { kind: 'personal', personal } };
  return { bearer: { kind: 'session', text, verified: await verifier.verify(text) } };
}

/** @throws AppError `rate_limited` */
export function limitCaller(asked: WithBearer, parts: CheckParts): void {
  const { bearer, isAgain } = asked;
  if (isAgain) return;
  const who =
    bearer.kind === 'personal' ? `token ${bearer.personal.tokenId}` : bearer.verified.identity.sessionId;
  limit(asked, parts, who);
}

/**
 * The session still lives, or the personal token and what stands behind it.
 * @throws AppError `relogin`, `unavailable` where the provider is away and the row is not for that time
 */
export async function requireAlive(
  { bearer, row }: WithBearer,
  parts: CheckParts,
): Promise<{ identity: Identity; isHeard: boolean }> {
  if (bearer.kind === 'personal')
    return { identity: await parts.identifyToken(bearer.personal), isHeard: true };
  const isHeard = await parts.liveness.check(bearer.text, bearer.verified);
  if (!isHeard && !row.whileProviderAway) throw new AppError('unavailable', { retryAfterSeconds: 2 });
  return { identity: bearer.verified.identity, isHeard };
}

/** What a program with a personal token may not do at all. @throws AppError `forbidden` */
export function requireSession({ identity }: Identified): void {
  if (identity.kind === 'token') throw new AppError('forbidden');
}
