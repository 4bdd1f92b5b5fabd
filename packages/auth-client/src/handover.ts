import type { Environment } from './environment.ts';
import { usageError } from './errors.ts';
import type { ClientParts } from './parts.ts';
import { challengeOf, createVerifier, memoryStore } from './pkce.ts';
import { finishSignOn, type SignOnOptions, type SignOnResult } from './sign-on.ts';

/** A single-use code of 30 seconds that a workspace host turns into its own session. */
export interface HandoverCode {
  code: string;
  /** ISO date. */
  expiresAt: string;
}

/**
 * Begins a hand-over on the workspace host: a verifier stays in this tab's session storage, its S256 challenge goes to the
 * main domain in the address.
 *
 * @returns the challenge
 */
export async function startHandover(parts: ClientParts): Promise<{ codeChallenge: string }> {
  const verifier = createVerifier();
  verifierStore(parts.environment).setItem(verifierKey(parts.tenantId), verifier);
  return { codeChallenge: await challengeOf(verifier) };
}

/**
 * Asks for a code on the main domain, as the signed-in person, for the workspace that began the hand-over. Refused with
 * `factor_missing` where the workspace's flow is not satisfied.
 */
export async function requestHandover(
  parts: ClientParts,
  request: { tenantId: string; codeChallenge: string },
): Promise<HandoverCode> {
  const { tenantId, codeChallenge } = request;
  if (!tenantId) throw usageError('Missing tenantId');
  const answer = await parts.call({
    method: 'POST',
    path: `tenants/${encodeURIComponent(tenantId)}/auth/handover`,
    bearer: parts.session.tokens().accessToken,
    body: { codeChallenge },
  });
  return { code: answer.code, expiresAt: answer.expiresAt };
}

/** Ends a hand-over on the workspace host: the code and this tab's verifier become a session. */
export async function finishHandover(
  parts: ClientParts,
  params: { code: string } & SignOnOptions,
): Promise<SignOnResult> {
  const store = verifierStore(parts.environment);
  const codeVerifier = store.getItem(verifierKey(parts.tenantId));
  if (!params.code || !codeVerifier) throw usageError('The hand-over was not started in this tab.');
  store.removeItem(verifierKey(parts.tenantId));
  const body = { code: params.code, codeVerifier };
  const answer = await parts.call({ method: 'POST', path: 'auth/handover', body });
  return finishSignOn(parts, answer, params);
}

function verifierKey(tenantId: string): string {
  return `latchkey.${tenantId}.handover`;
}

function verifierStore(environment: Environment) {
  return environment.sessionStore ?? memoryStore();
}
