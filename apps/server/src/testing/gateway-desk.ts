import { afterAll, beforeAll, beforeEach } from 'vitest';
import { sql } from '../platform/sql.ts';
import {
  type Answer,
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from './gateway-harness.ts';

/** One gateway for the tests of a file, and calls that its owner makes unless another member is named. */
export type GatewayDesk = {
  gateway: GatewayHarness;
  /** At harbour.stint.localhost, with a subscription. */
  workspace: TestWorkspace;
  owner: TestMember;
  /** Another workspace of the region, whose things must not be seen. */
  other: TestWorkspace;
  get(path: string, as?: TestMember, query?: Record<string, string>): Promise<Answer>;
  post(path: string, body: object, as?: TestMember): Promise<Answer>;
  put(path: string, body?: object, as?: TestMember): Promise<Answer>;
  remove(path: string, as?: TestMember): Promise<Answer>;
};

/** Opens before the tests of the file that calls this and closes after them; its fields are there in tests. */
export function openGatewayDesk(): GatewayDesk {
  const desk = {
    get: (path, as = desk.owner, query) =>
      desk.gateway.call('GET', path, { as, ...(query ? { query } : {}) }),
    post: (path, body, as = desk.owner) => desk.gateway.call('POST', path, { as, body }),
    put: (path, body, as = desk.owner) => desk.gateway.call('PUT', path, { as, ...(body ? { body } : {}) }),
    remove: (path, as = desk.owner) => desk.gateway.call('DELETE', path, { as }),
  } as GatewayDesk;
  beforeAll(async () => {
    const gateway = await createGatewayHarness();
    const [workspace, other] = await Promise.all([
      gateway.addWorkspace({ slug: 'harbour' }),
      gateway.addWorkspace(),
    ]);
    Object.assign(desk, { gateway, workspace, other, owner: workspace.owner });
    await gateway
      .owner(workspace)
      .run(sql`update app.subscription set status = 'active' where tenant_id = ${workspace.tenantId}`);
  });
  // Each test begins with full buckets: the limits have tests of their own.
  beforeEach(() => desk.gateway.clock.move(15_000));
  afterAll(() => desk.gateway?.close());
  return desk;
}
