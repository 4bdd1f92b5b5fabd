import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

const desk = openGatewayDesk();

async function post(path: string, body: object) {
  const { status, body: answer, text } = await desk.post(path, body);
  if (status >= 300) throw new Error(text);
  return answer;
}

const money = (amount: number) => [{ currency: expect.any(String), amount }];
const nothing = { entries: 0, minutes: 0, lockedMinutes: 0, before: [], after: [] };

async function projectWith(more: object): Promise<string> {
  return (await post('Projects', { projectName: newId(), rateMode: 'project', ...more })).projectID;
}

/** An hour on each day. */
async function work(projectID: string, days: readonly string[]): Promise<void> {
  for (const workDate of days) await post('TimeSheet', { projectID, workDate, minutes: 60 });
}

/** Submitted and approved. */
async function approve(weekEndDate: string): Promise<void> {
  const { teamMemberID } = desk.owner;
  for (const action of ['Submit', 'Approve']) {
    const { version } = (await desk.get(`TimeSheet/GetByWeek/${teamMemberID}/${weekEndDate}`)).body.week;
    const { results } = await post(`TimeSheet/${action}`, {
      items: [{ teamMemberID, weekEndDate, version }],
    });
    expect(results[0].status).toBe(200);
  }
}

async function lockUpTo(lockDate: string | null): Promise<void> {
  const { version } = (await desk.get('Workspace/Settings')).body;
  expect((await desk.put('Workspace/Settings', { lockDate, version })).status).toBe(200);
}

test('a project’s rate without a date says before what it changes, what is locked and what stays, and keeps nothing', async () => {
  const projectID = await projectWith({ hourlyRate: 6_000 });
  await work(projectID, ['2026-03-03', '2026-03-10', '2026-03-11', '2026-03-18', '2026-03-25']);
  await approve('2026-03-08');
  // From here on a rate with a date decides.
  await post('Rates', { projectID, kind: 'bill', amount: 8_000, effectiveFrom: '2026-03-25' });
  await lockUpTo('2026-03-10');
  const changed = { projectID, hourlyRate: 9_000 };
  const preview = await post(`Projects/${projectID}/Preview`, { hourlyRate: 9_000 });
  expect(preview).toEqual({
    open: { entries: 3, minutes: 180, lockedMinutes: 60, before: money(18_000), after: money(27_000) },
    approved: { entries: 1, minutes: 60, lockedMinutes: 60, before: money(6_000), after: money(9_000) },
  });
  const { body } = await desk.get(`Projects/${projectID}`);
  expect(body).toMatchObject({ hourlyRate: 6_000, version: 1 });
  // What was announced is what happens: afterwards the same changes nothing that is open.
  await desk.put(`Projects/${projectID}`, { hourlyRate: changed.hourlyRate, version: 1 });
  expect(await post(`Projects/${projectID}/Preview`, { hourlyRate: 9_000 })).toEqual({
    open: nothing,
    approved: preview.approved,
  });
  await lockUpTo(null);
});

test('so does that of a client, for projects without their own, and its currency', async () => {
  const { clientID } = await post('Clients', { clientName: newId(), defaultRate: 5_000, currency: 'EUR' });
  const projectID = await projectWith({ clientID });
  const own = await projectWith({ clientID, hourlyRate: 7_000 });
  await work(projectID, ['2026-04-07', '2026-04-08']);
  await work(own, ['2026-04-09']);
  expect((await post(`Clients/${clientID}/Preview`, { defaultRate: 6_000 })).open).toMatchObject({
    entries: 2,
    before: money(10_000),
    after: money(12_000),
  });
  const { open } = await post(`Clients/${clientID}/Preview`, { currency: 'CHF' });
  expect(open).toMatchObject({ entries: 3, before: [{ currency: 'EUR' }], after: [{ currency: 'CHF' }] });
});

test('rates of activities on a project and by what it is billed are tried as well', async () => {
  const { activityID } = await post('Activities', { activityName: newId() });
  const projectID = await projectWith({ hourlyRate: 6_000, activityIDs: [activityID] });
  await post('TimeSheet', { projectID, activityID, workDate: '2026-05-05', minutes: 60 });
  const prices = {
    rateMode: 'activity',
    activityIDs: [activityID],
    activityRates: [{ activityID, hourlyRate: 9_500 }],
  };
  expect((await post(`Projects/${projectID}/Preview`, prices)).open).toMatchObject({ after: money(9_500) });
  expect((await post(`Projects/${projectID}/Preview`, { rateMode: 'none' })).open).toMatchObject({
    after: [],
  });
  const { body } = await desk.get(`Projects/${projectID}`);
  expect(body).toMatchObject({ rateMode: 'project', activityRates: [] });
});

test('who may set no rates sees no preview; what is not of this workspace is refused', async () => {
  const projectID = await projectWith({ hourlyRate: 6_000 });
  const editor = await desk.gateway.addMember(desk.workspace, { role: 'editor' });
  expect((await desk.post(`Projects/${projectID}/Preview`, { hourlyRate: 1 }, editor)).status).toBe(403);
  expect((await desk.post(`Projects/${newId()}/Preview`, { hourlyRate: 1 })).status).toBe(404);
  expect((await desk.post(`Projects/${projectID}/Preview`, { clientID: newId() })).status).toBe(400);
  for (const wrong of [{ hourlyRate: -1 }, { hourlyRate: 'much' }, { projectName: 'Pier' }])
    expect((await desk.post(`Projects/${projectID}/Preview`, wrong)).status).toBe(400);
});
