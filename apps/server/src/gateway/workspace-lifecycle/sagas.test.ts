import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openForgotten } from '../../platform/forgotten.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { queuedJobs } from '../../testing/queued-jobs.ts';
import { createWorkspaceProvider } from '../provider/client.ts';
import { fakeAdminKey, startProviderServer } from '../provider/provider-server.fixture.ts';
import { resumeSagas } from '../sagas/resume.ts';
import { runSaga } from '../sagas/saga.ts';
import { eraseSaga } from './closing-sagas.ts';
import { createWorkspace } from './create.ts';
import type { WorkspaceDeps } from './deps.ts';
import { beginDueErasures, deleteReturned } from './due-erasures.ts';
import {
  archiveWorkspace,
  changeWorkspace,
  deleteWorkspace,
  requireOwnWorkspace,
  restoreWorkspace,
  transferWorkspace,
} from './lifecycle.ts';
import { workspaceSagas } from './sagas.ts';

let us: TestDatabase;
let eu: TestDatabase;
let provider: Awaited<ReturnType<typeof startProviderServer>>;
let deps: WorkspaceDeps;
let now: Date;

const minute = 60_000;
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

beforeAll(async () => {
  [us, eu] = await Promise.all([createTestDatabase('app'), createTestDatabase('app')]);
  provider = await startProviderServer();
  deps = {
    regions: new Map([
      ['us', { code: 'us', name: 'United States', database: us.database, queue: us.queue }],
      ['eu', { code: 'eu', name: 'European Union', database: eu.database, queue: eu.queue }],
    ]),
    provider: createWorkspaceProvider({
      baseUrl: provider.baseUrl,
      rootTenantId: 'rootroot',
      adminKey: fakeAdminKey,
      fetch,
    }),
    clock: { now: () => now },
    config: readConfig({}),
  };
});
afterAll(async () => {
  await provider.close();
  await Promise.all([us.drop(), eu.drop()]);
});
beforeEach(() => {
  now = new Date('2026-11-21T08:00:00Z');
});

function person(name: string): string {
  const userUuid = newId();
  provider.users.set(userUuid, {
    userUuid,
    name,
    email: `${userUuid}@people.example`,
    isEmailConfirmed: true,
  });
  return userUuid;
}

const sagas = { ...workspaceSagas, erase: eraseSaga(async () => {}) };

/** What the worker of every region does when its time comes. */
async function resumeAll(): Promise<number> {
  let ended = 0;
  for (const region of deps.regions.values()) ended += await resumeSagas(deps, sagas, region);
  return ended;
}

async function eraseDue(): Promise<void> {
  for (const region of deps.regions.values()) await beginDueErasures(deps.clock, region);
}

const rowsOf = (slug: string, database = us) =>
  database.owner.rows<{ status: string; publicId: string; tenantId: string }>(
    sql`select status, public_id as "publicId", tenant_id as "tenantId" from app.tenant where slug = ${slug}`,
  );

test('a workspace is made in its region, with its owner, and nowhere else', async () => {
  const userId = person('Olga Owner');
  const made = await createWorkspace(deps, { userId, name: 'Harbour & Söhne', regionCode: 'eu' });
  expect(made).toMatchObject({
    name: 'Harbour & Söhne',
    slug: 'harbour-and-sohne',
    regionCode: 'eu',
    status: 'active',
  });
  expect(await rowsOf('harbour-and-sohne', us)).toEqual([]);
  expect(await rowsOf('harbour-and-sohne', eu)).toHaveLength(1);
  const tenant = provider.tenants.get(made.publicId);
  expect(tenant).toMatchObject({ tenantId: made.publicId, status: 'active', regionCode: 'eu' });
  expect(tenant?.roles.get(userId)).toEqual(['owner']);
  const members = await eu.owner.rows(sql`select role, status, user_id as "userId" from app.team_member
    where tenant_id = ${made.tenantId}`);
  expect(members).toEqual([{ role: 'owner', status: 'active', userId }]);
});

const kills = workspaceSagas.create.steps.flatMap(({ name }) => [
  [name, 'before'] as const,
  [name, 'after'] as const,
]);

test.each(kills)(
  'killed %s, %s its work, the creation is completed by another process',
  async (name, when) => {
    const userId = person('Kim Killed');
    const slug = `killed-${name}-${when}`;
    const dying = {
      ...workspaceSagas,
      create: {
        ...workspaceSagas.create,
        steps: workspaceSagas.create.steps.map((step) => (step.name === name ? dies(step, when) : step)),
      },
    };
    const original = workspaceSagas.create.steps;
    workspaceSagas.create.steps = dying.create.steps;
    await expect(createWorkspace(deps, { userId, name: slug, regionCode: 'us' })).rejects.toThrow('killed');
    workspaceSagas.create.steps = original;
    later(2 * minute);
    await resumeAll();
    const [row, ...more] = await rowsOf(slug);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ status: 'active' });
    const atProvider = [...provider.tenants.values()].filter((tenant) => tenant.slug === slug);
    expect(atProvider).toMatchObject([{ tenantId: row?.publicId, status: 'active' }]);
    expect(await resumeAll()).toBe(0);
  },
);

type Step = (typeof workspaceSagas.create.steps)[number];
function dies(step: Step, when: 'before' | 'after'): Step {
  return {
    ...step,
    async run(context, saga) {
      if (when === 'after') await step.run(context, saga);
      throw new Error('killed');
    },
  };
}

test('the same person asking again goes on where it stopped', async () => {
  const userId = person('Rae Retry');
  const request = { userId, name: 'Retry House', regionCode: 'us' };
  const original = workspaceSagas.create.steps;
  workspaceSagas.create.steps = original.map((step) => (step.name === 'rows' ? dies(step, 'before') : step));
  await expect(createWorkspace(deps, request)).rejects.toThrow('killed');
  workspaceSagas.create.steps = original;
  later(minute);
  expect(await createWorkspace(deps, request)).toMatchObject({ slug: 'retry-house', status: 'active' });
});

test('an answer that was lost is given again, without a second workspace', async () => {
  const request = { userId: person('Lou Lost'), name: 'Lost Answer', regionCode: 'us' };
  const made = await createWorkspace(deps, request);
  later(minute);
  expect(await createWorkspace(deps, request)).toEqual(made);
  later(60 * minute);
  await expect(createWorkspace(deps, request)).rejects.toMatchObject({ code: 'slug_taken' });
});

test('two people racing for one address: one has it, the other reads slug_taken', async () => {
  const outcomes = await Promise.allSettled(
    [person('Ann'), person('Bob')].map((userId) =>
      createWorkspace(deps, { userId, name: 'The One', regionCode: userId < 'a' ? 'us' : 'eu' }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const lost = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(lost?.reason).toMatchObject({ code: 'slug_taken' });
  expect([...provider.tenants.values()].filter((tenant) => tenant.slug === 'the-one')).toHaveLength(1);
});

test('security 2: a person makes three workspaces a day over all regions, also when asking for all at once', async () => {
  const userId = person('Max Many');
  const names = ['Many A', 'Many B', 'Many C', 'Many D', 'Many E'];
  const outcomes = await Promise.allSettled(
    names.map((name) => createWorkspace(deps, { userId, name, regionCode: 'us' })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(createWorkspace(deps, { userId, name: 'Many F', regionCode: 'eu' })).rejects.toMatchObject({
    code: 'rate_limited',
  });
  later(25 * 60 * minute);
  await expect(createWorkspace(deps, { userId, name: 'Many F', regionCode: 'eu' })).resolves.toBeTruthy();
});

test('an address that cannot be one, a reserved one and a region that is none are refused before anything is made', async () => {
  const userId = person('Wil Wrong');
  const before = provider.tenants.size;
  for (const [slug, regionCode, code] of [
    ['Has Space', 'us', 'slug_invalid'],
    ['admin', 'us', 'slug_invalid'],
    ['xn--fine', 'us', 'slug_invalid'],
    ['fine', 'mars', 'region_unknown'],
  ] as const) {
    await expect(createWorkspace(deps, { userId, name: 'X', slug, regionCode })).rejects.toMatchObject({
      code,
    });
  }
  expect(provider.tenants.size).toBe(before);
});

test('a workspace moves to another address on both sides', async () => {
  const userId = person('Mo Mover');
  const made = await createWorkspace(deps, { userId, name: 'Old Place', regionCode: 'us' });
  const own = await requireOwnWorkspace(deps.regions, userId, made.publicId, 'workspace.configure');
  expect(await changeWorkspace(deps, own, { slug: 'new-place' })).toMatchObject({ slug: 'new-place' });
  expect(provider.tenants.get(made.publicId)?.slug).toBe('new-place');
  const directory = await us.owner.rows(
    sql`select slug from app.workspace_directory where public_id = ${made.publicId}`,
  );
  expect(directory).toEqual([{ slug: 'new-place' }]);
});

test('archived, restored, deleted, erased after 30 days: each state is kept on both sides', async () => {
  const userId = person('Lil Life');
  const made = await createWorkspace(deps, { userId, name: 'Life Cycle', regionCode: 'us' });
  const own = () => requireOwnWorkspace(deps.regions, userId, made.publicId, 'workspace.delete');
  expect(await archiveWorkspace(deps, await own())).toMatchObject({ status: 'archived', deleteAfter: null });
  expect(provider.tenants.get(made.publicId)?.status).toBe('archived');
  await expect(archiveWorkspace(deps, await own())).rejects.toMatchObject({ code: 'state_conflict' });
  expect(await restoreWorkspace(deps, await own())).toMatchObject({ status: 'active', archivedAt: null });
  expect(provider.tenants.get(made.publicId)?.status).toBe('active');
  await expect(deleteWorkspace(deps, await own(), 'wrong')).rejects.toMatchObject({ code: 'slug_invalid' });
  await deleteWorkspace(deps, await own(), 'life-cycle');
  later(29 * 24 * 60 * minute);
  await eraseDue();
  await resumeAll();
  expect(await rowsOf('life-cycle')).toHaveLength(1);
  later(2 * 24 * 60 * minute);
  await eraseDue();
  await resumeAll();
  expect(await rowsOf('life-cycle')).toEqual([]);
  expect(provider.tenants.has(made.publicId)).toBe(false);
  const left = await us.owner.one<{ count: number }>(sql`select
    (select count(*) from app.team_member where tenant_id = ${made.tenantId}) +
    (select count(*) from app.project_type where tenant_id = ${made.tenantId}) +
    (select count(*) from app.subscription where tenant_id = ${made.tenantId}) +
    (select count(*) from app.audit_event where tenant_id = ${made.tenantId}) as count`);
  expect(left.count).toBe(0);
  const jobs = (await queuedJobs(us.owner)).filter(({ tenantId }) => tenantId === made.tenantId);
  expect(jobs.map(({ kind }) => kind)).toEqual(['workspace.erased']);
});

test('security 13: a workspace that was erased and has come back by a restore is erased again, and no other', async () => {
  const userId = person('Rita Return');
  const made = await createWorkspace(deps, { userId, name: 'Come Back', regionCode: 'us' });
  await createWorkspace(deps, { userId, name: 'Never Gone', regionCode: 'us' });
  const forgotten = openForgotten(join(process.env.STINT_TEST_DIR ?? tmpdir(), `forgotten-${newId()}`));
  await forgotten.note({ kind: 'workspace', publicId: made.publicId }, deps.clock.now());
  for (const region of deps.regions.values()) await deleteReturned(deps.clock, region, forgotten);
  await eraseDue();
  await resumeAll();
  expect(await rowsOf('come-back')).toEqual([]);
  expect(await rowsOf('never-gone')).toHaveLength(1);
  expect(provider.tenants.has(made.publicId)).toBe(false);
});

test('a workspace that was restored before its last day is not erased', async () => {
  const userId = person('Sam Saved');
  const made = await createWorkspace(deps, { userId, name: 'Saved', regionCode: 'us' });
  const own = () => requireOwnWorkspace(deps.regions, userId, made.publicId, 'workspace.delete');
  await deleteWorkspace(deps, await own(), 'saved');
  later(31 * 24 * 60 * minute);
  await eraseDue();
  await restoreWorkspace(deps, await own());
  await resumeAll();
  expect(await rowsOf('saved')).toMatchObject([{ status: 'active' }]);
  expect(provider.tenants.get(made.publicId)?.status).toBe('active');
});

test('handing over makes the new owner first; two handing over to each other at once leave one owner', async () => {
  const [first, second] = [person('Fay First'), person('Sid Second')];
  const made = await createWorkspace(deps, { userId: first, name: 'Handed Over', regionCode: 'us' });
  const memberId = newId();
  await us.database.withTenant(made.tenantId, (tx) =>
    tx.run(sql`insert into app.team_member
        (tenant_id, id, user_id, first_name, role, status, role_updated_at, created_at, updated_at)
      values (${made.tenantId}, ${memberId}, ${second}, 'Sid', 'admin', 'active', ${now}, ${now}, ${now})`),
  );
  provider.tenants.get(made.publicId)?.roles.set(second, ['admin']);
  const own = await requireOwnWorkspace(deps.regions, first, made.publicId, 'workspace.transfer');
  await transferWorkspace(deps, own, memberId);
  expect(Object.fromEntries(provider.tenants.get(made.publicId)?.roles ?? [])).toEqual({
    [first]: ['admin'],
    [second]: ['owner'],
  });
  await expect(
    requireOwnWorkspace(deps.regions, first, made.publicId, 'workspace.transfer'),
  ).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(transferWorkspace(deps, own, own.member.id)).rejects.toMatchObject({
    code: 'reference_invalid',
  });
});

test('a stranger and a missing workspace get the same 404', async () => {
  const made = await createWorkspace(deps, { userId: person('In Side'), name: 'Inside', regionCode: 'eu' });
  const stranger = person('Out Side');
  for (const id of [made.publicId, 'nothing1']) {
    await expect(
      requireOwnWorkspace(deps.regions, stranger, id, 'workspace.configure'),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
  }
});

test('two processes do not work on one saga at once', async () => {
  const userId = person('Two Procs');
  const original = workspaceSagas.create.steps;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let runs = 0;
  workspaceSagas.create.steps = original.map((step, index) =>
    index === 0
      ? {
          ...step,
          async run(context, saga) {
            runs += 1;
            await gate;
            await step.run(context, saga);
          },
        }
      : step,
  );
  const first = createWorkspace(deps, { userId, name: 'Two Procs', regionCode: 'us' });
  await expect
    .poll(
      async () =>
        (
          await us.owner.rows(
            sql`select 1 as one from app.workspace_saga where user_id = ${userId} and attempts = 1`,
          )
        ).length,
    )
    .toBe(1);
  await expect(createWorkspace(deps, { userId, name: 'Two Procs', regionCode: 'us' })).rejects.toMatchObject({
    code: 'in_progress',
  });
  release();
  await first;
  workspaceSagas.create.steps = original;
  expect(runs).toBe(1);
});

test('a saga of another region is not found, and one that is done does nothing', async () => {
  const { id } = await us.owner.one<{ id: string }>(
    sql`select id from app.workspace_saga where state = 'done' limit 1`,
  );
  const context = { ...deps, database: us.database, regionCode: 'us' };
  await expect(runSaga(context, workspaceSagas, id)).resolves.toBeUndefined();
  await expect(runSaga({ ...context, database: eu.database }, workspaceSagas, id)).rejects.toMatchObject({
    code: 'not_found',
  });
});
