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
export type Identified = Asked & { identity: Identity };

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

/** The session still lives, or the personal token and what stands behind it. @throws AppError `relogin` */
export async function requireAlive(
  { bearer }: WithBearer,
  parts: CheckParts,
): Promise<{ identity: Identity }> {
  if (bearer.kind === 'personal') return { identity: await parts.identifyToken(bearer.personal) };
  await parts.liveness.check(bearer.text, bearer.verified);
  return { identity: bearer.verified.identity };
}

/** What a program with a personal token may not do at all. @throws AppError `forbidden` */
export function requireSession({ identity }: Identified): void {
  if (identity.kind === 'token') throw new AppError('forbidden');
}
