import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createSafeFetch } from '../../platform/safe-fetch.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';
import { createJobWorker } from '../jobs/worker.ts';
import { calendarOf, eventOf } from './calendars.fixture.ts';
import { createFeedReader, fetchKind, readingDueFeeds } from './fetch.ts';

const desk = openGatewayDesk();
const { get, post, put, remove } = desk;

let server: Server;
let base: string;
/** What the server of calendars answers, by path. */
const published = new Map<string, { status?: number; body?: string; location?: string }>();
let asked = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    const { status = 200, body = '', location } = published.get(request.url ?? '') ?? { status: 404 };
    response.writeHead(status, location ? { location } : { 'content-type': 'text/calendar' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Does what waits in the queue, as the product does it. */
async function work(maxBytes = 8 * 1024 * 1024): Promise<void> {
  const { clock, config, databases, provider } = desk.gateway;
  const secrets = createSecrets(Buffer.from(config.secretKey ?? provider.adminKey.padEnd(32, '.')));
  const deps = {
    clock,
    secrets,
    get: createSafeFetch({ clock, allowLoopback: true, pauses: 'address', maxBytes }),
  };
  const worker = createJobWorker({
    regions: [{ code: 'us', database: databases.us.database, queue: databases.us.queue }],
    log: { error: () => {}, warn: () => {} },
    handlers: { [fetchKind]: createFeedReader(deps) },
    periodic: [],
  });
  while ((await worker.runDue()) > 0);
}

const today = () => desk.gateway.clock.now().toISOString().slice(0, 10);
const compact = (date: string) => date.replaceAll('-', '');
const range = () => ({ from: addDays(today(), -7), to: addDays(today(), 7) });
const eventsOf = async (as: TestMember) => (await get('EventFeeds/Events', as, range())).body;
const feedsOf = async (as: TestMember) => (await get('EventFeeds', as)).body;

const meeting = (uid: string, title: string, hour = '08') =>
  eventOf(`UID:${uid}`, `SUMMARY:${title}`, `DTSTART:${compact(today())}T${hour}0000Z`, 'DURATION:PT1H');

async function show(as: TestMember, path: string, body: string): Promise<string> {
  published.set(path, { body });
  const made = await post('EventFeeds', { url: `${base}${path}`, name: 'Work' }, as);
  expect(made.status).toBe(201);
  await work();
  return made.body.eventFeedID;
}

test('a calendar is read in the background; its events are shown, its address is not', async () => {
  const member = await desk.gateway.addMember(desk.workspace);
  published.set('/secret-one.ics', {
    body: calendarOf(meeting('a', 'Kick-off'), meeting('b', 'Review', '10')),
  });
  const made = await post('EventFeeds', { url: `${base}/secret-one.ics` }, member);
  expect(made.body).toMatchObject({ host: base.slice(7), isFetching: true, fetchedAt: null, problem: null });
  await work();
  expect(await feedsOf(member)).toMatchObject([
    { isFetching: false, problem: null, fetchedAt: expect.any(String) },
  ]);
  expect(await eventsOf(member)).toMatchObject([
    {
      title: 'Kick-off',
      startedAt: `${today()}T08:00:00.000Z`,
      endedAt: `${today()}T09:00:00.000Z`,
      guess: null,
    },
    { title: 'Review' },
  ]);
  const rows = await desk.gateway.owner(desk.workspace).rows(sql`select f.* from app.event_feed f
    where f.tenant_id = ${desk.workspace.tenantId} and f.team_member_id = ${member.teamMemberID}`);
  expect(JSON.stringify([rows, await feedsOf(member)])).not.toMatch(/secret-one|Kick-off/);
});

test('of a calendar with more events than are shown its owner is told how many are left out', async () => {
  const member = await desk.gateway.addMember(desk.workspace);
  const often = eventOf(
    'UID:often',
    `DTSTART:${compact(today())}T000000Z`,
    'DURATION:PT5M',
    'RRULE:FREQ=MINUTELY;INTERVAL=15;COUNT=3005',
  );
  const feed = await show(member, '/often.ics', calendarOf(often));
  expect(await feedsOf(member)).toMatchObject([{ problem: null, eventsLeftOut: 5 }]);
  published.set('/often.ics', { status: 500 });
  await post(`EventFeeds/${feed}/Fetch`, {}, member).then(() => work());
  expect(await feedsOf(member)).toMatchObject([{ problem: 'refused', eventsLeftOut: 5 }]);
});

test('what is taken over does not come back, and the next of its series knows what for; what is hidden stays away', async () => {
  const member = await desk.gateway.addMember(desk.workspace);
  const { projectID } = (await post('Projects', { projectName: 'Taken over' })).body;
  const daily = eventOf(
    'UID:daily',
    'SUMMARY:Stand-up',
    `DTSTART:${compact(today())}T080000Z`,
    'DURATION:PT15M',
    'RRULE:FREQ=DAILY;COUNT=3',
  );
  const feed = await show(member, '/two.ics', calendarOf(daily, meeting('lunch', 'Lunch', '11')));
  const [first, lunch, second] = await eventsOf(member);
  const entry = { projectID, workDate: first.workDate, startedAt: first.startedAt, endedAt: first.endedAt };
  await post('TimeSheet', { ...entry, externalRef: `ics:${first.eventKey}`, source: 'calendar' }, member);
  const hidden = `EventFeeds/Events/${lunch.eventKey}/Hidden`;
  expect((await put(hidden, { isHidden: true }, member)).body).toEqual({
    eventKey: lunch.eventKey,
    isHidden: true,
  });
  for (const turn of ['at once', 'after the next read']) {
    if (turn !== 'at once') await post(`EventFeeds/${feed}/Fetch`, {}, member).then(() => work());
    expect((await eventsOf(member)).map(({ eventKey }: { eventKey: string }) => eventKey)).not.toContain(
      first.eventKey,
    );
    expect(await eventsOf(member)).toMatchObject([
      { eventKey: second.eventKey, guess: { projectID, activityID: null } },
      { title: 'Stand-up' },
    ]);
  }
  await put(hidden, { isHidden: false }, member);
  expect((await eventsOf(member))[0]).toMatchObject({ title: 'Lunch' });
});

test('an event whose title was a comment before is booked on the same; not on what is archived', async () => {
  const member = await desk.gateway.addMember(desk.workspace);
  const { projectID, version } = (await post('Projects', { projectName: 'Guessed' })).body;
  const entry = { projectID, workDate: addDays(today(), -3), minutes: 30, comment: 'Planning' };
  await post('TimeSheet', entry, member);
  await show(member, '/three.ics', calendarOf(meeting('p', 'Planning')));
  expect(await eventsOf(member)).toMatchObject([{ guess: { projectID } }]);
  expect(version).toBeGreaterThan(0);
  await remove(`Projects/${projectID}`);
  expect(await eventsOf(member)).toMatchObject([{ guess: null }]);
});

test('nobody else sees, reads or removes a feed: not the owner of the workspace, not another workspace', async () => {
  const member = await desk.gateway.addMember(desk.workspace);
  const feed = await show(member, '/four.ics', calendarOf(meeting('x', 'Private')));
  const [{ eventKey }] = await eventsOf(member);
  for (const other of [desk.owner, desk.other.owner]) {
    expect(await feedsOf(other)).toEqual([]);
    expect(await eventsOf(other)).toEqual([]);
    expect((await post(`EventFeeds/${feed}/Fetch`, {}, other)).status).toBe(404);
    expect((await remove(`EventFeeds/${feed}`, other)).status).toBe(404);
    expect((await put(`EventFeeds/Events/${eventKey}/Hidden`, { isHidden: true }, other)).status).toBe(404);
  }
  expect((await remove(`EventFeeds/${feed}`, member)).body).toEqual({ eventFeedID: feed });
  expect(await eventsOf(member)).toEqual([]);
});

test('an address that must not be called is refused when it is entered', async () => {
  const local = { url: `${base}/four.ics` };
  for (const url of [
    'http://example.com/a.ics',
    'ftp://example.com/a.ics',
    'https://10.0.0.7/a.ics',
    'https://[fd00::1]/a.ics',
    'no address',
    'https://me:pw@example.com/a.ics',
  ]) {
    const refused = await post('EventFeeds', { url });
    expect([url, refused.status, refused.body.errors[0].field]).toEqual([url, 400, 'url']);
  }
  // Calendars are handed over as webcal, which is https.
  expect((await post('EventFeeds', { url: 'webcal://calendar.example/a.ics' })).status).toBe(201);
  for (let count = 1; count < 10; count++) expect((await post('EventFeeds', local)).status).toBe(201);
  const tooMany = await post('EventFeeds', local);
  expect([tooMany.status, tooMany.body.errors[0].message]).toEqual([
    400,
    'You can show 10 calendars. Remove one first.',
  ]);
});

test('each failure is told to the owner, and what was read before stays', async () => {
  const member = await desk.gateway.addMember(desk.workspace);
  const feed = await show(member, '/five.ics', calendarOf(meeting('s', 'Stays')));
  const failures: [object, string][] = [
    [{ status: 403 }, 'refused'],
    [{ status: 302, location: 'http://127.0.0.1:1/inside' }, 'redirected'],
    [{ body: '<html>Sign in</html>' }, 'not_calendar'],
    [{ body: 'x'.repeat(70_000) }, 'too_large'],
  ];
  for (const [answer, problem] of failures) {
    published.set('/five.ics', answer);
    await post(`EventFeeds/${feed}/Fetch`, {}, member);
    await work(65_536);
    expect([problem, (await feedsOf(member))[0]]).toMatchObject([problem, { problem, isFetching: false }]);
    expect(await eventsOf(member)).toMatchObject([{ title: 'Stays' }]);
  }
  published.set('/five.ics', { body: calendarOf(meeting('s', 'Again')) });
  await post(`EventFeeds/${feed}/Fetch`, {}, member);
  await work();
  expect(await feedsOf(member)).toMatchObject([{ problem: null }]);
  expect(await eventsOf(member)).toMatchObject([{ title: 'Again' }]);
});

test('what somebody looks at is read again by itself, what nobody looks at is left alone, what fails waits longer', async () => {
  const member = await desk.gateway.addMember(desk.workspace);
  await show(member, '/six.ics', calendarOf(meeting('t', 'Old')));
  published.set('/six.ics', { status: 500 });
  const task = readingDueFeeds({ clock: desk.gateway.clock });
  const region = { code: 'us', ...desk.gateway.databases.us };
  const turn = async (minutes: number) => {
    desk.gateway.clock.move(minutes * 60_000);
    const before = asked;
    await task.run(region);
    await work();
    return asked - before > 0 ? (await feedsOf(member))[0].problem : 'not asked';
  };
  await desk.gateway.owner(desk.workspace).run(sql`delete from app.event_feed f
    where f.tenant_id = ${desk.workspace.tenantId} and f.team_member_id <> ${member.teamMemberID}`);
  expect(await turn(31)).toBe('refused');
  expect(await turn(31)).toBe('not asked');
  expect(await turn(31)).toBe('refused');
  expect(await turn(8 * 24 * 60)).toBe('not asked');
  await eventsOf(member);
  await work();
  expect((await feedsOf(member))[0].isFetching).toBe(false);
});

test('feeds end with the membership', async () => {
  const member = await desk.gateway.addMember(desk.workspace);
  const feed = await show(member, '/seven.ics', calendarOf(meeting('u', 'Gone')));
  expect((await remove(`TeamMember/${member.teamMemberID}`)).status).toBe(200);
  const left = await desk.gateway.owner(desk.workspace).rows(sql`select f.id from app.event_feed f
    where f.tenant_id = ${desk.workspace.tenantId} and f.id = ${feed}`);
  expect(left).toEqual([]);
});

test('the same request sent again shows one calendar', async () => {
  const member = await desk.gateway.addMember(desk.workspace);
  const body = { eventFeedID: newId(), url: `${base}/eight.ics` };
  const headers = { 'idempotency-key': newId() };
  for (const turn of [1, 2]) {
    const made = await desk.gateway.call('POST', 'EventFeeds', { as: member, body, headers });
    expect([turn, made.status, made.body.eventFeedID]).toEqual([turn, 201, body.eventFeedID]);
  }
  expect(await feedsOf(member)).toHaveLength(1);
});
