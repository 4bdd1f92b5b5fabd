import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { type AuthHarness, startAuth } from '../../testing/auth-harness.ts';
import { type BlockCounter, createBlockCounter } from '../../testing/blocks.ts';

let auth: AuthHarness;
let counter: BlockCounter;

beforeAll(async () => {
  auth = await startAuth();
  const { name } = await auth.db.owner.one<{ name: string }>(sql`select current_database() as name`);
  counter = await createBlockCounter(name);
});
afterAll(async () => {
  await counter.close();
  await auth.close();
});

const read = async (bearer: string) => {
  const answer = await auth.call('GET /self', { bearer });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body;
};

test('the own record costs no SQL for five seconds', async () => {
  const { accessToken } = await auth.signUp();
  const first = await read(accessToken);
  let again: unknown;
  const askAgain = async () => {
    again = await read(accessToken);
  };
  expect(await counter.blocksOf(askAgain)).toBe(0);
  expect(again).toEqual(first);
  auth.clock.advance(5000);
  expect(await counter.blocksOf(askAgain)).toBeGreaterThan(0);
});

test('whatever is written about the person or their tenants is seen at once, by every session', async () => {
  const owner = await auth.signUp();
  const { tenantId } = await auth.makeWorkspace(owner, 'harbour-memory', 'Harbour');
  const refreshed = await auth.call('GET /auth/refresh', { bearer: owner.refreshToken });
  const bearer = refreshed.body.tokens.access.value as string;
  expect((await read(bearer)).authorization[tenantId].name).toBe('Harbour');

  await auth.call('PUT /self', { bearer, body: { name: 'Ada' } });
  expect((await read(bearer)).name).toBe('Ada');
  const admin = { bearer: auth.adminKey };
  await auth.call(`PUT /users/${owner.userUuid}`, { ...admin, body: { name: 'Ada Lind' } });
  expect((await read(bearer)).name).toBe('Ada Lind');
  await auth.call(`PUT /tenants/${tenantId}`, { ...admin, body: { name: 'Pier' } });
  expect((await read(bearer)).authorization[tenantId].name).toBe('Pier');
});

test('of another session it is another record, and an ended one has none', async () => {
  const [ada, ben] = [await auth.signUp(), await auth.signUp()];
  expect((await read(ada.accessToken)).userUuid).not.toBe((await read(ben.accessToken)).userUuid);
  await auth.call('GET /auth/logout', { bearer: ada.accessToken });
  expect((await auth.call('GET /self', { bearer: ada.accessToken })).status).toBe(401);
});
