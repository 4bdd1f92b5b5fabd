import { afterAll, beforeAll, beforeEach } from 'vitest';
import { sql } from '../platform/sql.ts';
import {
  type Answer,
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from './gateway-harness.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A workspace at noon, whose project "Dock" is there, and for each test somebody new in it, who asks unless another is named. */
export type TimerDesk = {
  gateway: GatewayHarness;
  workspace: TestWorkspace;
  member: TestMember;
  projectID: string;
  call(method: Method, path: string, body?: object, as?: TestMember): Promise<Answer>;
  /** Days, minutes and sources of what is saved. */
  entries(as?: TestMember): Promise<[workDate: string, minutes: number, source: string][]>;
  /** An instant so many minutes back. */
  ago(minutes: number): string;
};

/** Opens before the tests of the file that calls this and closes after them; its fields are there in tests. */
export function openTimerDesk(): TimerDesk {
  const desk = {
    call: (method, path, body, as = desk.member) =>
      desk.gateway.call(method, path, { as, ...(body ? { body } : {}) }),
    entries: async (as = desk.member) =>
      (await desk.call('GET', 'TimeSheet/Entries?sort=workDate', undefined, as)).body.map(
        (row: Record<string, unknown>) => [row.workDate, row.minutes, row.source],
      ),
    ago: (minutes) => new Date(desk.gateway.clock.now().getTime() - minutes * 60_000).toISOString(),
  } as TimerDesk;
  beforeAll(async () => {
    const gateway = await createGatewayHarness();
    // The next noon: what began an hour ago must not have begun on the day before.
    const day = 24 * 60 * 60_000;
    gateway.clock.move(day - ((Date.now() + day / 2) % day));
    const workspace = await gateway.addWorkspace();
    const project = { as: workspace.owner, body: { projectName: 'Dock' } };
    const { projectID } = (await gateway.call('POST', 'Projects', project)).body;
    // Its trial ends before some of these tests do.
    await gateway
      .owner(workspace)
      .run(sql`update app.subscription set status = 'active' where tenant_id = ${workspace.tenantId}`);
    Object.assign(desk, { gateway, workspace, projectID });
  });
  beforeEach(async () => {
    desk.member = await desk.gateway.addMember(desk.workspace);
  });
  afterAll(() => desk.gateway?.close());
  return desk;
}
