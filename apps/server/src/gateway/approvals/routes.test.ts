import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import {
  type Answer,
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let other: TestWorkspace;
let projectID: string;
let boss: TestMember;
let member: TestMember;

const weekEndDate = '2026-11-22';

beforeAll(async () => {
  gateway = await createGatewayHarness();
  [workspace, other] = await Promise.all([gateway.addWorkspace(), gateway.addWorkspace()]);
  const made = await gateway.call('POST', 'Projects', { as: workspace.owner, body: { projectName: 'Pier' } });
  projectID = made.body.projectID;
});
afterAll(() => gateway?.close());
beforeEach(async () => {
  boss = await gateway.addMember(workspace);
  member = await gateway.addMember(workspace, { approverID: boss.teamMemberID });
});

const log = (hours = '7:00', workDate = '2026-11-16', as = member) =>
  gateway.call('POST', 'TimeSheet', { as, body: { projectID, workDate, hours } });
const read = async (as = member, id = member.teamMemberID) =>
  (await gateway.call('GET', `TimeSheet/GetByWeek/${id}/${weekEndDate}`, { as })).body;
const step = async (
  name: string,
  as: TestMember,
  version: number,
  { teamMemberID = member.teamMemberID, ...more }: { teamMemberID?: string; [detail: string]: unknown } = {},
): Promise<Answer['body']> => {
  const { body } = await gateway.call('POST', `TimeSheet/${name}`, {
    as,
    body: { items: [{ teamMemberID, weekEndDate, version }], ...more },
  });
  return body.results[0];
};
const submitted = async (as = member) => {
  await log('7:00', '2026-11-16', as);
  return step('Submit', as, 1, { teamMemberID: as.teamMemberID });
};

describe('the steps of a week', () => {
  test('submit, disapprove with reason and marked line, correct, submit again, approve, reopen', async () => {
    const entry = (await log()).body;
    const first = await step('Submit', member, 1, { note: ' Done ' });
    expect(first).toMatchObject({
      status: 200,
      week: { status: 'pending', version: 2, note: 'Done', submittedBy: member.userUuid },
    });

    const lines = [{ timesheetID: entry.timesheetID, note: 'Wrong project?' }];
    expect(await step('Disapprove', boss, 2, { lines })).toMatchObject({
      status: 422,
      error: { code: 'reason_required' },
    });
    expect(await step('Disapprove', boss, 2, { reason: 'See line', lines })).toMatchObject({
      week: { status: 'disapproved', reason: 'See line', lines },
    });
    const listed = await gateway.call('GET', `TimeSheet/GetDisapproveTimesheets/${member.teamMemberID}`, {
      as: member,
    });
    expect(listed.body).toMatchObject([{ weekEndDate, reason: 'See line', lines }]);

    await gateway.call('PUT', `TimeSheet/${entry.timesheetID}`, {
      as: member,
      body: { version: 1, hours: '6:00' },
    });
    await log('1:00', '2026-11-17');
    expect(await step('Submit', member, 5)).toMatchObject({
      week: { status: 'pending', version: 6, lines: [], reason: null },
    });
    expect(await step('Approve', boss, 6)).toMatchObject({
      week: { status: 'approved', decidedBy: boss.userUuid },
    });
    expect(await step('Reopen', boss, 7, { reason: 'x' }).catch(() => null)).toBeNull();
    expect(await step('Reopen', workspace.owner, 7)).toMatchObject({ error: { code: 'reason_required' } });
    expect(await step('Reopen', workspace.owner, 7, { reason: 'Client asked' })).toMatchObject({
      week: { status: 'open', version: 8 },
    });

    const history = await gateway.call('GET', `TimeSheet/History/${member.teamMemberID}/${weekEndDate}`, {
      as: member,
    });
    expect(history.body.map((row: Answer['body']) => [row.action, row.toStatus, row.reason])).toEqual([
      ['submit', 'pending', null],
      ['disapprove', 'disapproved', 'See line'],
      ['submit', 'pending', null],
      ['approve', 'approved', null],
      ['reopen', 'open', 'Client asked'],
    ]);
  });

  test('what changed since submission can be read as a difference', async () => {
    const entry = (await log()).body;
    await step('Submit', member, 1);
    await step('Withdraw', member, 2);
    await gateway.call('PUT', `TimeSheet/${entry.timesheetID}`, {
      as: member,
      body: { version: 1, hours: '6:00', comment: 'Fixed' },
    });
    const added = (await log('1:00', '2026-11-18')).body;
    const { body } = await gateway.call('GET', `TimeSheet/Difference/${member.teamMemberID}/${weekEndDate}`, {
      as: boss,
    });
    expect(body.added).toMatchObject([{ timesheetID: added.timesheetID }]);
    expect(body.changed[0].changes).toEqual([
      { field: 'minutes', before: 420, after: 360 },
      { field: 'comment', before: '', after: 'Fixed' },
    ]);
    await gateway.call('DELETE', `TimeSheet/${entry.timesheetID}`, { as: member });
    const later = await gateway.call('GET', `TimeSheet/Difference/${member.teamMemberID}/${weekEndDate}`, {
      as: boss,
    });
    expect(later.body.removed).toMatchObject([{ timesheetID: entry.timesheetID, minutes: 420 }]);
  });

  test('whoever decides a resubmitted week sees what changed since the time before', async () => {
    const differences = async () =>
      (await gateway.call('GET', `TimeSheet/Difference/${member.teamMemberID}/${weekEndDate}`, { as: boss }))
        .body;
    await log();
    await step('Submit', member, 1);
    expect(await differences()).toMatchObject({ added: [], removed: [], changed: [] });
    await step('Disapprove', boss, 2, { reason: 'Tuesday is missing' });
    const added = (await log('2:00', '2026-11-17')).body;
    await step('Submit', member, (await read()).week.version);
    expect((await read()).week.status).toBe('pending');
    expect((await differences()).added).toMatchObject([{ timesheetID: added.timesheetID, minutes: 120 }]);
  });

  test('a week with a day over 24:00 cannot be submitted, and says which day and by how much', async () => {
    await log('20:00');
    await log('4:15');
    expect(await step('Submit', member, 2)).toMatchObject({
      status: 422,
      error: { code: 'day_over_limit', message: expect.stringContaining('2026-11-16 has 24:15') },
    });
    expect((await read()).week).toMatchObject({ status: 'open', version: 2 });
  });

  test.each(['pending', 'approved'])('nothing in a %s week changes', async (status) => {
    await submitted();
    if (status === 'approved') await step('Approve', boss, 2);
    const before = await read();
    const [entry] = before.entries;
    const attempts = await Promise.all([
      log(),
      gateway.call('PUT', `TimeSheet/${entry.timesheetID}`, { as: member, body: { version: 1, minutes: 1 } }),
      gateway.call('DELETE', `TimeSheet/${entry.timesheetID}`, { as: workspace.owner }),
      gateway.call('PUT', `TimeSheet/${entry.timesheetID}`, {
        as: member,
        body: { version: 1, workDate: '2026-11-23' },
      }),
    ]);
    expect(attempts.map(({ body }) => body.errors[0].code)).toEqual(Array(4).fill('week_locked'));
    expect(await read()).toEqual(before);
    expect(before.locked).toEqual(Array(7).fill(status));
  });

  test('asking twice is answered twice and done once; a stale version gets the current week', async () => {
    await submitted();
    expect(await step('Submit', member, 1)).toMatchObject({
      status: 200,
      week: { status: 'pending', version: 2 },
    });
    expect(await step('Approve', boss, 1)).toMatchObject({
      status: 409,
      error: { code: 'version_conflict' },
      week: { status: 'pending', version: 2 },
    });
    const { count } = await gateway.owner(workspace).one<{ count: number }>(sql`
      select count(*) as count from app.week_transition where tenant_id = ${workspace.tenantId} and team_member_id = ${member.teamMemberID}`);
    expect(count).toBe(1);
  });

  test('each step has its audit event and its event for webhooks, in the same transaction', async () => {
    await submitted();
    const rows = await gateway.owner(workspace).rows(sql`
      select (select count(*) from app.audit_event where tenant_id = ${workspace.tenantId} and entity = 'week' and action = 'submit'
          and entity_id = ${`${member.teamMemberID}/${weekEndDate}`}) as audits,
        (select count(*) from graphile_worker._private_jobs where payload->>'tenantId' = ${workspace.tenantId}
          and payload->'data'->>'event' = 'timesheet.submitted'
          and payload->'data'->'data'->>'teamMemberID' = ${member.teamMemberID}) as events`);
    expect(rows).toEqual([{ audits: 1, events: 1 }]);
  });
});

describe('who decides', () => {
  test('the approver, owner and admin; nobody else, and not the own week', async () => {
    await submitted();
    const stranger = await gateway.addMember(workspace);
    expect(await step('Approve', stranger, 2)).toMatchObject({ status: 404 });
    expect(await step('Approve', member, 2)).toMatchObject({ status: 422, error: { code: 'self_approval' } });
    expect(await step('Approve', other.owner, 2)).toMatchObject({ status: 404 });
    const admin = await gateway.addMember(workspace, { role: 'admin' });
    await submitted(admin);
    expect(await step('Approve', admin, 2, { teamMemberID: admin.teamMemberID })).toMatchObject({
      status: 422,
      error: { code: 'self_approval' },
    });
    expect(await step('Approve', admin, 2)).toMatchObject({ status: 200 });
  });

  test('an editor decides weeks that lie on their projects alone', async () => {
    const editor = await gateway.addMember(workspace, { role: 'editor' });
    const mine = await gateway.call('POST', 'Projects', {
      as: editor,
      body: { projectName: `Mine ${editor.teamMemberID}` },
    });
    await gateway.call('POST', 'TimeSheet', {
      as: member,
      body: { projectID: mine.body.projectID, workDate: '2026-11-16', hours: 2 },
    });
    await step('Submit', member, 1);
    expect(await step('Approve', editor, 2)).toMatchObject({ status: 200 });
    const second = await gateway.addMember(workspace);
    await submitted(second);
    expect((await step('Approve', editor, 2, { teamMemberID: second.teamMemberID })).status).toBe(404);
  });

  test('a workspace with a single person approves itself, and the audit says so', async () => {
    const alone = await gateway.addWorkspace();
    const project = await gateway.call('POST', 'Projects', {
      as: alone.owner,
      body: { projectName: 'Solo' },
    });
    await gateway.call('POST', 'TimeSheet', {
      as: alone.owner,
      body: { projectID: project.body.projectID, workDate: '2026-11-16', hours: 2 },
    });
    const id = alone.owner.teamMemberID;
    await step('Submit', alone.owner, 1, { teamMemberID: id });
    expect(await step('Approve', alone.owner, 2, { teamMemberID: id })).toMatchObject({
      status: 200,
      week: { status: 'approved' },
    });
    const { body } = await gateway.call('GET', 'Audit', {
      as: alone.owner,
      query: { entity: 'week', action: 'approve' },
    });
    expect(body[0].after).toMatchObject({ isSelfDecision: true });
  });

  test('a list is decided item by item: one refusal keeps none of the others', async () => {
    const people = await Promise.all(
      [1, 2, 3].map(() => gateway.addMember(workspace, { approverID: boss.teamMemberID })),
    );
    for (const person of people.slice(0, 2)) await submitted(person);
    const items = people.map((person) => ({
      teamMemberID: person.teamMemberID,
      weekEndDate,
      version: 2,
    }));
    const { body } = await gateway.call('POST', 'TimeSheet/Approve', {
      as: boss,
      body: { items: [...items, { ...items[0], weekEndDate: '2026-11-21' }] },
    });
    expect(body.results.map((row: Answer['body']) => [row.status, row.error?.code ?? null])).toEqual([
      [200, null],
      [200, null],
      [409, 'version_conflict'],
      [400, 'week_end_invalid'],
    ]);
  });
});

describe('concurrency', () => {
  test('a submit during saves: what was submitted is what is stored', async () => {
    await log();
    for (let round = 0; round < 5; round++) {
      const { week } = await read();
      const [saved, handedIn] = await Promise.all([
        log('0:10', '2026-11-19'),
        step('Submit', member, week.version),
      ]);
      const after = await read();
      const { entries } = await gateway.owner(workspace).one<{ entries: unknown[] }>(sql`
        select coalesce((select entries from app.week_snapshot where tenant_id = ${workspace.tenantId} and team_member_id = ${member.teamMemberID}
          order by taken_at desc limit 1), '[]'::jsonb) as entries`);
      // Either the week was handed in first, with what was there, or the cell was saved first and the submit was stale.
      const isHandedIn = handedIn.status === 200;
      const outcome = {
        saved: saved.body.errors?.[0].code ?? 'saved',
        status: after.week.status,
        submit: handedIn.status,
      };
      expect(outcome).toEqual(
        isHandedIn
          ? { saved: 'week_locked', status: 'pending', submit: 200 }
          : { saved: 'saved', status: 'open', submit: 409 },
      );
      expect(isHandedIn ? entries.length : after.entries.length).toBe(after.entries.length);
      if (isHandedIn) await step('Withdraw', member, after.week.version);
    }
  });

  test('approve and withdraw at once: one wins, the other is told', async () => {
    await submitted();
    const [approved, withdrawn] = await Promise.all([step('Approve', boss, 2), step('Withdraw', member, 2)]);
    expect([approved.status, withdrawn.status].sort((a, b) => a - b)).toEqual([200, 409]);
  });
});
