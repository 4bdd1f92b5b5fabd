import { serverRoutes } from '@stint/domain/api/auth/server.ts';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { Job } from '../../platform/queue/job.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';
import { clearQueue, queuedJobs } from '../../testing/queued-jobs.ts';
import { createStandings } from '../access/standings.ts';
import type { AppMail } from '../mail/app-mail.ts';
import { createWorkspaceProvider } from '../provider/client.ts';
import { createPlanMail } from './plan-mail.ts';
import { sendByPlan } from './send-by-plan.ts';

const secretKey = 'k'.repeat(40);
const hourMs = 60 * 60_000;
let gateway: GatewayHarness;
let workspace: TestWorkspace;
let owner: TestMember;
let ann: TestMember;
let sent: AppMail[];

const definition = {
  kind: 'summary',
  range: 'rolling-7',
  groupBy: ['project', 'person'],
  filters: [],
  rounding: null,
  withMoney: false,
};

beforeAll(async () => {
  gateway = await createGatewayHarness({ SECRET_KEY: secretKey });
});
afterAll(() => gateway?.close());
beforeEach(async () => {
  sent = [];
  // To the middle of an hour: nothing here is about the moment at which one begins.
  gateway.clock.move(hourMs - (gateway.clock.now().getTime() % hourMs) + hourMs / 2);
  workspace = await gateway.addWorkspace();
  owner = workspace.owner;
  ann = await gateway.addMember(workspace);
  const { projectID } = await call('POST', 'Projects', {
    projectName: 'Pier <b>',
    rateMode: 'project',
    hourlyRate: 6_000,
  });
  const workDate = gateway.clock.now().toISOString().slice(0, 10);
  for (const as of [owner, ann])
    await call('POST', 'TimeSheet', { projectID, workDate, minutes: 90, isBillable: true }, as);
  await clearQueue(gateway.owner(workspace));
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is asserted, not typed
async function call(method: Method, path: string, body?: object, as: TestMember = owner): Promise<any> {
  const answer = await gateway.call(method, path, { as, ...(body ? { body } : {}) });
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body;
}

/** Every day at the next full hour. */
const plan = (more: object = {}) => ({
  every: 'day',
  on: 1,
  hour: (gateway.clock.now().getUTCHours() + 1) % 24,
  columns: ['hours', 'billable'],
  receiverIDs: [ann.teamMemberID],
  ...more,
});
const planned = async (more: object = {}, report: object = {}) => {
  const body = { name: 'Hours of the week', definition, isShared: true, ...report };
  const { reportID } = await call('POST', 'Reports', body);
  return call('PUT', `Reports/${reportID}/Schedule`, plan(more));
};
const refusedPlan = async (reportID: string, more: object, as = owner) => {
  const { status, body } = await gateway.call('PUT', `Reports/${reportID}/Schedule`, {
    as,
    body: plan(more),
  });
  return [status, body.errors?.[0]?.field];
};

/** Two processes look what is due, then what they handed over is done. */
async function look(config = gateway.config): Promise<string[]> {
  const { database, queue } = gateway.databases.us;
  const region = { code: 'us', database, queue };
  sent = [];
  const { provider, clock } = gateway;
  const task = sendByPlan({ clock, config });
  await Promise.all([task.run(region), task.run(region)]);
  const options = {
    baseUrl: provider.baseUrl,
    rootTenantId: provider.tenantId,
    adminKey: provider.adminKey,
    fetch,
  };
  const handle = createPlanMail({
    config,
    secrets: createSecrets(Buffer.from(secretKey)),
    standings: createStandings(clock, createWorkspaceProvider(options), null),
    send: async (mail) => void sent.push(mail),
  });
  const jobs = await queuedJobs(gateway.owner(workspace));
  for (const { kind, tenantId, payload } of jobs)
    if (kind === 'report.mail' && tenantId === workspace.tenantId)
      await handle({ id: newId(), tenantId, payload } as Job, region);
  await clearQueue(gateway.owner(workspace));
  return sent.map(({ to }) => to);
}
/** Its trial is long over. */
const subscribe = (status: 'trial' | 'active') =>
  gateway
    .owner(workspace)
    .run(sql`update app.subscription set status = ${status}, trial_ends_at = '2020-01-01'
      where tenant_id = ${workspace.tenantId}`);

/** Each is written with its code, so that a sum in all of them is long. */
const manyCurrencies =
  'CHF SEK NOK DKK PLN CZK HUF RON AED SAR QAR ZAR EGP MAD THB SGD MYR IDR KES NGN'.split(' ');

const mailOf = ({ teamMemberID }: TestMember) => `${teamMemberID}@example.com`;

describe('a report by plan', () => {
  test('is mailed at its hour, once a period, with totals, lines and a link that moves on', async () => {
    const { reportID, schedule } = await planned({ columns: ['hours', 'amounts'] });
    expect(Date.parse(schedule.nextAt) - gateway.clock.now().getTime()).toBeLessThanOrEqual(hourMs / 2);
    expect(await look()).toEqual([]);
    gateway.clock.move(hourMs);
    expect(await look()).toEqual([mailOf(ann)]);
    const [mail] = sent;
    const to = schedule.nextAt.slice(0, 10);
    expect(mail?.subject).toMatch(new RegExp(`^Hours of the week: \\d{4}-\\d{2}-\\d{2} to ${to}$`));
    expect(mail?.figures).toEqual([
      { label: 'Hours', value: '3:00' },
      { label: 'Amount', value: '$180.00' },
      { label: 'Pier <b>', value: '3:00 · $180.00' },
    ]);
    const at = `http://${workspace.slug}.${gateway.config.mainDomain}`;
    expect(mail?.button?.href).toBe(`${at}/reports?open=${reportID}`);
    expect(mail?.footnote).toContain('every day');
    expect(await look()).toEqual([]);
    gateway.clock.move(23 * hourMs);
    expect(await look()).toEqual([]);
    gateway.clock.move(hourMs);
    expect(await look()).toEqual([mailOf(ann)]);
  });

  test('that was missed while no process ran goes out once, as of when it was due last', async () => {
    const { schedule } = await planned({}, { definition: { ...definition, range: 'rolling-1' } });
    gateway.clock.move(3 * 24 * hourMs + hourMs);
    expect(await look()).toEqual([mailOf(ann)]);
    const due = new Date(Date.parse(schedule.nextAt) + 3 * 24 * hourMs).toISOString().slice(0, 10);
    expect(sent[0]?.subject).toBe(`Hours of the week: ${due}`);
    expect(sent[0]?.paragraphs.at(-1)).toBe('No time was recorded in these days.');
    expect(await look()).toEqual([]);
  });

  test('fits what a mail holds, however long its name and however many currencies', async () => {
    const name = 'x'.repeat(200);
    const { schedule } = await planned({ columns: ['amounts', 'hours'] }, { name });
    const workDate = gateway.clock.now().toISOString().slice(0, 10);
    for (const currency of manyCurrencies) {
      const { clientID } = await call('POST', 'Clients', { clientName: currency, currency });
      const project = { projectName: currency, clientID, rateMode: 'project', hourlyRate: 6_000 };
      const { projectID } = await call('POST', 'Projects', project);
      await call('POST', 'TimeSheet', { projectID, workDate, minutes: 15, isBillable: true });
    }
    gateway.clock.move(hourMs);
    expect(await look()).toEqual([mailOf(ann)]);
    const takes = new Ajv({ strict: false }).compile(serverRoutes['POST /messages'].body);
    takes(sent[0]);
    expect(takes.errors ?? []).toEqual([]);
    expect(sent[0]?.subject).toMatch(/^x+…: /);
    expect(sent[0]?.subject).toContain(` to ${schedule.nextAt.slice(0, 10)}`);
    expect(sent[0]?.figures?.[0]?.value).toMatch(/\d{2} \+ …$/);
  });

  test('waits while the subscription is not active, and what was due meanwhile is not sent afterwards', async () => {
    await planned();
    await subscribe('trial');
    gateway.clock.move(hourMs);
    expect(await look()).toEqual([]);
    await subscribe('active');
    expect(await look()).toEqual([]);
    gateway.clock.move(24 * hourMs);
    expect(await look()).toEqual([mailOf(ann)]);
  });

  test('goes out whatever the subscription is where nobody is charged', async () => {
    await planned();
    await subscribe('trial');
    gateway.clock.move(hourMs);
    expect(await look({ ...gateway.config, billing: false })).toEqual([mailOf(ann)]);
  });

  test('stops for who left, who is locked, who may not open it any more, and who was taken out', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => gateway.addMember(workspace)));
    const [left, locked, out, stays] = people as [TestMember, TestMember, TestMember, TestMember];
    const receiverIDs = people.map(({ teamMemberID }) => teamMemberID);
    const { reportID, version } = await planned({ receiverIDs: [...receiverIDs, owner.teamMemberID] });
    gateway.clock.move(hourMs);
    expect((await look()).length).toBe(5);
    await call('DELETE', `TeamMember/${left.teamMemberID}`);
    gateway.provider.people.set(locked.userUuid, {
      ...gateway.provider.people.get(locked.userUuid),
      locked: true,
    } as never);
    const kept = receiverIDs.filter((id) => id !== out.teamMemberID);
    const again = await call(
      'PUT',
      `Reports/${reportID}/Schedule`,
      plan({ receiverIDs: [...kept.slice(1), owner.teamMemberID] }),
    );
    expect(again.version).toBe(version + 1);
    gateway.clock.move(24 * hourMs);
    expect((await look()).toSorted()).toEqual([mailOf(stays), ownerMail()].toSorted());
    await call('PUT', `Reports/${reportID}`, { isShared: false, version: again.version });
    gateway.clock.move(24 * hourMs);
    expect(await look()).toEqual([ownerMail()]);
    await call('DELETE', `Reports/${reportID}/Schedule`);
    gateway.clock.move(24 * hourMs);
    expect(await look()).toEqual([]);
  });

  test('ends for who follows the link in it, and for good with the last one', async () => {
    const { reportID } = await planned({ receiverIDs: [ann.teamMemberID, owner.teamMemberID] });
    gateway.clock.move(hourMs);
    await look();
    const links = sent.map(({ unsubscribeUrl = '' }) => unsubscribeUrl.replace(/^.*\/api\//, ''));
    const asked = { workspace: workspace.slug, what: 'report', name: 'Hours of the week', isOn: true };
    expect((await gateway.call('GET', links[0] ?? '')).body).toEqual(asked);
    const end = (link: string) => gateway.call('POST', link, { body: {} });
    expect((await end(links[0] ?? '')).body).toEqual({ ...asked, isOn: false });
    gateway.clock.move(24 * hourMs);
    expect(await look()).toHaveLength(1);
    await end(links[1] ?? '');
    expect((await end(links[1] ?? '')).body.isOn).toBe(false);
    const [report] = await call('GET', 'Reports');
    expect([report.reportID, report.schedule]).toEqual([reportID, null]);
  });

  test('speaks the language of who gets it', async () => {
    await gateway
      .owner(workspace)
      .run(
        sql`update app.team_member set locale = 'de-AT' where tenant_id = ${workspace.tenantId} and id = ${ann.teamMemberID}`,
      );
    await planned({ every: 'day' });
    gateway.clock.move(hourMs);
    await look();
    expect(sent[0]).toMatchObject({ language: 'de', button: { label: 'Bericht öffnen' } });
    expect(sent[0]?.figures?.[0]).toEqual({ label: 'Stunden', value: '3:00' });
  });

  test('is set up by owners and admins in person, for members who may open it, on a day that is there', async () => {
    const { reportID } = await call('POST', 'Reports', { name: 'Own', definition }, owner);
    expect(await refusedPlan(reportID, {})).toEqual([400, 'receiverIDs']);
    expect(await refusedPlan(reportID, { receiverIDs: [newId()] })).toEqual([400, 'receiverIDs']);
    expect(await refusedPlan(reportID, { receiverIDs: [] })).toEqual([400, 'receiverIDs']);
    expect(await refusedPlan(reportID, { every: 'week', on: 8 })).toEqual([400, 'on']);
    expect(await refusedPlan(reportID, {}, ann)).toEqual([403, undefined]);
    const stranger = (await gateway.addWorkspace()).owner;
    expect(await refusedPlan(reportID, {}, stranger)).toEqual([404, undefined]);
    const people = { name: 'People', isShared: true, definition: { ...definition, kind: 'utilisation' } };
    const { reportID: other } = await call('POST', 'Reports', people);
    expect(await refusedPlan(other, {})).toEqual([400, 'definition.kind']);
    const stored = await gateway
      .owner(workspace)
      .rows(
        sql`select id from app.saved_report where tenant_id = ${workspace.tenantId} and schedule is not null`,
      );
    expect(stored).toEqual([]);
  });

  test('is listed to owners as the workspace’s when who set it up goes, and goes on', async () => {
    const admin = await gateway.addMember(workspace, { role: 'admin' });
    const { reportID } = await call('POST', 'Reports', { name: 'Kept', definition, isShared: true });
    await call('PUT', `Reports/${reportID}/Schedule`, plan(), admin);
    await call('DELETE', `TeamMember/${admin.teamMemberID}`);
    expect(await call('GET', 'Workspace/Credentials')).toContainEqual(
      expect.objectContaining({
        credentialID: reportID,
        kind: 'scheduledReport',
        makerID: admin.teamMemberID,
      }),
    );
    const told = (await queuedJobs(gateway.owner(workspace))).filter(
      ({ kind }) => kind === 'credentials.mail',
    );
    expect(told).toHaveLength(1);
    gateway.clock.move(hourMs);
    expect(await look()).toEqual([mailOf(ann)]);
  });
});

test('a token changes no report that others see by a link or by mail', async () => {
  const { token } = await call('POST', 'Tokens', { name: 'Script', scopes: ['read', 'write'] });
  const { host } = await gateway.headersOf(owner);
  const headers = { authorization: `Bearer ${token}`, host };
  const change = async ({ reportID, version }: { reportID: string; version: number }) => {
    const body = { version, definition: { ...definition, groupBy: ['client'] } };
    const { status, body: said } = await gateway.call('PUT', `Reports/${reportID}`, { headers, body });
    return [status, said.message];
  };
  const plain = await call('POST', 'Reports', { name: 'Plain', definition });
  expect((await change(plain))[0]).toBe(200);
  const linked = await call('POST', 'Reports', { name: 'Linked', definition });
  const { report } = await call('POST', `Reports/${linked.reportID}/Link`, { columns: ['hours'] });
  for (const each of [report, await planned()]) {
    expect(await change(each)).toEqual([403, expect.stringContaining('a token cannot change it')]);
    const removed = await gateway.call('DELETE', `Reports/${each.reportID}`, { headers });
    expect(removed.status).toBe(403);
  }
});

const ownerMail = () => `owner-${workspace.publicId}@example.com`;

test('a plan that a colleague changed meanwhile is not replaced: the refusal brings what is there', async () => {
  const { reportID, version } = await planned();
  const colleague = await call('PUT', `Reports/${reportID}/Schedule`, { ...plan(), hour: 3, version });
  const late = await gateway.call('PUT', `Reports/${reportID}/Schedule`, {
    as: owner,
    body: { ...plan(), hour: 5, version },
  });
  expect(late.status).toBe(409);
  expect(late.body.current).toMatchObject({ version: colleague.version, schedule: { hour: 3 } });
  const again = await call('PUT', `Reports/${reportID}/Schedule`, {
    ...plan(),
    hour: 5,
    version: colleague.version,
  });
  expect(again.schedule).toMatchObject({ hour: 5 });
  expect(again.schedule).not.toHaveProperty('version');
});

test('a plan whose answer was lost and that is sent again is answered as it is now, and set once', async () => {
  const { reportID, version } = await planned();
  const body = { ...plan(), hour: 3, version };
  const headers = { 'idempotency-key': newId() };
  const set = () => gateway.call('PUT', `Reports/${reportID}/Schedule`, { as: owner, body, headers });
  const [first, second] = [await set(), await set()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.body).toMatchObject({ version: version + 1, schedule: { hour: 3 } });
  expect(second.body).toEqual(first.body);
});
