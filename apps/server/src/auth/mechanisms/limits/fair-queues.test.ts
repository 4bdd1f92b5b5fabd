import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthHarness,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
} from '../../../testing/auth-harness.ts';
import { onBehalfOf } from './source.ts';

let auth: AuthHarness;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const signIn = async (person: Json, address: string) => {
  const body = { emailOrUsername: person.email, password: goodPassword };
  return (await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, { body, address })).status;
};

describe('security 2: nobody waits behind all that somebody else asks for', () => {
  test('while one address fills the queue of hashes, others sign in', async () => {
    const bob = await auth.signUp();
    const { passwords } = auth.service.context;
    let isOver = false;
    const flood = Array.from({ length: 80 }, async () => {
      while (!isOver)
        await onBehalfOf('address flooder', () => passwords.hash('x')).catch(() => setImmediate());
    });
    for (let turn = 0; turn < 3; turn++) expect(await signIn(bob, randomAddress())).toBe(200);
    isOver = true;
    await Promise.all(flood);
    expect(passwords.refusals()).toBeGreaterThan(0);
  });

  test('nor does somebody of the same address behind a person who is signed in', async () => {
    const [ada, bob] = [await auth.signUp(), await auth.signUp()];
    const office = randomAddress();
    const flood = Array.from({ length: 20 }, () =>
      auth.call(`PUT /tenants/${auth.rootId}/auth/basic`, {
        bearer: ada.accessToken,
        address: office,
        body: { password: 'another fine one 7', existingPassword: goodPassword },
      }),
    );
    expect(await signIn(bob, office)).toBe(200);
    await Promise.all(flood);
  });

  test('a person sets 20 passwords an hour, right ones too', async () => {
    const ada = await auth.signUp();
    const words = ['first fine one 7', 'second fine one 7'];
    const statuses = [];
    for (let turn = 0; turn < 21; turn++) {
      const existingPassword = turn === 0 ? goodPassword : words[(turn + 1) % 2];
      const body = { password: words[turn % 2], existingPassword };
      const path = `PUT /tenants/${auth.rootId}/auth/basic`;
      statuses.push((await auth.call(path, { bearer: ada.accessToken, body })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });
});
