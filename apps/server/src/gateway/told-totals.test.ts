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
