import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
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
let today: string;

const definition = {
  kind: 'summary',
  range: 'rolling-30',
  groupBy: ['project', 'person'],
  filters: [],
  rounding: null,
  withMoney: false,
};

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  owner = workspace.owner;
  member = await gateway.addMember(workspace);
  const project = { projectName: 'Mole', rateMode: 'project', hourlyRate: 6_000 };
  projectID = (await call('POST', 'Projects', project)).projectID;
  today = gateway.clock.now().toISOString().slice(0, 10);
  for (const as of [owner, member])
    await call('POST', 'TimeSheet', { projectID, workDate: today, minutes: 90, isBillable: true }, as);
});
afterAll(() => gateway?.close());
beforeEach(() => gateway.clock.move(60_000));

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is asserted, not typed
async function call(method: Method, path: string, body?: object, as: TestMember = owner): Promise<any> {
  const answer = await gateway.call(method, path, { as, ...(body ? { body } : {}) });
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body;
}

const save = (more: object = {}, as = owner) =>
  call('POST', 'Reports', { name: 'Hours of the mole', definition, ...more }, as);
const idsFor = async (as: TestMember) =>
  (await call('GET', 'Reports', undefined, as)).map(({ reportID }: { reportID: string }) => reportID);
const open = (url: string) =>
  gateway.call('GET', `SharedReport/${new URL(url).pathname.replace('/share/', '')}`);
const share = (reportID: string, body: object = { columns: ['hours'] }, as = owner) =>
  call('POST', `Reports/${reportID}/Link`, body, as);

describe('saved reports', () => {
  test('are one’s own until the team shares them; pinned ones stand first', async () => {
    const plain = await save({}, member);
    const pinned = await save({ name: 'Zebra', isPinned: true, isShared: true }, member);
    expect(await idsFor(member)).toEqual([pinned.reportID, plain.reportID]);
    expect(await idsFor(owner)).toEqual([pinned.reportID]);
    const answer = await gateway.call('PUT', `Reports/${plain.reportID}`, {
      as: owner,
      body: { name: 'Mine now', version: 1 },
    });
    expect(answer.status).toBe(404);
  });

  test('are changed by their owner against the version that was seen, and gone when removed', async () => {
    const { reportID, version } = await save();
    const changed = await call('PUT', `Reports/${reportID}`, { name: 'Renamed', version });
    expect(changed).toMatchObject({ name: 'Renamed', definition, version: version + 1 });
    const stale = { as: owner, body: { name: 'Again', version } };
    const refused = await gateway.call('PUT', `Reports/${reportID}`, stale);
    expect([refused.status, refused.body.current.name]).toEqual([409, 'Renamed']);
    await call('DELETE', `Reports/${reportID}`);
    expect(await idsFor(owner)).not.toContain(reportID);
  });

  test('of a colleague are read, not changed; an owner of the workspace may', async () => {
    const { reportID, version } = await save({ isShared: true });
    const body = { name: 'Taken', version };
    expect((await gateway.call('PUT', `Reports/${reportID}`, { as: member, body })).status).toBe(403);
    expect((await gateway.call('DELETE', `Reports/${reportID}`, { as: member })).status).toBe(403);
    const { reportID: theirs } = await save({ isShared: true }, member);
    expect((await call('DELETE', `Reports/${theirs}`)).reportID).toBe(theirs);
  });

  test('of another workspace are not there', async () => {
    const { reportID } = await save({ isShared: true });
    const stranger = (await gateway.addWorkspace()).owner;
    const asStranger = (method: Method, path: string, body?: object) =>
      gateway.call(method, path, { as: stranger, ...(body ? { body } : {}) });
    const answers = await Promise.all([
      asStranger('PUT', `Reports/${reportID}`, { name: 'X', version: 1 }),
      asStranger('DELETE', `Reports/${reportID}`),
      asStranger('POST', `Reports/${reportID}/Link`, { columns: ['hours'] }),
      asStranger('DELETE', `Reports/${reportID}/Link`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await idsFor(stranger)).toEqual([]);
  });

  test.each([
    'everything',
    'rolling-0',
    '2026-11-30..2026-11-01',
    '2026-02-30..2026-03-01',
    '1800-01-01..1800-02-01',
  ])('with the range %s are refused by its field', async (range) => {
    const body = { name: 'Odd', definition: { ...definition, range } };
    const answer = await gateway.call('POST', 'Reports', { as: owner, body });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'definition.range']);
  });
});

describe('a link to a report', () => {
  test('shows a stranger the chosen columns, and neither ids nor money that nobody asked for', async () => {
    const { reportID } = await save({ definition: { ...definition, withMoney: true } });
    const { url, report } = await share(reportID, { columns: ['hours', 'billable'] });
    expect(report.link).toEqual({ columns: ['hours', 'billable'], expiresAt: null });
    const { status, body, text } = await open(url);
    expect([status, body.totals]).toEqual([
      200,
      { minutes: 180, billableMinutes: 180, roundedMinutes: null, amounts: null },
    ]);
    expect([body.name, body.to, body.labels[0]]).toEqual(['Hours of the mole', today, { 1: 'Mole' }]);
    expect([body.logo, body.formats.durationFormat]).toEqual([null, 'clock']);
    for (const id of [projectID, owner.teamMemberID, member.teamMemberID, reportID, workspace.tenantId])
      expect(text).not.toContain(id);
  });

  test('shows amounts where they were asked for, and never a cost', async () => {
    const cost = { teamMemberID: member.teamMemberID, kind: 'cost', amount: 4_000, currency: 'EUR' };
    await call('POST', 'Rates', { ...cost, effectiveFrom: '2020-01-01' });
    const { url } = await share((await save()).reportID, { columns: ['amounts'] });
    const { body, text } = await open(url);
    expect(body.totals).toMatchObject({ minutes: null, amounts: [{ amount: 18_000 }] });
    expect(text).not.toMatch(/cost/i);
  });

  test('moves on with its rolling range', async () => {
    const { url } = await share((await save({ definition: { ...definition, range: 'rolling-1' } })).reportID);
    expect((await open(url)).body.totals.minutes).toBe(180);
    const peer = { ...definition, range: 'lastMonth' };
    const { url: last } = await share((await save({ definition: peer })).reportID);
    expect((await open(last)).body.totals.minutes).toBe(0);
  });

  test('security 4: is kept as a hash; expired, withdrawn, replaced, removed and invented ones are answered alike', async () => {
    const made = async (body?: object) => {
      const { reportID } = await save();
      return { reportID, url: (await share(reportID, body)).url as string };
    };
    const withdrawn = await made();
    const replaced = await made();
    const removed = await made();
    const expiring = await made({ columns: ['hours'], expiresOn: today });
    const all = [withdrawn, replaced, removed, expiring];
    for (const { url } of all) expect((await open(url)).status).toBe(200);
    const stored = await gateway
      .owner(workspace)
      .rows<{ row: string }>(sql`select s::text as row from app.saved_report s where share_hash is not null`);
    for (const { url } of all)
      expect(stored.some(({ row }) => row.includes(url.split('_').at(-1) ?? ''))).toBe(false);
    await call('DELETE', `Reports/${withdrawn.reportID}/Link`);
    const { url: fresh } = await share(replaced.reportID);
    await call('DELETE', `Reports/${removed.reportID}`);
    gateway.clock.move(36 * 60 * 60_000);
    expect((await open(fresh)).status).toBe(200);
    const invented = fresh.replace(/[0-9a-f]{64}$/, 'a'.repeat(64));
    const answers = await Promise.all(
      [...all.map(({ url }) => url), invented, 'http://x/share/rubbish'].map(open),
    );
    for (const { status, body } of answers) {
      const { requestId: _each, ...said } = body;
      const { requestId: _own, ...first } = answers[0]?.body ?? {};
      expect([status, said]).toEqual([410, first]);
    }
  });

  test('is made by owners and admins alone, of a kind that may be shown, until a day that is to come', async () => {
    const { reportID } = await save({ isShared: true });
    const body = { columns: ['hours'] };
    const refused = await gateway.call('POST', `Reports/${reportID}/Link`, { as: member, body });
    expect(refused.status).toBe(403);
    const { reportID: people } = await save({ definition: { ...definition, kind: 'utilisation' } });
    const kind = await gateway.call('POST', `Reports/${people}/Link`, { as: owner, body });
    expect([kind.status, kind.body.errors[0].field]).toEqual([400, 'definition.kind']);
    const over = { ...body, expiresOn: '2020-01-01' };
    const past = await gateway.call('POST', `Reports/${reportID}/Link`, { as: owner, body: over });
    expect([past.status, past.body.errors[0].field]).toEqual([400, 'expiresOn']);
  });

  test('keeps its report from being changed by whoever could not have shown it', async () => {
    const { reportID, version } = await save({ isShared: true }, member);
    await share(reportID);
    const body = { definition: { ...definition, groupBy: ['client'] }, version: version + 1 };
    const refused = await gateway.call('PUT', `Reports/${reportID}`, { as: member, body });
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('by a link')]);
    expect((await call('PUT', `Reports/${reportID}`, body)).definition.groupBy).toEqual(['client']);
    const [own] = (await call('GET', 'Reports', undefined, member)).filter(
      (one: { reportID: string }) => one.reportID === reportID,
    );
    expect(own.link).toBeNull();
  });

  test('goes on when its maker goes, and is listed to owners then', async () => {
    const admin = await gateway.addMember(workspace, { role: 'admin' });
    const { reportID } = await save({}, admin);
    const { url } = await share(reportID, undefined, admin);
    await call('DELETE', `TeamMember/${admin.teamMemberID}`);
    expect((await open(url)).status).toBe(200);
    expect(await call('GET', 'Workspace/Credentials')).toContainEqual(
      expect.objectContaining({ credentialID: reportID, kind: 'sharedReport', isActive: true }),
    );
    expect(await idsFor(owner)).toContain(reportID);
    await call('DELETE', `Reports/${reportID}/Link`);
    expect((await open(url)).status).toBe(410);
  });
});
