import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let owner: TestMember;
let member: TestMember;
let projectID: string;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  owner = workspace.owner;
  member = await gateway.addMember(workspace, { role: 'member' });
  const add = async (path: string, body: object) =>
    (await gateway.call('POST', path, { as: owner, body })).body;
  const { clientID } = await add('Clients', { clientName: 'Harbour Trust' });
  await add('Activities', { activityName: 'Caulking' });
  ({ projectID } = await add('Projects', { projectName: 'North pier', code: 'NP-7', clientID }));
  await add('Projects', { projectName: 'Harbour website', visibility: 'members' });
  const old = await add('Projects', { projectName: 'Harbour archive' });
  await gateway.call('DELETE', `Projects/${old.projectID}`, { as: owner });
});
afterAll(() => gateway.close());

async function search(q: string, as = owner, size?: number) {
  const query = { q, ...(size ? { size: String(size) } : {}) };
  const { status, body } = await gateway.call('GET', 'Search', { as, query });
  expect(status).toBe(200);
  const items: { kind: string; name: string; detail: string | null }[] = body.items;
  return { corrected: body.corrected, found: items.map(({ kind, name }) => `${kind} ${name}`) };
}

describe('one search over everything', () => {
  test('finds by words of any letter case in names, codes and the client of a project; beginnings of names first', async () => {
    expect((await search('HARBOUR')).found).toEqual([
      'project Harbour website',
      'project North pier',
      'client Harbour Trust',
    ]);
    expect((await search('pier trust')).found).toEqual(['project North pier']);
    expect((await search('np-7')).found).toEqual(['project North pier']);
    expect((await search('caul')).found).toEqual(['activity Caulking']);
  });

  test('says what an item is', async () => {
    const { body } = await gateway.call('GET', 'Search', { as: owner, query: { q: 'pier' } });
    expect(body.items).toEqual([
      {
        kind: 'project',
        id: projectID,
        name: 'North pier',
        detail: 'Harbour Trust',
        color: expect.toBeOneOf([null, expect.any(String)]),
        hasWeek: false,
      },
    ]);
  });

  test('finds people by name, and by address for who manages them', async () => {
    const body = { firstName: 'Grace', lastName: 'Hopper' };
    expect((await gateway.call('POST', 'TeamMember/Placeholders', { as: owner, body })).status).toBe(201);
    const editor = await gateway.addMember(workspace, { role: 'editor' });
    const address = `${member.teamMemberID}@example.com`;
    expect((await search('grace hop')).found).toEqual(['person Grace Hopper']);
    expect((await search('hopper', editor)).found).toEqual(['person Grace Hopper']);
    expect((await search(address)).found).toHaveLength(1);
    expect((await search(address, editor)).found).toEqual([]);
  });

  test('signs count as letters, and so many of each kind come as were asked for', async () => {
    expect((await search('%')).found).toEqual([]);
    expect((await search('n_r')).found).toEqual([]);
    expect((await search('harbour', owner, 1)).found).toEqual([
      'project Harbour website',
      'client Harbour Trust',
    ]);
  });

  test('forgives slips where nothing has a word, and says what it looked for', async () => {
    expect(await search('harbuor websiet')).toEqual({
      corrected: 'harbour website',
      found: ['project Harbour website'],
    });
    expect(await search('zzzzzz')).toEqual({ corrected: null, found: [] });
    const rows = await gateway.call('GET', 'Projects/Picker', { as: owner, query: { q: 'nroth caulknig' } });
    expect(rows.body).toMatchObject([{ projectName: 'North pier', activityName: 'Caulking' }]);
  });

  test('shows to each what they see elsewhere, and corrects by nothing else', async () => {
    expect((await search('harbour', member)).found).toEqual(['project North pier', 'client Harbour Trust']);
    expect(await search('websiet', member)).toEqual({ corrected: null, found: [] });
    expect((await search('', member)).found).not.toContain('person Grace Hopper');
  });

  test('and nothing of another workspace', async () => {
    const other = await gateway.addWorkspace();
    expect((await search('harbour', other.owner)).found).toEqual([]);
    expect(await search('harbuor', other.owner)).toEqual({ corrected: null, found: [] });
  });

  test('a person whose week the asker may open says so, and another does not', async () => {
    const editor = await gateway.addMember(workspace, { role: 'editor' });
    const led = await gateway.addMember(workspace, { approverID: editor.teamMemberID });
    const hasWeek = async (as: TestMember, whose: TestMember) => {
      const name = whose.teamMemberID.slice(-4);
      const { body } = await gateway.call('GET', 'Search', { as, query: { q: name } });
      const items: { id: string; hasWeek: boolean }[] = body.items;
      return items.find(({ id }) => id === whose.teamMemberID)?.hasWeek;
    };
    expect(await hasWeek(owner, member)).toBe(true);
    expect(await hasWeek(editor, led)).toBe(true);
    expect(await hasWeek(editor, editor)).toBe(true);
    expect(await hasWeek(editor, member)).toBe(false);
  });
});
