import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/sql.ts';
import { createGatewayHarness, type GatewayHarness, type TestWorkspace } from '../testing/gateway-harness.ts';

let gateway: GatewayHarness;
let home: TestWorkspace;
let other: TestWorkspace;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  home = await gateway.addWorkspace();
  other = await gateway.addWorkspace();
});
afterAll(() => gateway?.close());

/** More than each list shows, of long ago. */
const MANY = 520;

const fillers = {
  Imports:
    () => sql`insert into app.import (tenant_id, id, source, file_name, file_hash, status, created_at, finished_at)
    select ${home.tenantId}::uuid, gen_random_uuid(), 'csv', 'hours.csv', 'x' || n, 'done', now() - interval '1 year', now() - interval '1 year'
    from generate_series(1, ${MANY}::int) n`,
  LongWork:
    () => sql`insert into app.workspace_transfer (tenant_id, id, kind, status, created_by, created_at, finished_at)
    select ${home.tenantId}::uuid, gen_random_uuid(), 'report', 'done', ${home.owner.userUuid}::uuid, now() - interval '1 year', now() - interval '1 year'
    from generate_series(1, ${MANY}::int) n`,
  Invitations:
    () => sql`insert into app.invitation (tenant_id, id, team_member_id, email, role, token_hash, invited_by, created_at, expires_at, revoked_at)
    select ${home.tenantId}::uuid, gen_random_uuid(), ${home.owner.teamMemberID}::uuid, 'p' || n || '@people.example', 'member', decode('00', 'hex'), ${home.owner.teamMemberID}::uuid,
      now() - interval '1 year', now() - interval '1 year', now() - interval '1 year'
    from generate_series(1, ${MANY}::int) n`,
};

test.each([
  ['Imports', 200],
  ['LongWork', 50],
  ['Invitations', 500],
] as const)('%s answers the newest %i and tells how many there are', async (path, shown) => {
  await gateway.owner(home).run(fillers[path]());
  const { body, headers } = await gateway.call('GET', path, { as: home.owner });
  expect([body.length, headers['x-total-count']]).toEqual([shown, String(MANY)]);
  const theirs = await gateway.call('GET', path, { as: other.owner });
  expect([theirs.body, theirs.headers['x-total-count']]).toEqual([[], '0']);
});

test('a whole list tells how many there are, up to its thousand rows and beyond', async () => {
  const workspace = await gateway.addWorkspace();
  const add = (count: number) =>
    gateway.owner(workspace).run(sql`insert into app.client (tenant_id, id, name, created_at, updated_at)
      select ${workspace.tenantId}::uuid, id, id::text, now(), now() from (select gen_random_uuid() as id from generate_series(1, ${count}::int)) n`);
  const told = async (query: Record<string, string> = {}) => {
    const { body, headers } = await gateway.call('GET', 'Clients', { as: workspace.owner, query });
    return [body.length, headers['x-total-count'], headers['x-next-cursor'] !== undefined];
  };
  expect(await told()).toEqual([0, '0', false]);
  await add(999);
  expect(await told()).toEqual([999, '999', false]);
  await add(1);
  expect(await told()).toEqual([1000, '1000', false]);
  await add(2);
  expect(await told()).toEqual([1000, '1002', true]);
  expect(await told({ total: 'false' })).toEqual([1000, undefined, true]);
});
