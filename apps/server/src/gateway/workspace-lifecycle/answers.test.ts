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

/** At the main domain, as the owner; the harness compares each answer with its row. */
async function ask(route: string, body?: object) {
  const answer = await services.call('latchkey', route, { as: owner, ...(body ? { body } : {}) });
  expect([route, answer.status >= 300 && answer.text]).toEqual([route, false]);
  return answer;
}

async function read(route: string) {
  return (await ask(route)).body;
}

/** Each write is named in its answer, for whoever reads next. */
async function write(route: string, body?: object) {
  const answer = await ask(route, body);
  expect([route, answer.headers['x-last-write']]).toEqual([route, expect.stringMatching(/^\d+$/)]);
  return answer.body;
}

test('the life of a workspace, told at the main domain from its making to its end', async () => {
  expect(await read('GET Workspaces/Availability?slug=breakwater')).toMatchObject({ isAvailable: true });
  const { tenantID } = await write('POST Workspaces', { name: 'Breakwater', regionCode: 'us' });
  expect(await read('GET Workspaces/Availability?slug=breakwater')).toMatchObject({ problem: 'taken' });
  expect(await write(`PUT Workspaces/${tenantID}`, { name: 'Mole' })).toMatchObject({ name: 'Mole' });
  expect(await write(`POST Workspaces/${tenantID}/Archive`)).toMatchObject({ status: 'archived' });
  expect(await write(`POST Workspaces/${tenantID}/Restore`)).toMatchObject({ status: 'active' });
  expect(await write(`DELETE Workspaces/${tenantID}`, { slug: 'breakwater' })).toMatchObject({
    status: 'deleting',
  });
  const statuses = (await read('GET Workspaces')).map(({ slug, status }: Record<string, string>) => [
    slug,
    status,
  ]);
  expect(statuses).toContainEqual(['breakwater', 'deleting']);
});

test('a workspace handed over has another owner, and its former one is an admin', async () => {
  const { house, teamMemberID } = heir;
  expect(await write(`POST Workspaces/${house.publicId}/Transfer`, { teamMemberID })).toEqual({
    ownerID: teamMemberID,
    role: 'admin',
  });
});
