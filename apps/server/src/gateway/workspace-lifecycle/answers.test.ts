import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HouseMember, type LinkedServices, startLinkedServices } from '../../testing/linked-services.ts';

let services: LinkedServices;
let owner: HouseMember;
let heir: HouseMember;

beforeAll(async () => {
  services = await startLinkedServices();
  const house = await services.addHouse();
  owner = await services.addMember(house, 'owner');
  heir = await services.addMember(house, 'admin');
});
afterAll(() => services.close());

/** At the main domain, as the owner; the harness compares each answer with its row. Each write is named, for what reads it next. */
async function ask(route: string, body?: object) {
  const answer = await services.call('latchkey', route, { as: owner, ...(body ? { body } : {}) });
  expect([route, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([
    route,
    expect.any(Number),
    '',
  ]);
  if (!route.startsWith('GET')) expect(answer.headers['x-last-write']).toMatch(/^\d+$/);
  return answer.body;
}

test('the life of a workspace, told at the main domain from its making to its end', async () => {
  expect(await ask('GET Workspaces/Availability?slug=breakwater')).toMatchObject({ isAvailable: true });
  const { tenantID } = await ask('POST Workspaces', { name: 'Breakwater', regionCode: 'us' });
  expect(await ask('GET Workspaces/Availability?slug=breakwater')).toMatchObject({ problem: 'taken' });
  expect(await ask(`PUT Workspaces/${tenantID}`, { name: 'Mole' })).toMatchObject({ name: 'Mole' });
  expect(await ask(`POST Workspaces/${tenantID}/Archive`)).toMatchObject({ status: 'archived' });
  expect(await ask(`POST Workspaces/${tenantID}/Restore`)).toMatchObject({ status: 'active' });
  expect(await ask(`DELETE Workspaces/${tenantID}`, { slug: 'breakwater' })).toMatchObject({
    status: 'deleting',
  });
  const statuses = (await ask('GET Workspaces')).map(({ slug, status }: Record<string, string>) => [
    slug,
    status,
  ]);
  expect(statuses).toContainEqual(['breakwater', 'deleting']);
});

test('a workspace handed over has another owner, and its former one is an admin', async () => {
  const { house, teamMemberID } = heir;
  expect(await ask(`POST Workspaces/${house.publicId}/Transfer`, { teamMemberID })).toEqual({
    ownerID: teamMemberID,
    role: 'admin',
  });
});
