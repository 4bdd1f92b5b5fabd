import { describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { openGatewayDesk } from '../testing/gateway-desk.ts';
import type { Answer } from '../testing/gateway-harness.ts';

const desk = openGatewayDesk();
const { get, post, put, remove } = desk;
type Row = Answer['body'];

/** What clients, activities and projects have in common. */
const kinds = [
  { path: 'Clients', id: 'clientID', name: 'clientName', archived: 'Clients/GetArchivedClients' },
  {
    path: 'Activities',
    id: 'activityID',
    name: 'activityName',
    archived: 'Activities/GetArchivedActivities',
  },
  { path: 'Projects', id: 'projectID', name: 'projectName', archived: 'Projects/GetArchivedProjects' },
];

describe.each(kinds)('$path', ({ path, id, name, archived }) => {
  test('are added, changed with their version, and a stale change gets the current row', async () => {
    const made = await post(path, { [name]: ' First ' });
    expect([made.status, made.body[name], made.body.version]).toEqual([201, 'First', 1]);
    const url = `${path}/${made.body[id]}`;
    expect((await put(url, { [name]: 'Second', version: 1 })).body).toMatchObject({
      [name]: 'Second',
      version: 2,
    });
    const stale = await put(url, { [name]: 'Third', version: 1 });
    expect([stale.status, stale.body.current]).toEqual([
      409,
      expect.objectContaining({ [name]: 'Second', version: 2 }),
    ]);
    expect((await get(url)).body[name]).toBe('Second');
  });

  test('archived ones leave the list, come back, and names in use are refused', async () => {
    const label = `Keep ${newId()}`;
    const made = await post(path, { [name]: label });
    const url = `${path}/${made.body[id]}`;
    expect((await remove(url)).body.isArchived).toBe(true);
    const isListed = async (list: string) =>
      (await get(list)).body.some((row: Row) => row[id] === made.body[id]);
    expect([await isListed(path), await isListed(archived)]).toEqual([false, true]);
    expect((await post(path, { [name]: label })).status).toBe(201);
    expect((await put(`${url}/Restore`)).body.errors[0].code).toBe('name_taken');
    await put(url, { [name]: `${label} old`, version: 2 });
    expect((await put(`${url}/Restore`)).body.isArchived).toBe(false);
    expect((await post(path, { [name]: label })).body.errors[0].code).toBe('name_taken');
  });

  test('the unused go to the trash, are followed by deletedSince, come back within 30 days', async () => {
    const made = await post(path, { [name]: `Bin ${newId()}` });
    const url = `${path}/${made.body[id]}`;
    const since = desk.gateway.clock.now().toISOString();
    expect((await remove(`${url}?hard=true`)).body.deletedAt).not.toBeNull();
    expect((await get(path)).body.some((row: Row) => row[id] === made.body[id])).toBe(false);
    const gone = await get(path, desk.owner, { deletedSince: since });
    expect(gone.body.map((row: Row) => row[id])).toEqual([made.body[id]]);
    expect((await get('Trash')).body.some((row: Row) => row.id === made.body[id])).toBe(true);
    desk.gateway.clock.move(31 * 24 * 60 * 60_000);
    expect((await put(`${url}/Restore`)).status).toBe(410);
    desk.gateway.clock.move(-31 * 24 * 60 * 60_000);
    expect((await put(`${url}/Restore`)).body.deletedAt).toBeNull();
  });

  test('updatedSince names what changed, and nothing else', async () => {
    const before = await post(path, { [name]: `Old ${newId()}` });
    desk.gateway.clock.move(10);
    const since = desk.gateway.clock.now().toISOString();
    const made = await post(path, { [name]: `New ${newId()}` });
    const changed = (await get(path, desk.owner, { updatedSince: since })).body.map((row: Row) => row[id]);
    expect(changed).toContain(made.body[id]);
    expect(changed).not.toContain(before.body[id]);
  });

  test('page by page and by cursor, in both directions, each row comes once', async () => {
    for (const letter of ['a', 'B', 'c', 'D', 'e']) await post(path, { [name]: `Page ${letter}` });
    const search = { q: 'page ', size: '2' };
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await get(path, desk.owner, { ...search, sort: '-name', ...(cursor ? { cursor } : {}) });
      names.push(...page.body.map((row: Row) => row[name]));
      cursor = page.headers['x-next-cursor'] as string | undefined;
    } while (cursor);
    expect(names).toEqual(['Page e', 'Page D', 'Page c', 'Page B', 'Page a']);
    const second = await get(path, desk.owner, { ...search, sort: 'name', page: '2' });
    expect([second.body.map((row: Row) => row[name]), second.headers['x-total-count']]).toEqual([
      ['Page c', 'Page D'],
      '5',
    ]);
    expect((await get(path, desk.owner, { cursor: 'nonsense' })).status).toBe(400);
    expect((await get(path, desk.owner, { size: '201' })).status).toBe(400);
  });

  test('an unchanged list answers 304', async () => {
    const first = await get(path);
    const again = await desk.gateway.call('GET', path, {
      as: desk.owner,
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('a search takes wildcards as letters', async () => {
    await post(path, { [name]: '100% wool_' });
    expect((await get(path, desk.owner, { q: '0% w' })).body).toHaveLength(1);
    expect((await get(path, desk.owner, { q: 'l_' })).body).toHaveLength(1);
    expect((await get(path, desk.owner, { q: '1%l' })).body).toHaveLength(0);
  });

  test("another workspace's are missing, whatever is done to them", async () => {
    const foreign = await post(path, { [name]: `Foreign ${newId()}` }, desk.other.owner);
    const url = `${path}/${foreign.body[id]}`;
    const unknown = `${path}/${newId()}`;
    for (const [mine, theirs] of [
      [await get(unknown), await get(url)],
      [await put(unknown, { version: 1 }), await put(url, { version: 1 })],
      [await remove(unknown), await remove(url)],
      [await put(`${unknown}/Restore`), await put(`${url}/Restore`)],
    ] as [Answer, Answer][]) {
      expect([theirs.status, { ...theirs.body, requestId: '' }]).toEqual([
        404,
        { ...mine.body, requestId: '' },
      ]);
    }
    expect((await get(url, desk.other.owner)).body).toEqual(foreign.body);
  });
});
