import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';
import { importFile, settledImport } from '../../testing/uploads.ts';

/** What a process keeps of names and lists, while another one changes them: nothing of before is answered. */
const desk = openGatewayDesk();
let peer: Awaited<ReturnType<typeof desk.gateway.startPeer>>;
let member: TestMember;

const made: Record<string, string> = {};

beforeAll(async () => {
  const { gateway, workspace } = desk;
  peer = await gateway.startPeer();
  gateway.service.startWorkers();
  member = await gateway.addMember(workspace);
});
afterAll(() => peer?.close());

/** By the process that changed nothing. */
async function offered(as: TestMember, q = ''): Promise<string[]> {
  desk.gateway.clock.move(1000);
  const headers = await desk.gateway.headersOf(as);
  const answer = await peer.app.inject({
    method: 'GET',
    url: '/api/Projects/Picker',
    query: { q, size: '100' },
    headers,
  });
  return answer
    .json()
    .map(
      (row: Record<string, unknown>) => `${row['clientName']}, ${row['projectName']}, ${row['activityName']}`,
    );
}

/** Every pair that there is, looked up by itself. */
async function pairs({ teamMemberID }: TestMember, seesAll: boolean): Promise<string[]> {
  const { gateway, workspace } = desk;
  const { tenantId } = workspace;
  const rows = await gateway.owner(workspace).rows<{ pair: string }>(sql`
    select coalesce(c.name, 'null') || ', ' || p.name || ', ' || a.name as pair
    from app.project p left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
      join app.activity a on a.tenant_id = ${tenantId} and a.archived_at is null and a.deleted_at is null
        and case when exists (select from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = p.id)
          then exists (select from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = p.id and l.activity_id = a.id)
          else a.is_global end
    where p.tenant_id = ${tenantId} and p.archived_at is null and p.deleted_at is null
      and (${seesAll} or p.visibility = 'public' or p.manager_id = ${teamMemberID}
        or exists (select from app.project_member b where b.tenant_id = ${tenantId} and b.project_id = p.id and b.team_member_id = ${teamMemberID}))
    order by p.sort_name, p.id, a.order_key, a.id`);
  return rows.map(({ pair }) => pair);
}

type Work = () => Promise<unknown>;

const add =
  (path: string, body: object, key: string): Work =>
  async () => {
    const answer = await desk.post(path, body);
    made[key] = answer.body[`${path.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '')}ID`];
    return answer;
  };
const change =
  (path: string, key: string, body: () => object): Work =>
  async () => {
    const { version } = (await desk.get(`${path}/${made[key]}`)).body;
    return desk.put(`${path}/${made[key]}`, { ...body(), version });
  };
const remove =
  (path: string, key: string, query = ''): Work =>
  () =>
    desk.remove(`${path}/${made[key]}${query}`);
const restore =
  (path: string, key: string): Work =>
  () =>
    desk.put(`${path}/${made[key]}/Restore`);

const works: [what: string, work: Work][] = [
  [
    'a client with a project',
    async () => {
      await add('Clients', { clientName: 'Acme' }, 'acme')();
      return add('Projects', { projectName: 'Boat', clientID: made['acme'] }, 'boat')();
    },
  ],
  ['an activity more', add('Activities', { activityName: 'Carve' }, 'carve')],
  ['another', add('Activities', { activityName: 'Bend', sortOrder: 0 }, 'bend')],
  [
    'a project that lists one',
    () => add('Projects', { projectName: 'Pier', activityIDs: [made['carve']] }, 'pier')(),
  ],
  ['another name of an activity', change('Activities', 'carve', () => ({ activityName: 'Carving' }))],
  ['another place of an activity', change('Activities', 'carve', () => ({ sortOrder: 5000 }))],
  ['an activity of lists alone', change('Activities', 'bend', () => ({ isGlobal: false }))],
  ['another list', change('Projects', 'pier', () => ({ activityIDs: [made['carve'], made['bend']] }))],
  ['another name of a client', change('Clients', 'acme', () => ({ clientName: 'Bakery' }))],
  ['another name of a project', change('Projects', 'boat', () => ({ projectName: 'Yacht' }))],
  ['a project that few see', change('Projects', 'boat', () => ({ visibility: 'members' }))],
  ['a member of it more', change('Projects', 'boat', () => ({ memberIDs: [member.teamMemberID] }))],
  ['an archived activity', remove('Activities', 'carve')],
  ['that one back', restore('Activities', 'carve')],
  ['an archived project', remove('Projects', 'pier')],
  ['that one back', restore('Projects', 'pier')],
  ['one in the trash', remove('Projects', 'pier', '?hard=true')],
  ['that one back', restore('Projects', 'pier')],
  [
    'a client merged into another',
    async () => {
      await add('Clients', { clientName: 'Harbour' }, 'harbour')();
      return desk.post(`Clients/${made['harbour']}/Merge`, { from: made['acme'] });
    },
  ],
  [
    'an activity merged into another',
    () => desk.post(`Activities/${made['bend']}/Merge`, { from: made['carve'] }),
  ],
  ['a copy of a project', () => desk.post(`Projects/${made['pier']}/Duplicate`, { projectName: 'Quay' })],
  [
    'a file taken over',
    async () => {
      const { importID } = await importFile(
        desk.gateway,
        desk.owner,
        Buffer.from(
          'Date,Client,Project,Activity,Duration\n2026-02-02,Brewery,Website,Paint,1:00\n2026-02-13,Brewery,Website,Paint,1:00\n',
        ),
      );
      made['import'] = importID;
      return { status: 200 };
    },
  ],
  [
    'and taken back',
    async () => {
      const begun = await desk.remove(`Imports/${made['import']}`);
      await settledImport(desk.gateway, desk.owner, String(made['import']));
      return begun;
    },
  ],
  ['a client archived with its projects', () => desk.remove(`Clients/${made['harbour']}?projects=archive`)],
];

test('a picker that was asked before says what another process wrote since, whatever it was', async () => {
  let before: string[][] = [];
  const without: string[] = [];
  for (const [what, work] of works) {
    const answer = (await work()) as { status: number; text?: string };
    const said = [await offered(desk.owner), await offered(member)];
    expect([what, answer.status < 300 || answer.text, said]).toEqual([
      what,
      true,
      [await pairs(desk.owner, true), await pairs(member, false)],
    ]);
    if (JSON.stringify(said) === JSON.stringify(before)) without.push(what);
    before = said;
  }
  expect(without).toEqual([]);
});

test('nothing of another workspace is found, as it is written or nearly so', async () => {
  await add('Projects', { projectName: 'Lighthouse' }, 'lighthouse')();
  const own = await offered(desk.owner, 'lighthouse');
  expect(own.length).toBeGreaterThan(0);
  expect(await offered(desk.owner, 'lihgthouse')).toEqual(own);
  for (const q of ['lighthouse', 'lihgthouse']) expect(await offered(desk.other.owner, q)).toEqual([]);
});

test('a change by hand is seen after a minute', async () => {
  const { gateway, workspace } = desk;
  const before = await offered(desk.owner, 'lighthouse');
  await gateway
    .owner(workspace)
    .run(
      sql`update app.project set name = 'Beacon' where tenant_id = ${workspace.tenantId} and id = ${made['lighthouse']}`,
    );
  gateway.clock.move(60_000);
  expect(await offered(desk.owner, 'lighthouse')).toEqual([]);
  expect(await offered(desk.owner, 'beacon')).toHaveLength(before.length);
});
