import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openForgotten } from '../../platform/forgotten.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { createWorkspaceProvider } from '../provider/client.ts';
import { fakeAdminKey, startProviderServer } from '../provider/provider-server.fixture.ts';
import { resumeSagas } from '../sagas/resume.ts';
import { createWorkspace } from './create.ts';
import type { WorkspaceDeps } from './deps.ts';
import { repeatLostWishes } from './due-erasures.ts';
import { deleteWorkspace, requireOwnWorkspace, restoreWorkspace } from './lifecycle.ts';
import { workspaceSagas } from './sagas.ts';

let us: TestDatabase;
let provider: Awaited<ReturnType<typeof startProviderServer>>;
let deps: WorkspaceDeps;
let now = new Date('2026-11-21T08:00:00Z');

const minute = 60_000;
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

beforeAll(async () => {
  [us, provider] = await Promise.all([createTestDatabase('app'), startProviderServer()]);
  const { baseUrl } = provider;
  deps = {
    regions: new Map([['us', { code: 'us', name: 'United States', database: us.database, queue: us.queue }]]),
    provider: createWorkspaceProvider({ baseUrl, rootTenantId: 'rootroot', adminKey: fakeAdminKey, fetch }),
    clock: { now: () => now },
    config: readConfig({}),
  };
});
afterAll(() => Promise.all([provider?.close(), us?.drop()]));

test('security 13: a deletion that a restore lost is asked for again with its day, and one that was taken back is not', async () => {
  const userId = newId();
  const owner = { userUuid: userId, name: 'Wes Wish', email: 'wes@people.example', isEmailConfirmed: true };
  provider.users.set(userId, owner);
  const forgotten = openForgotten(join(process.env.STINT_TEST_DIR ?? tmpdir(), `forgotten-${newId()}`));
  const noting = { ...deps, forgotten };
  const made = await createWorkspace(noting, { userId, name: 'Wished Away', regionCode: 'us' });
  const own = () => requireOwnWorkspace(deps.regions, userId, made.publicId, 'workspace.delete');
  /** As a restore to this moment would leave both sides. */
  const restoreTo = async (status: 'active' | 'deleting', deleteAfter: Date | null, at: Date) => {
    await us.owner.run(sql`update app.tenant set status = ${status}, delete_after = ${deleteAfter}
      where tenant_id = ${made.tenantId}`);
    await us.owner.run(sql`update app.workspace_directory set status = ${status}, updated_at = ${at}
      where public_id = ${made.publicId}`);
    const tenant = provider.tenants.get(made.publicId);
    if (tenant) tenant.status = status === 'active' ? 'active' : 'archived';
  };
  const afterRestore = async () => {
    for (const region of deps.regions.values()) await repeatLostWishes(deps.clock, region, forgotten);
    for (const region of deps.regions.values()) await resumeSagas(noting, workspaceSagas, region);
    return us.owner.one(sql`select status, delete_after as "deleteAfter" from app.tenant
      where tenant_id = ${made.tenantId}`);
  };
  later(minute);
  const before = now;
  later(minute);
  await deleteWorkspace(noting, await own(), 'wished-away');
  const day = new Date(now.getTime() + 30 * 24 * 60 * minute);
  later(24 * 60 * minute);
  expect(await afterRestore()).toEqual({ status: 'deleting', deleteAfter: day });
  await restoreTo('active', null, before);
  expect(await afterRestore()).toEqual({ status: 'deleting', deleteAfter: day });
  expect(provider.tenants.get(made.publicId)?.status).toBe('archived');

  later(minute);
  const waiting = now;
  later(minute);
  await restoreWorkspace(noting, await own());
  expect(await afterRestore()).toEqual({ status: 'active', deleteAfter: null });
  await restoreTo('deleting', day, waiting);
  expect(await afterRestore()).toEqual({ status: 'active', deleteAfter: null });
  expect(provider.tenants.get(made.publicId)?.status).toBe('active');

  // A version that notes nothing deleted it since.
  later(minute);
  await restoreTo('deleting', day, now);
  expect(await afterRestore()).toEqual({ status: 'deleting', deleteAfter: day });
});
