import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthHarness,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
} from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
let old: Server;
/** What the older system knows: name as typed → password and address. */
const people: Record<string, { password: string; email: string; name: string }> = {
  grace: { password: 'an older password 1', email: 'grace@old.example', name: 'Grace' },
  mallory: { password: 'an older password 2', email: 'ada@old.example', name: 'Mallory' },
};

beforeAll(async () => {
  auth = await startAuth();
  old = createServer(async (request, response) => {
    const { emailOrUsername, password } = await readJson(request);
    const person =
      Object.values(people).find((one) => one.email === emailOrUsername) ?? people[emailOrUsername];
    const isRight = person !== undefined && person.password === password;
    response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRight ? { email: person.email, name: person.name, plan: 'old' } : {}));
  });
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
  const { port } = old.address() as AddressInfo;
  const set = await auth.call(`PUT /tenants/${auth.rootId}`, {
    bearer: auth.adminKey,
    body: { migrateUrl: `http://127.0.0.1:${port}/login` },
  });
  if (set.status !== 200) throw new Error(`the old login URL was refused: ${set.status}`);
});
afterAll(async () => {
  await auth.close();
  old.close();
});

async function readJson(request: IncomingMessage): Promise<Json> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text) as Json;
}
const migrate = (emailOrUsername: string, password: string) =>
  auth.call(`POST /tenants/${auth.rootId}/auth/password/migrate`, {
    body: { emailOrUsername, password },
    address: randomAddress(),
  });
const told = ({ status, body }: { status: number; body: Json }) => {
  const { requestId, ...rest } = body;
  expect(requestId).toBeTruthy();
  return { status, ...rest };
};

describe('protocol 7.4: sign in with a password, migrating', () => {
  test('2xx of the older system stores a hash; from then on the password works by itself', async () => {
    const { email, password } = people.grace ?? { email: '', password: '' };
    expect((await auth.signIn(email, password)).status).toBe(400);
    const first = await migrate(email, password);
    expect(first.body).toMatchObject({ message: 'OK', email, name: 'Grace' });
    expect(first.body.upstreamResponse).toMatchObject({ plan: 'old' });
    expect((await auth.signIn(email, password)).status).toBe(200);
  });

  test('security 3: an address that somebody has here already is answered as a wrong password, and stays theirs', async () => {
    await auth.signUp('ada@old.example');
    const taken = await migrate('mallory', 'an older password 2');
    const wrong = await migrate('mallory', 'a wrong password 3');
    expect(taken.status).toBe(400);
    expect(told(taken)).toEqual(told(wrong));
    expect((await auth.signIn('ada@old.example', goodPassword)).status).toBe(200);
    expect((await auth.signIn('ada@old.example', 'an older password 2')).status).toBe(400);
  });

  test('two first sign-ins at once make one person', async () => {
    people.hedy = { password: 'an older password 4', email: 'hedy@old.example', name: 'Hedy' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => migrate('hedy@old.example', 'an older password 4')),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
    const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.userUuid);
    expect(new Set(ids).size).toBe(1);
  });
});
