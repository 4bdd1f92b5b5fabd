import { createHash, randomBytes } from 'node:crypto';
import { type AuthHarness, type Json, withTokens } from './auth-harness.ts';

/** A verifier and its S256 challenge (RFC 7636). */
export function challengePair(): { codeVerifier: string; codeChallenge: string } {
  const codeVerifier = randomBytes(32).toString('base64url');
  return { codeVerifier, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') };
}

/** Asks for the code of a hand-over, as a page of the main domain does. */
export function askHandover(auth: AuthHarness, tenantId: string, bearer: string, body: Json) {
  return auth.call(`POST /tenants/${tenantId}/auth/handover`, { bearer, body });
}

/** Uses the code, as the page of the workspace does. */
export function useHandover(auth: AuthHarness, slug: string, body: Json) {
  return auth.call('POST /auth/handover', { origin: `http://${slug}.stint.localhost:3000`, body });
}

/** Both halves of a hand-over: a session of the workspace. */
export async function enterWorkspace(
  auth: AuthHarness,
  { tenantId, slug }: { tenantId: string; slug: string },
  bearer: string,
) {
  const { codeVerifier, codeChallenge } = challengePair();
  const asked = await askHandover(auth, tenantId, bearer, { codeChallenge });
  if (asked.status !== 200) throw new Error(`the hand-over answered ${asked.text}`);
  const used = await useHandover(auth, slug, { code: asked.body.code, codeVerifier });
  if (used.status !== 200) throw new Error(`the code answered ${used.text}`);
  return withTokens(used.body);
}
