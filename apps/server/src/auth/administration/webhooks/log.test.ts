import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { type AuthHarness, type Json, startAuth } from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const key = (route: string, body?: Json) =>
  auth.call(route, { bearer: auth.adminKey, origin: null, ...(body ? { body } : {}) });

test('the log of deliveries is read to its end, page by page', async () => {
  const database = auth.db.owner;
  await key(`PUT /tenants/${auth.rootId}`, { webhooks: { user: 'http://127.0.0.1:9/hook' } });
  await key('POST /users', { email: 'hook@example.com' });
  await auth.service.workOffQueue();
  await database.run(sql`insert into auth.webhook_delivery
    select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'status', 'delivered'))).*
    from auth.webhook_delivery d, generate_series(1, 201)`);
  const { ids } = await database.one<{ ids: string[] }>(
    sql`select array_agg(id::text order by created_at desc, id desc) as ids from auth.webhook_delivery`,
  );
  const log = `GET /tenants/${auth.rootId}/webhooks/deliveries`;
  const { body: begin } = await key(log);
  const { body: rest } = await key(`${log}?before=${begin.next}`);
  expect([begin.results.length, rest.results.length, rest.next]).toEqual([200, 2, null]);
  expect([...begin.results, ...rest.results].map((one: Json) => one.id)).toEqual(ids);
  expect((await key(`${log}?before=x`)).status).toBe(400);
});
