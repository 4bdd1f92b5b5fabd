import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkspaceProvider, type WorkspaceProvider } from '../../gateway/provider/client.ts';
import { findLostWishes } from '../../gateway/workspace-lifecycle/due-erasures.ts';
import { provisionTenant } from '../../gateway/workspace-lifecycle/provision.ts';
import { openDatabase } from '../../platform/database.ts';
import { openForgotten } from '../../platform/forgotten.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import {
  type House,
  type HouseMember,
  type LinkedServices,
  startLinkedServices,
} from '../../testing/linked-services.ts';
import { findDisagreements } from './disagreements.ts';
import { adviceOnGateways } from './gateways.ts';

const forgotten = openForgotten(join(process.env.STINT_TEST_DIR ?? tmpdir(), `forgotten-${newId()}`));
let linked: LinkedServices;
beforeAll(async () => {
  linked = await startLinkedServices();
});
afterAll(() => linked?.close());

const openProvider = () =>
  createWorkspaceProvider({
    baseUrl: linked.deps('latchkey').auth.baseUrl,
    rootTenantId: linked.auth.rootId,
    adminKey: linked.auth.adminKey,
    fetch,
  });
const find = async ({ publicId }: Pick<House, 'publicId'>, more: Partial<WorkspaceProvider> = {}) => {
  const { auth, db } = linked;
  const found = await findDisagreements({
    identity: auth.db.owner,
    code: 'us',
    database: db.database,
    provider: { ...openProvider(), ...more },
    forgotten,
  });
  return found.filter(({ workspace }) => workspace === publicId);
};
const told = async (house: House) =>
  (await find(house)).map(({ person, provider, here, follows }) => [person, provider, here, follows]);
const mend = async (house: House, more?: Partial<WorkspaceProvider>) => {
  for (const one of await find(house, more)) await one.mend?.(linked.auth.clock.now());
};
const later = () => linked.auth.clock.advance(60_000);

/** As one side says it after a restore to the moment of `at`. */
const sayThere = ({ house, userUuid }: HouseMember, role: string, at: Date) =>
  linked.auth.db.owner.run(sql`update auth.membership set roles = ${[role]}, updated_at = ${at}
    where user_id = ${userUuid} and tenant_id = (select id from auth.tenant where public_id = ${house.publicId})`);
const sayHere = ({ house, teamMemberID }: HouseMember, role: string, at: Date) =>
  linked.db.owner.run(sql`update app.team_member set role = ${role}, role_updated_at = ${at}, updated_at = ${at}
    where tenant_id = ${house.tenantId} and id = ${teamMemberID}`);
const seatOf = ({ house, userUuid }: HouseMember) =>
  linked.db.owner.one(sql`select role, status from app.team_member
    where tenant_id = ${house.tenantId} and user_id = ${userUuid}`);

test('of two roles the one that was given later stays, on whichever side it is', async () => {
  const house = await linked.addHouse();
  const bea = await linked.addMember(house, 'member');
  expect(await told(house)).toEqual([]);
  const before = linked.auth.clock.now();
  later();
  await sayHere(bea, 'admin', linked.auth.clock.now());
  await sayThere(bea, 'member', before);
  expect(await told(house)).toEqual([[bea.userUuid, 'member', 'admin', 'provider']]);
  await mend(house);
  expect(await told(house)).toEqual([]);
  expect(await seatOf(bea)).toEqual({ role: 'admin', status: 'active' });

  later();
  await sayThere(bea, 'editor', linked.auth.clock.now());
  expect(await told(house)).toEqual([[bea.userUuid, 'editor', 'admin', 'region']]);
  later();
  await mend(house);
  expect(await seatOf(bea)).toEqual({ role: 'editor', status: 'active' });
});

test('who is no member at the provider ends here, and who has no seat here gets one', async () => {
  const house = await linked.addHouse();
  const [bea, carl] = [await linked.addMember(house, 'member'), await linked.addMember(house, 'editor')];
  later();
  await linked.auth.db.owner.run(sql`delete from auth.membership where user_id = ${bea.userUuid}`);
  await linked.db.owner.run(sql`delete from app.team_member
    where tenant_id = ${house.tenantId} and user_id = ${carl.userUuid}`);
  expect((await told(house)).map(([, ...row]) => row.join(' ')).sort()).toEqual([
    'editor missing region',
    'no member member region',
  ]);
  await mend(house);
  expect(await told(house)).toEqual([]);
  expect(await seatOf(bea)).toMatchObject({ status: 'archived' });
  expect(await seatOf(carl)).toEqual({ role: 'editor', status: 'active' });
});

test('a workspace that was closed later stays closed, and what only one of them has is left alone', async () => {
  const [closed, unknown, lost] = [await linked.addHouse(), await linked.addHouse(), await linked.addHouse()];
  later();
  const now = linked.auth.clock.now();
  const { owner } = linked.db;
  await owner.run(sql`update app.tenant set status = 'archived' where tenant_id = ${closed.tenantId}`);
  await owner.run(sql`update app.workspace_directory set status = 'archived', updated_at = ${now}
    where tenant_id = ${closed.tenantId}`);
  expect(await told(closed)).toEqual([[null, 'active', 'archived', 'provider']]);
  await mend(closed);
  expect(await told(closed)).toEqual([]);

  await owner.run(sql`delete from app.workspace_directory where tenant_id = ${lost.tenantId}`);
  expect(await told(lost)).toEqual([[null, 'active', 'missing', 'nobody']]);
  await owner.run(sql`update app.team_member set status = 'archived' where tenant_id = ${unknown.tenantId}`);
  await linked.auth.db.owner.run(sql`delete from auth.membership
    where tenant_id = (select id from auth.tenant where public_id = ${unknown.publicId})`);
  await linked.auth.db.owner.run(sql`update auth.tenant set public_id = reverse(public_id), region_code = 'eu'
    where public_id = ${unknown.publicId}`);
  expect(await told(unknown)).toEqual([[null, 'unknown', 'active', 'nobody']]);
});

test('a seat whose person changed it after it had ended ended no later for that', async () => {
  const house = await linked.addHouse();
  const bea = await linked.addMember(house, 'member');
  const ended = linked.auth.clock.now();
  later();
  await sayThere(bea, 'member', linked.auth.clock.now());
  later();
  await linked.db.owner.run(sql`update app.team_member
    set status = 'archived', archived_at = ${ended}, updated_at = ${linked.auth.clock.now()}
    where tenant_id = ${house.tenantId} and id = ${bea.teamMemberID}`);
  expect(await told(house)).toEqual([[bea.userUuid, 'member', 'archived', 'region']]);
  await mend(house);
  expect(await seatOf(bea)).toEqual({ role: 'member', status: 'active' });
});

test('a workspace that a mend left half made at the provider is made whole by the next', async () => {
  const provider = openProvider();
  const [owner, tenantId] = [await linked.auth.signUp(), newId()];
  const slug = `half-${tenantId.slice(-8)}`;
  const place = { tenantId, name: slug, slug, regionCode: 'us' };
  const publicId = await provider.createTenant({ ...place, uuid: tenantId, ownerUserUuid: owner.userUuid });
  await provider.updateTenant(publicId, { status: 'active' });
  const person = { userId: owner.userUuid, email: owner.email, name: 'Olive Owner' };
  const now = linked.auth.clock.now();
  await provisionTenant(linked.db.database, { ...place, publicId, timeZone: 'UTC', owner: person, now });
  const house = { tenantId, publicId, slug, ownerEmail: owner.email };
  for (const role of ['member', 'editor'] as const) await linked.addMember(house, role);
  expect(await told(house)).toEqual([]);
  // As a provider says it that was restored to a moment before.
  const { owner: identity } = linked.auth.db;
  const there = sql`(select id from auth.tenant where public_id = ${publicId})`;
  await identity.run(sql`delete from auth.membership where tenant_id = ${there}`);
  await identity.run(sql`update auth.tenant set public_id = reverse(public_id), slug = null, region_code = 'eu'
    where public_id = ${publicId}`);
  expect(await told(house)).toEqual([[null, 'unknown', 'active', 'provider']]);

  let calls = 0;
  const setRoles: WorkspaceProvider['setRoles'] = (...said) =>
    ++calls === 2 ? Promise.reject(new Error('away')) : provider.setRoles(...said);
  await expect(mend(house, { setRoles })).rejects.toThrow('away');
  expect(await told(house)).toEqual([[null, 'provisioning', 'active', 'provider']]);
  await mend(house);
  expect(await told(house)).toEqual([]);
  expect(await provider.findTenant(publicId)).toMatchObject({ status: 'active' });
});

test('what a gateway is making is left to it', async () => {
  const house = await linked.addHouse();
  await linked.auth.db.owner.run(sql`update auth.tenant set status = 'provisioning'
    where public_id = ${house.publicId}`);
  expect(await told(house)).toEqual([[null, 'provisioning', 'active', 'provider']]);
  const now = linked.auth.clock.now();
  await linked.db.owner.run(sql`insert into app.workspace_saga
      (id, tenant_id, public_id, kind, step, state, next_at, created_at, updated_at)
    values (${newId()}, ${house.tenantId}, ${house.publicId}, 'create', 'open', 'running', ${now}, ${now}, ${now})`);
  expect(await told(house)).toEqual([]);
});

test('a deletion that a restore lost is mended with the day that was told, also where the address changed', async () => {
  const house = await linked.addHouse();
  later();
  const asked = linked.auth.clock.now();
  await forgotten.note({ kind: 'deletion', publicId: house.publicId }, asked);
  await linked.auth.db.owner.run(sql`update auth.tenant set status = 'archived', name = 'Renamed', updated_at = ${asked}
    where public_id = ${house.publicId}`);
  later();
  const there = `archived, Renamed ${house.slug}`;
  const here = `active, its deletion was lost, ${house.slug} ${house.slug}`;
  expect(await told(house)).toEqual([[null, there, here, 'region']]);
  await mend(house);
  expect(await told(house)).toEqual([]);
  expect(await findLostWishes(linked.db, forgotten)).toEqual([]);
  const day = new Date(asked.getTime() + 30 * 24 * 60 * 60_000);
  expect(
    await linked.db.owner.one(sql`select status, name, delete_after as "deleteAfter" from app.tenant
      where tenant_id = ${house.tenantId}`),
  ).toEqual({ status: 'deleting', name: 'Renamed', deleteAfter: day });
});

test('a mend of a workspace that fails leaves the same side to follow, and done again it is whole', async () => {
  const house = await linked.addHouse();
  const { owner } = linked.db;
  const [provider, ofOther] = [openProvider(), newId()];
  const slug = `taken-${ofOther.slice(-8)}`;
  const { userUuid: ownerUserUuid } = await linked.auth.signUp();
  const other = await provider.createTenant({
    uuid: ofOther,
    name: 'Other',
    slug,
    regionCode: 'eu',
    ownerUserUuid,
  });
  later();
  const now = linked.auth.clock.now();
  await owner.run(
    sql`update app.tenant set status = 'archived', slug = ${slug} where tenant_id = ${house.tenantId}`,
  );
  await owner.run(sql`update app.workspace_directory set status = 'archived', slug = ${slug}, updated_at = ${now}
    where tenant_id = ${house.tenantId}`);
  const asRegionSays = [
    [null, `active, ${house.slug} ${house.slug}`, `archived, ${house.slug} ${slug}`, 'provider'],
  ];
  expect(await told(house)).toEqual(asRegionSays);
  later();
  await expect(mend(house)).rejects.toMatchObject({ code: 'slug_taken' });
  expect(await told(house)).toEqual(asRegionSays);
  await provider.deleteTenant(other);
  await mend(house);
  expect(await told(house)).toEqual([]);
  expect(await provider.findTenant(house.publicId)).toMatchObject({ slug, status: 'archived' });

  // The other way round, where it is the region that follows and cannot.
  later();
  await provider.updateTenant(house.publicId, { name: 'Changed there', status: 'active' });
  const asProviderSays = [
    [null, `active, Changed there ${slug}`, `archived, ${house.slug} ${slug}`, 'region'],
  ];
  expect(await told(house)).toEqual(asProviderSays);
  later();
  await owner.run(sql`alter table app.tenant add constraint no_such_name check (name <> 'Changed there')`);
  await expect(mend(house)).rejects.toThrow('no_such_name');
  expect(await told(house)).toEqual(asProviderSays);
  await owner.run(sql`alter table app.tenant drop constraint no_such_name`);
  await mend(house);
  expect(await told(house)).toEqual([]);
  expect(
    await owner.one(sql`select status, name from app.tenant where tenant_id = ${house.tenantId}`),
  ).toEqual({ status: 'active', name: 'Changed there' });
});

test('while a gateway works on a region it is said, with what to do', async () => {
  const regions = new Map([['us', linked.db.database]]);
  expect(await adviceOnGateways(regions)).toBeNull();
  const { host = '', port = 0, user = '', database = '' } = linked.db.queue.pool.options;
  const jobs = openDatabase({ address: { host, port, user, database }, applicationName: 'stint jobs' });
  await jobs.one(sql`select 1 as one`);
  expect(await adviceOnGateways(regions)).toMatch(/^A gateway works on us .* SERVICES=auth alone/);
  await jobs.close();
  await expect.poll(() => adviceOnGateways(regions)).toBeNull();
});
