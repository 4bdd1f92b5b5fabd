import { expect } from 'vitest';
import { type AuthHarness, withTokens } from './auth-harness.ts';
import { authenticatorCode } from './authenticator.ts';

/** Sets an authenticator up for a session at a tenant. */
export async function pairAuthenticator(auth: AuthHarness, bearer: string, tenantId = auth.rootId) {
  const { totpSecret, backupCodes } = (await auth.call('GET /auth/totp', { bearer })).body;
  const body = { totpCode: authenticatorCode(totpSecret, auth.clock.now()) };
  const answer = await auth.call(`POST /tenants/${tenantId}/auth/totp`, { bearer, body });
  expect(answer.status).toBe(200);
  return { secret: totpSecret as string, backupCodes: backupCodes as string[], ...withTokens(answer.body) };
}

/** Somebody with a proven address and an authenticator; the step of its first code is over. */
export async function personWithAuthenticator(auth: AuthHarness) {
  const ada = await auth.signUp();
  const proof = new URL((await auth.outbox(ada.email))[0]?.link).searchParams;
  await auth.call(`PUT /tenants/${auth.rootId}/auth/link`, {
    body: { uuid: proof.get('uuid'), token: proof.get('token') },
  });
  const { secret, backupCodes } = await pairAuthenticator(auth, ada.accessToken);
  auth.clock.advance(60_000);
  return { ada, secret, backupCodes };
}
