import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';
import { findDifferences } from '../total-checks/check.ts';

const desk = openGatewayDesk();

async function post(path: string, body: object, as?: TestMember) {
  const { status, body: answer, text } = await desk.post(path, body, as);
  if (status >= 300) throw new Error(text);
  return answer;
}

const addClient = async (more: object = {}): Promise<string> =>
  (await post('Clients', { clientName: newId(), ...more })).clientID;
const addActivity = async (): Promise<string> =>
  (await post('Activities', { activityName: newId() })).activityID;
const addProject = async (more: object = {}): Promise<string> =>
  (await post('Projects', { projectName: newId(), rateMode: 'project', ...more })).projectID;
const setRate = (of: object, amount: number, effectiveFrom: string, more: object = {}) =>
  post('Rates', { ...of, kind: 'bill', amount, effectiveFrom, ...more });

/** An hour on each day. */
async function work(projectID: string, days: readonly string[], more: object = {}): Promise<void> {
  for (const workDate of days) await post('TimeSheet', { projectID, workDate, minutes: 60, ...more });
}

/** What each day of a project is worth. */
async function amountsOf(projectID: string): Promise<Record<string, number | undefined>> {
  const { lines } = await post('Reports/Query', {
    from: '2026-01-01',
    to: '2026-12-31',
    groupBy: ['day'],
    withMoney: true,
    filters: [{ field: 'project', is: 'is', values: [projectID] }],
  });
  const days = lines.map(({ keys, amounts }: { keys: string[]; amounts: { amount: number }[] }) => [
    keys[0],
    amounts[0]?.amount,
  ]);
  return Object.fromEntries(days);
}

async function step(action: string, weekEndDate: string, more: object = {}): Promise<void> {
  const week = { teamMemberID: desk.owner.teamMemberID, weekEndDate };
  const { version } = (await desk.get(`TimeSheet/GetByWeek/${week.teamMemberID}/${weekEndDate}`)).body.week;
  const { results } = await post(`TimeSheet/${action}`, { items: [{ ...week, version }], ...more });
  expect(results[0].status).toBe(200);
}

const noDifference = { days: 0, weeks: [], spans: [] };
const differences = () => findDifferences(desk.gateway.owner(desk.workspace), desk.workspace.tenantId);

describe('the rate of a day', () => {
  test('of a project is its latest that has begun; before the first, the one it was made with', async () => {
    const projectID = await addProject({ hourlyRate: 5_000 });
    await work(projectID, ['2026-06-01', '2026-06-15', '2026-06-30', '2026-07-01']);
    await setRate({ projectID }, 7_000, '2026-07-01');
    await setRate({ projectID }, 6_000, '2026-06-15');
    expect(await amountsOf(projectID)).toEqual({
      '2026-06-01': 5_000,
      '2026-06-15': 6_000,
      '2026-06-30': 6_000,
      '2026-07-01': 7_000,
    });
    // Time that is recorded afterwards, and the same date set again.
    await work(projectID, ['2026-06-16', '2026-07-02']);
    await setRate({ projectID }, 6_500, '2026-06-15');
    expect(await amountsOf(projectID)).toMatchObject({ '2026-06-16': 6_500, '2026-07-02': 7_000 });
    expect(await differences()).toEqual(noDifference);
  });

  test('of a client counts where the project has none of its own on that day', async () => {
    const clientID = await addClient({ defaultRate: 3_000 });
    const projectID = await addProject({ clientID });
    await work(projectID, ['2026-05-04', '2026-05-11', '2026-05-18']);
    await setRate({ clientID }, 4_000, '2026-05-11');
    await setRate({ projectID }, 9_000, '2026-05-18');
    expect(await amountsOf(projectID)).toEqual({
      '2026-05-04': 3_000,
      '2026-05-11': 4_000,
      '2026-05-18': 9_000,
    });
    expect(await differences()).toEqual(noDifference);
  });

  test('of an activity on a project comes before that of the activity everywhere, and both before the project', async () => {
    const activityID = await addActivity();
    const projectID = await addProject({
      rateMode: 'activity',
      hourlyRate: 1_000,
      activityIDs: [activityID],
    });
    await work(projectID, ['2026-04-06', '2026-04-13', '2026-04-20'], { activityID });
    await setRate({ activityID }, 2_000, '2026-04-13');
    await setRate({ activityID, projectID }, 3_000, '2026-04-20');
    expect(await amountsOf(projectID)).toEqual({
      '2026-04-06': 1_000,
      '2026-04-13': 2_000,
      '2026-04-20': 3_000,
    });
    // What the project says of the activity without a date is still nearer to it than a date for all projects.
    const listing = await addProject({
      rateMode: 'activity',
      activityIDs: [activityID],
      activityRates: [{ activityID, hourlyRate: 1_500 }],
    });
    await work(listing, ['2026-04-14', '2026-04-28'], { activityID });
    await setRate({ activityID, projectID: listing }, 3_500, '2026-04-27');
    expect(await amountsOf(listing)).toEqual({ '2026-04-14': 1_500, '2026-04-28': 3_500 });
    // A project that is billed in another currency than the workspace's takes none of its amounts.
    const abroad = await addProject({
      rateMode: 'activity',
      clientID: await addClient({ currency: 'JPY', defaultRate: 55 }),
    });
    await work(abroad, ['2026-04-14'], { activityID });
    expect(await amountsOf(abroad)).toEqual({ '2026-04-14': 55 });
    expect(await differences()).toEqual(noDifference);
  });

  test('that is removed gives way to the one before it', async () => {
    const projectID = await addProject({ hourlyRate: 5_000 });
    await work(projectID, ['2026-03-02']);
    const { rateID } = await setRate({ projectID }, 8_000, '2026-03-01');
    expect(await amountsOf(projectID)).toEqual({ '2026-03-02': 8_000 });
    expect((await desk.remove(`Rates/${rateID}`)).status).toBe(200);
    expect(await amountsOf(projectID)).toEqual({ '2026-03-02': 5_000 });
    expect((await desk.remove(`Rates/${rateID}`)).status).toBe(404);
  });

  test('is removed once: the same request again has the same answer, one beside it finds nothing', async () => {
    const projectID = await addProject();
    const remove = (id: string, headers = {}) =>
      desk.gateway.call('DELETE', `Rates/${id}`, { as: desk.owner, headers });
    const kept = await setRate({ projectID }, 8_000, '2026-03-01');
    const headers = { 'idempotency-key': newId() };
    const [first, again] = [await remove(kept.rateID, headers), await remove(kept.rateID, headers)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(first.body).toEqual(kept);
    expect(again.body).toEqual(kept);
    const { rateID } = await setRate({ projectID }, 9_000, '2026-03-01');
    const both = await Promise.all([remove(rateID), remove(rateID)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    const { count } = await desk.gateway.owner(desk.workspace).one<{ count: number }>(sql`
      select count(*) as count from app.audit_event where tenant_id = ${desk.workspace.tenantId} and entity_id = ${rateID} and action = 'removed'`);
    expect(count).toBe(1);
  });
});

test('a list of rates is that of one thing, each in the currency that its time is billed in', async () => {
  const clientID = await addClient({ currency: 'CHF' });
  const projectID = await addProject({ clientID });
  const activityID = await addActivity();
  await setRate({ projectID }, 1, '2026-01-01');
  await setRate({ projectID, activityID }, 2, '2026-01-01');
  await setRate({ clientID }, 3, '2026-01-01');
  await setRate({ teamMemberID: desk.owner.teamMemberID, projectID }, 4, '2026-01-01', { currency: 'GBP' });
  const list = async (query: Record<string, string>) =>
    (await desk.get('Rates', desk.owner, query)).body.map(
      ({ amount, currency }: { amount: number; currency: string }) => [amount, currency],
    );
  expect((await list({ projectID })).sort()).toEqual([
    [1, 'CHF'],
    [2, 'CHF'],
    [4, 'GBP'],
  ]);
  expect(await list({ clientID })).toEqual([[3, 'CHF']]);
  expect(await list({ activityID })).toEqual([[2, 'CHF']]);
});

test('a copy of a project has its rates by date', async () => {
  const projectID = await addProject();
  await setRate({ projectID }, 4_400, '2026-02-01');
  const copy = await post(`Projects/${projectID}/Duplicate`, { projectName: newId() });
  await work(copy.projectID, ['2026-02-02']);
  expect(await amountsOf(copy.projectID)).toEqual({ '2026-02-02': 4_400 });
});

test('an activity that takes over another takes its rates by date, unless it has its own', async () => {
  const [kept, from] = [await addActivity(), await addActivity()];
  const [free, taken] = [
    await addProject({ rateMode: 'activity' }),
    await addProject({ rateMode: 'activity' }),
  ];
  await setRate({ activityID: from, projectID: free }, 2_000, '2026-01-01');
  await setRate({ activityID: from, projectID: taken }, 2_000, '2026-01-01');
  await setRate({ activityID: kept, projectID: taken }, 7_000, '2026-01-05');
  await work(free, ['2026-01-06'], { activityID: from });
  await work(taken, ['2026-01-06'], { activityID: from });
  await post(`Activities/${kept}/Merge`, { from });
  expect([await amountsOf(free), await amountsOf(taken)]).toEqual([
    { '2026-01-06': 2_000 },
    { '2026-01-06': 7_000 },
  ]);
  expect(await differences()).toEqual(noDifference);
});

describe('a change of a rate', () => {
  test('says before what it changes, open and approved apart, and keeps nothing of it', async () => {
    const projectID = await addProject({ hourlyRate: 6_000 });
    await work(projectID, ['2026-08-03', '2026-08-04', '2026-08-10', '2026-08-11']);
    await work(projectID, ['2026-08-12'], { isBillable: false });
    await step('Submit', '2026-08-09');
    await step('Approve', '2026-08-09');
    const rate = { projectID, kind: 'bill', amount: 9_000, effectiveFrom: '2026-08-04' };
    expect(await post('Rates/Preview', rate)).toEqual({
      open: {
        entries: 2,
        minutes: 120,
        lockedMinutes: 0,
        before: [{ currency: expect.any(String), amount: 12_000 }],
        after: [{ currency: expect.any(String), amount: 18_000 }],
      },
      approved: {
        entries: 1,
        minutes: 60,
        lockedMinutes: 0,
        before: [{ currency: expect.any(String), amount: 6_000 }],
        after: [{ currency: expect.any(String), amount: 9_000 }],
      },
    });
    const before = {
      '2026-08-03': 6_000,
      '2026-08-04': 6_000,
      '2026-08-10': 6_000,
      '2026-08-11': 6_000,
    };
    expect(await amountsOf(projectID)).toMatchObject(before);
    expect((await desk.get('Rates', desk.owner, { projectID })).body).toEqual([]);

    // Approved time keeps its amounts; with the word of an owner it does not.
    await post('Rates', rate);
    expect(await amountsOf(projectID)).toMatchObject({
      ...before,
      '2026-08-10': 9_000,
      '2026-08-11': 9_000,
    });
    expect(await differences()).toEqual(noDifference);
    await post('Rates', { ...rate, withApproved: true });
    expect(await amountsOf(projectID)).toMatchObject({ '2026-08-03': 6_000, '2026-08-04': 9_000 });
    expect(await differences()).toEqual(noDifference);
    const nothing = { entries: 0, minutes: 0, lockedMinutes: 0, before: [], after: [] };
    expect(await post('Rates/Preview', rate)).toEqual({ open: nothing, approved: nothing });
  });

  test('counts and changes no approved time that another rate decides', async () => {
    const clientID = await addClient();
    const projectID = await addProject({ clientID, hourlyRate: 6_000 });
    await work(projectID, ['2026-09-08', '2026-09-15']);
    await step('Submit', '2026-09-13');
    await step('Approve', '2026-09-13');
    const ofProject = { projectID, kind: 'bill', amount: 7_000, effectiveFrom: '2026-09-01' };
    await post('Rates', ofProject);
    const kept = { '2026-09-08': 6_000, '2026-09-15': 7_000 };
    expect(await amountsOf(projectID)).toEqual(kept);
    const ofClient = { clientID, kind: 'bill', amount: 9_000, effectiveFrom: '2026-09-01' };
    const nothing = { entries: 0, minutes: 0, lockedMinutes: 0, before: [], after: [] };
    expect(await post('Rates/Preview', ofClient)).toEqual({ open: nothing, approved: nothing });
    await post('Rates', { ...ofClient, withApproved: true });
    expect(await amountsOf(projectID)).toEqual(kept);
    // The project's own, set again, is what decides.
    const { approved } = await post('Rates/Preview', ofProject);
    expect(approved).toMatchObject({ minutes: 60, before: [{ amount: 6_000 }], after: [{ amount: 7_000 }] });
    await post('Rates', { ...ofProject, withApproved: true });
    expect(await amountsOf(projectID)).toEqual({ '2026-09-08': 7_000, '2026-09-15': 7_000 });
    expect(await differences()).toEqual(noDifference);
  });

  test('of what approved time costs leaves what other rates of its person decide', async () => {
    const projectID = await addProject();
    await work(projectID, ['2026-09-22']);
    const { teamMemberID } = desk.owner;
    const general = { teamMemberID, kind: 'cost', amount: 1_000, effectiveFrom: '2026-09-22' };
    await step('Submit', '2026-09-27');
    await step('Approve', '2026-09-27');
    await post('Rates', { ...general, projectID, amount: 3_000 });
    const preview = async (rate: object) => (await post('Rates/Preview', rate)).approved;
    expect((await preview(general)).minutes).toBe(0);
    expect(await preview({ ...general, projectID, amount: 4_000 })).toMatchObject({
      minutes: 60,
      after: [{ amount: 4_000 }],
    });
  });

  test('of costs says what it changes as well, and leaves what is billed', async () => {
    const projectID = await addProject({ hourlyRate: 6_000 });
    const person = await desk.gateway.addMember(desk.workspace);
    await post('TimeSheet', { projectID, workDate: '2026-08-18', minutes: 30 }, person);
    const { teamMemberID } = person;
    const rate = { teamMemberID, kind: 'cost', amount: 4_000, currency: 'GBP', effectiveFrom: '2026-08-01' };
    expect((await post('Rates/Preview', rate)).open).toEqual({
      entries: 1,
      minutes: 30,
      lockedMinutes: 0,
      before: [],
      after: [{ currency: 'GBP', amount: 2_000 }],
    });
  });

  test('of approved time is for an owner who is signed in', async () => {
    const projectID = await addProject();
    const admin = await desk.gateway.addMember(desk.workspace, { role: 'admin' });
    const rate = { projectID, kind: 'bill', amount: 1, effectiveFrom: '2026-08-04' };
    const refused = await desk.post('Rates', { ...rate, withApproved: true }, admin);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Only an owner')]);
    expect((await desk.post('Rates', rate, admin)).status).toBe(201);
  });

  test('a second after a colleague’s is a conflict that shows theirs', async () => {
    const projectID = await addProject();
    const rate = { projectID, kind: 'bill', effectiveFrom: '2026-08-04' };
    await post('Rates', { ...rate, amount: 100, believed: null });
    const late = await desk.post('Rates', { ...rate, amount: 200, believed: null });
    expect(late.status).toBe(409);
    expect(late.text).toContain('100');
    expect((await desk.post('Rates', { ...rate, amount: 200, believed: 99 })).status).toBe(409);
    await post('Rates', { ...rate, amount: 200, believed: 100 });
    expect((await desk.get('Rates', desk.owner, { projectID })).body).toMatchObject([{ amount: 200 }]);
  });
});

describe('a rate that is none', () => {
  test.each([
    ['of nobody', {}],
    ['of a person’s activity', { teamMemberID: newId(), activityID: newId() }],
    ['of a client and a project', { clientID: newId(), projectID: newId() }],
    ['of costs of a project', { projectID: newId(), kind: 'cost' }],
    ['in a currency of its own', { projectID: newId(), currency: 'USD' }],
    ['of a project that is not there', { projectID: newId() }],
    ['of a client that is not there', { clientID: newId() }],
    ['of an activity that is not there', { activityID: newId() }],
    ['from a day that is none', { projectID: newId(), effectiveFrom: '2026-02-30' }],
  ])('%s is refused, in the preview as well', async (_name, of) => {
    const rate = { kind: 'bill', amount: 100, effectiveFrom: '2026-01-01', ...of };
    for (const path of ['Rates', 'Rates/Preview']) {
      const { status, body } = await desk.post(path, rate);
      expect([path, status, body.errors?.[0]?.message]).toEqual([path, 400, expect.stringMatching(/\.$/)]);
    }
  });

  test('of another workspace is none of this one', async () => {
    const theirs = await desk.gateway.call('POST', 'Projects', {
      as: desk.other.owner,
      body: { projectName: 'Theirs' },
    });
    const rate = {
      projectID: theirs.body.projectID,
      kind: 'bill',
      amount: 1,
      effectiveFrom: '2026-01-01',
    };
    for (const path of ['Rates', 'Rates/Preview']) expect((await desk.post(path, rate)).status).toBe(400);
    const own = await desk.gateway.call('POST', 'Rates', { as: desk.other.owner, body: rate });
    expect(own.status).toBe(201);
    expect((await desk.remove(`Rates/${own.body.rateID}`)).status).toBe(404);
  });
});
