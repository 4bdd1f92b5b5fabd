import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer, TestMember } from '../../testing/gateway-harness.ts';
import { queuedJobs } from '../../testing/queued-jobs.ts';

const desk = openGatewayDesk();
const weekEndDate = '2026-11-22';
let projectID: string;
let boss: TestMember;
let member: TestMember;

beforeAll(async () => {
  projectID = (await desk.post('Projects', { projectName: 'Pier' })).body.projectID;
});
beforeEach(async () => {
  boss = await desk.gateway.addMember(desk.workspace);
  member = await desk.gateway.addMember(desk.workspace, { approverID: boss.teamMemberID });
  await desk.post('TimeSheet', { projectID, workDate: '2026-11-16', hours: '7:00' }, member);
});

const week = async (): Promise<Answer['body']> =>
  (await desk.get(`TimeSheet/GetByWeek/${member.teamMemberID}/${weekEndDate}`, member)).body.week;
const step = async (name: string, as: TestMember, details: object = {}): Promise<Answer['body']> => {
  const { version } = await week();
  const items = [{ teamMemberID: member.teamMemberID, weekEndDate, version }];
  return (await desk.post(`TimeSheet/${name}`, { items, ...details }, as)).body.results[0];
};
/** The steps that lead to where each step can be taken, and who takes it. */
const leadingTo: Record<string, { before: [string, () => TestMember, object?][]; by: () => TestMember }> = {
  Submit: { before: [], by: () => member },
  Withdraw: { before: [['Submit', () => member, { note: 'All of it' }]], by: () => member },
  Approve: { before: [['Submit', () => member, { note: 'All of it' }]], by: () => boss },
  Disapprove: { before: [['Submit', () => member]], by: () => boss },
  Reopen: {
    before: [
      ['Submit', () => member],
      ['Approve', () => boss, { note: 'Fine' }],
    ],
    by: () => desk.owner,
  },
};
const goTo = async (name: string) => {
  for (const [before, as, details] of leadingTo[name]?.before ?? []) await step(before, as(), details);
  return leadingTo[name]?.by() ?? member;
};
/** What waits to be told about this person's week. */
const news = async () => {
  const jobs = await queuedJobs(desk.gateway.owner(desk.workspace));
  return jobs
    .filter(({ payload }) => payload.data?.teamMemberID === member.teamMemberID)
    .map(({ payload, waitSeconds }) => [payload.event, Math.round(waitSeconds)]);
};

test.each(Object.keys(leadingTo))(
  '%s is taken back by who did it: the week is as before, and nobody is told',
  async (name) => {
    const by = await goTo(name);
    const { version: _, ...before } = await week();
    const told = (await news()).length;
    const needsReason = name === 'Disapprove' || name === 'Reopen';
    expect((await step(name, by, needsReason ? { reason: 'Which pier?' } : {})).error).toBeNull();
    expect(await news()).toHaveLength(told + 1);
    desk.gateway.clock.move(4_000);
    const { error, week: answered } = await step('Undo', by);
    expect(error).toBeNull();
    const { version: __, ...after } = await week();
    expect(after).toEqual(before);
    expect(answered).toMatchObject({ status: before.status });
    expect(await news()).toHaveLength(told);
    const history = await desk.get(`TimeSheet/History/${member.teamMemberID}/${weekEndDate}`, member);
    expect(history.body.at(-1)).toMatchObject({ action: 'undo', toStatus: before.status });
    const audits = await desk.gateway.owner(desk.workspace).rows(sql`select before, after from app.audit_event
      where tenant_id = ${desk.workspace.tenantId} and action = 'undo' and entity_id = ${`${member.teamMemberID}/${weekEndDate}`}`);
    expect(audits).toMatchObject([{ after: { status: before.status, undone: name.toLowerCase() } }]);
  },
);

test('news of a step waits fifteen seconds, and what happens to the person meanwhile does not overtake it', async () => {
  await desk.post('Webhooks', {
    url: 'https://hooks.example.com/undo',
    events: ['entry.saved', 'timesheet.withdrawn'],
  });
  await step('Submit', member);
  await step('Withdraw', member);
  await desk.post('TimeSheet', { projectID, workDate: '2026-11-17', hours: '1:00' }, member);
  const waiting = (await news()).slice(-3);
  expect(waiting.map(([event]) => event)).toEqual([
    'timesheet.submitted',
    'timesheet.withdrawn',
    'entry.saved',
  ]);
  expect(waiting.every(([, seconds]) => seconds > 10 && seconds <= 15)).toBe(true);
});

test('after ten seconds, by somebody else, or once the week was changed it is refused and says what to do', async () => {
  await step('Submit', member);
  expect((await step('Undo', boss)).error.code).toBe('forbidden');
  expect((await step('Undo', desk.owner)).error.code).toBe('forbidden');
  desk.gateway.clock.move(10_001);
  expect((await step('Undo', member)).error).toMatchObject({
    code: 'state_conflict',
    message: expect.stringContaining('ten seconds'),
  });
  await step('Withdraw', member);
  await desk.post('TimeSheet', { projectID, workDate: '2026-11-18', hours: '1:00' }, member);
  expect((await step('Undo', member)).error.code).toBe('state_conflict');
  expect((await week()).status).toBe('open');
});

test('asking twice is answered twice and done once; a week without a step has none to take back', async () => {
  expect((await step('Undo', member)).error.code).toBe('state_conflict');
  await step('Submit', member);
  await step('Undo', member);
  const { version } = await week();
  expect(await step('Undo', member)).toMatchObject({ status: 200, week: { version } });
});

test('a submission that was taken back is none to compare with', async () => {
  await step('Submit', member);
  await step('Undo', member);
  const { body } = await desk.get(`TimeSheet/Difference/${member.teamMemberID}/${weekEndDate}`, member);
  expect(body).toMatchObject({ submittedAt: null, removed: [], changed: [] });
});

test('a week of another workspace is missing', async () => {
  await step('Submit', member);
  const items = [{ teamMemberID: member.teamMemberID, weekEndDate, version: 2 }];
  const { results } = (await desk.post('TimeSheet/Undo', { items }, desk.other.owner)).body;
  expect(results[0].error.code).toBe('not_found');
});
