import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { stepAt, totpCode } from '../auth/methods/totp/totp.ts';
import { type AuthHarness, goodPassword, type Json, randomAddress } from './auth-harness.ts';

export type Called = { status: number; body: Json; text: string };

/** Shapes of protocol 5: what a client may rely on. */
const shapes = {
  '5.1': ({ status, body }: Called) => {
    expect(status).toBe(200);
    expect(body).toMatchObject({
      mode: 'test',
      message: 'OK',
      redirectTo: expect.any(String),
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nonce: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tokens: {
        access: { value: expect.any(String), cookieOptions: { expires: expect.any(Number) } },
        id: { value: expect.any(String), cookieOptions: { expires: expect.any(Number) } },
        refresh: { value: expect.any(String), cookieOptions: { sameSite: 'Strict' } },
      },
      userUuid: expect.any(String),
      tenant: { tenantId: body.tenantId },
      authentication: { firstFactors: expect.any(Array) },
      isMfaRequired: false,
    });
    // Clients look for the keys, not at their values (protocol 6).
    expect(body).not.toHaveProperty('firstFactorToken');
    expect(body).not.toHaveProperty('authorizationCode');
  },
  '5.2': ({ status, body }: Called) => {
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'MFA required',
      isMfaRequired: true,
      firstFactorToken: expect.any(String),
      authentication: { firstFactor: expect.any(Object), secondFactors: expect.any(Array) },
    });
    expect(body).not.toHaveProperty('tokens');
    expect(body).not.toHaveProperty('redirectTo');
  },
  '5.3': ({ status, body }: Called) => {
    expect(status).toBe(200);
    expect(body).toMatchObject({ message: 'PKCE required', authorizationCode: expect.any(String) });
    expect(body.redirectTo).toBe('my-app:/login');
    expect(body).not.toHaveProperty('tokens');
  },
  '5.4': ({ status, body }: Called) => {
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'OK',
      result: { submittedAt: expect.any(String), messageId: expect.any(String) },
    });
  },
  message: ({ status, body }: Called) => {
    expect(status).toBe(200);
    expect(body.message).toBe('OK');
  },
  error: ({ status, body }: Called) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toMatchObject({
      statusCode: status,
      message: expect.any(String),
      error: { type: expect.any(String) },
      requestId: expect.any(String),
    });
  },
};

/** What a client may rely on is there. @param name number of the shape in protocol 5, `message` or `error` */
export function expectShape(name: keyof typeof shapes, answer: Called): void {
  shapes[name](answer);
}

let people = 0;
export const newEmail = () => `row-${++people}@contract.example`;
export const newPhone = () => `+1702555${String(2000 + ++people)}`;

export const pair = () => {
  const codeVerifier = randomBytes(32).toString('base64url');
  return { codeVerifier, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') };
};

/** Six digits of an authenticator with this base32 secret, now. */
export function codeOf(auth: AuthHarness, secret: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return totpCode(bytes, stepAt(auth.clock.now()));
}

/** What people do before the call of a row, at one provider. */
export function createPeople(auth: AuthHarness) {
  const at = (route: string, body?: object, bearer?: string) =>
    auth.call(route, { address: randomAddress(), ...(body ? { body } : {}), ...(bearer ? { bearer } : {}) });
  const tenant = (method: string, path: string) => `${method} /tenants/${auth.rootId}${path}`;
  const credentials = (link: string) => {
    const { searchParams } = new URL(link);
    return { token: searchParams.get('token') ?? '', uuid: searchParams.get('uuid') ?? '' };
  };
  return {
    at,
    tenant,
    async link(email = newEmail()) {
      const { body } = await at(tenant('POST', '/auth/link'), { email });
      return credentials(body.result.link);
    },
    async resetLink() {
      const { email } = await auth.signUp(newEmail());
      const { body } = await at(tenant('POST', '/auth/reset/link'), { email });
      return credentials(body.result.link);
    },
    async code(email = newEmail()) {
      const { body } = await at(tenant('POST', '/auth/code'), { channel: 'email', email });
      return { channel: 'email', email, verificationCode: body.result.verificationCode as string };
    },
    /** Somebody with an authenticator. */
    async withTotp(): Promise<Json & { totpSecret: string; backupCodes: string[] }> {
      const ada = await auth.signUp(newEmail());
      const { totpSecret, backupCodes } = (await at('GET /auth/totp', undefined, ada.accessToken)).body;
      const set = await at(
        tenant('POST', '/auth/totp'),
        { totpCode: codeOf(auth, totpSecret) },
        ada.accessToken,
      );
      expect(set.status).toBe(200);
      // The next code is that of another step.
      auth.clock.advance(60_000);
      return { ...ada, totpSecret, backupCodes };
    },
    async firstFactorOf(email: string): Promise<string> {
      const body = { emailOrUsername: email, password: goodPassword };
      return (await at(tenant('POST', '/auth/basic'), body)).body.firstFactorToken;
    },
  };
}
