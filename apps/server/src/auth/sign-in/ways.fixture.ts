import { expect } from 'vitest';
import { type Answer, goodPassword, type Json, withTokens } from '../../testing/auth-harness.ts';
import { askHandover, challengePair, useHandover } from '../../testing/hand-over.ts';
import type { openAuth } from '../../testing/open-auth.ts';
import { codeOf, type createPeople } from '../../testing/wire.ts';

const email = (strategy: string) => ({ channel: 'email', strategy });
export const flow = {
  firstFactors: ['password', 'link', 'verificationCode'].map(email),
  secondFactors: [{ channel: 'authenticator', strategy: 'totp' }],
  isMfaRequired: false,
};
/** As long as an address waits between two mails. */
const betweenMailsMs = 60_000;

export type Joined = {
  slug: string;
  tenantId: string;
  person: Json;
  call(route: string, body?: object, bearer?: string): Promise<Answer>;
};

export type SignIn = () => Promise<Answer>;

/** Each way to sign in, as far as its last call. */
export function createWays(auth: ReturnType<typeof openAuth>, people: ReturnType<typeof createPeople>) {
  let counter = 0;

  /** A member of a closed workspace with a proven address, who has a session there. */
  async function join(known?: Joined['person']): Promise<Joined> {
    const person = known ?? (await auth.signUp());
    const slug = `deciding-${++counter}`;
    const { tenantId } = await auth.makeWorkspace(await auth.signUp(), slug);
    const changed = { authentication: flow, pkceLoginRedirectUri: 'my-app:/login' };
    await asServer(`PUT /tenants/${tenantId}`, changed);
    await proveAddress(person);
    await asServer(`PUT /tenants/${tenantId}/users/${person.userUuid}/roles`, { roles: ['member'] });
    const call: Joined['call'] = (route, body, bearer) =>
      people.at(route.replace(' ~', ` /tenants/${tenantId}`), body, bearer) as Promise<Answer>;
    const entered = await call('PUT ~/auth/link', await linkOf({ slug, tenantId, person, call }));
    const { firstFactorToken } = entered.body;
    if (firstFactorToken) {
      await call('POST ~/auth/totp', { totpCode: codeOf(auth, person.totpSecret) }, firstFactorToken);
      // The next code is that of another step.
      auth.clock.advance(60_000);
    }
    return { slug, tenantId, person, call };
  }

  /** What opens the link of the newest mail of a kind. */
  async function mailed(person: Json, type: string) {
    const links = (await auth.outbox(person.email)).flatMap(({ link }) => (link ? [new URL(link)] : []));
    const found = links.find(({ searchParams }) => searchParams.get('type') === type)?.searchParams;
    return { token: found?.get('token'), uuid: found?.get('uuid') };
  }

  async function proveAddress(person: Json): Promise<void> {
    const proven = await people.at(people.tenant('PUT', '/auth/link'), await mailed(person, 'verify'));
    expect(proven.status).toBe(200);
  }

  async function asServer(route: string, body?: object): Promise<Answer> {
    const answer = await auth.call(route, { bearer: auth.adminKey, ...(body ? { body } : {}) });
    expect(answer.status).toBe(200);
    return answer;
  }

  async function linkOf({ call, person }: Joined) {
    auth.clock.advance(betweenMailsMs);
    const { body } = await call('POST ~/auth/link', { email: person.email });
    const { searchParams } = new URL(body.result.link);
    return { token: searchParams.get('token'), uuid: searchParams.get('uuid') };
  }

  async function codeFor({ call, person }: Joined) {
    auth.clock.advance(betweenMailsMs);
    const named = { channel: 'email', email: person.email };
    const { body } = await call('POST ~/auth/code', named);
    return { ...named, verificationCode: body.result.verificationCode };
  }

  const login = ({ person }: Joined) => ({ emailOrUsername: person.email, password: goodPassword });
  const firstFactorOf = async (joined: Joined) =>
    (await joined.call('POST ~/auth/basic', login(joined))).body.firstFactorToken as string;

  const ways: Record<string, () => Promise<{ joined: Joined; signIn: SignIn }>> = {
    'a password': async () => {
      const joined = await join();
      return { joined, signIn: () => joined.call('POST ~/auth/basic', login(joined)) };
    },
    'a password, for a native application': async () => {
      const joined = await join();
      const to = `POST ~/auth/basic?code_challenge=${challengePair().codeChallenge}`;
      return { joined, signIn: () => joined.call(to, login(joined)) };
    },
    'a password, before a second factor': async () => {
      const joined = await join(await people.withTotp());
      return { joined, signIn: () => joined.call('POST ~/auth/basic', login(joined)) };
    },
    'a link': async () => {
      const joined = await join();
      const link = await linkOf(joined);
      return { joined, signIn: () => joined.call('PUT ~/auth/link', link) };
    },
    'a code by mail': async () => {
      const joined = await join();
      const code = await codeFor(joined);
      return { joined, signIn: () => joined.call('PUT ~/auth/code', code) };
    },
    'an authenticator': async () => {
      const joined = await join(await people.withTotp());
      const bearer = await firstFactorOf(joined);
      const code = { totpCode: codeOf(auth, joined.person.totpSecret) };
      return { joined, signIn: () => joined.call('POST ~/auth/totp', code, bearer) };
    },
    'a backup code': async () => {
      const joined = await join(await people.withTotp());
      const bearer = await firstFactorOf(joined);
      const code = { backupCode: joined.person.backupCodes[0] };
      return { joined, signIn: () => joined.call('POST ~/auth/totp', code, bearer) };
    },
    'the code of a native application': async () => {
      const joined = await join();
      const { codeVerifier, codeChallenge } = challengePair();
      const { body } = await joined.call(`POST ~/auth/basic?code_challenge=${codeChallenge}`, login(joined));
      const { authorizationCode } = body;
      return { joined, signIn: () => joined.call('POST ~/auth/pkce', { authorizationCode, codeVerifier }) };
    },
    'an authenticator after a link': async () => {
      const joined = await join(await people.withTotp());
      const entered = await joined.call('PUT ~/auth/link', await linkOf(joined));
      const code = { totpCode: codeOf(auth, joined.person.totpSecret) };
      return { joined, signIn: () => joined.call('POST ~/auth/totp', code, entered.body.firstFactorToken) };
    },
    'the code of a native application after a link': async () => {
      const joined = await join();
      const { codeVerifier, codeChallenge } = challengePair();
      const link = `PUT ~/auth/link?code_challenge=${codeChallenge}`;
      const { authorizationCode } = (await joined.call(link, await linkOf(joined))).body;
      return { joined, signIn: () => joined.call('POST ~/auth/pkce', { authorizationCode, codeVerifier }) };
    },
    'a hand-over': async () => {
      const joined = await join();
      const { codeVerifier, codeChallenge } = challengePair();
      const { accessToken } = withTokens((await auth.signIn(joined.person.email)).body);
      const { code } = (await askHandover(auth, joined.tenantId, accessToken, { codeChallenge })).body;
      return { joined, signIn: () => useHandover(auth, joined.slug, { code, codeVerifier }) };
    },
  };

  return {
    mailed,
    proveAddress,
    asServer,
    codeFor,
    ways,
    way: (name: string) => (ways[name] as (typeof ways)[string])(),
  };
}
