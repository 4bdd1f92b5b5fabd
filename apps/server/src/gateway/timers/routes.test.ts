import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';
import { openTimerDesk } from '../../testing/timer-desk.ts';

const desk = openTimerDesk();
const { call, entries, ago } = desk;

const overview = async (as = desk.member) => (await call('GET', 'Timer/Overview', undefined, as)).body;

/** Runs at another time of the gateway. */
async function at<Result>(instant: string, work: () => Promise<Result>): Promise<Result> {
  const offset = Date.parse(instant) - desk.gateway.clock.now().getTime();
  desk.gateway.clock.move(offset);
  try {
    return await work();
  } finally {
    desk.gateway.clock.move(-offset);
  }
}

async function configure(as: TestMember, settings: object): Promise<void> {
  const { version } = (await call('GET', 'Workspace/Settings', undefined, as)).body;
  expect((await call('PUT', 'Workspace/Settings', { ...settings, version }, as)).status).toBe(200);
}

/** A workspace of one's own, for what a workspace says of all timers in it. */
async function openOwn() {
  const own = await desk.gateway.addWorkspace();
  const project = await call('POST', 'Projects', { projectName: 'Mole' }, own.owner);
  return { own, as: own.owner, ownProject: project.body.projectID as string };
}

test('starts, changes, stops and saves; nothing runs after', async () => {
  expect((await call('GET', 'Timer')).body).toBeNull();
  const started = await call('POST', 'Timer/Start', { comment: 'Plan', startedAt: ago(30), timeZone: 'UTC' });
  expect([started.status, started.body.timer]).toEqual([
    201,
    expect.objectContaining({ projectID: null, comment: 'Plan', version: 1 }),
  ]);
  const changed = await call('PUT', 'Timer', { projectID: desk.projectID, version: 1 });
  expect(changed.body).toMatchObject({ projectName: 'Dock', version: 2 });
  const stale = await call('PUT', 'Timer', { comment: 'x', version: 1 });
  expect([stale.status, stale.body.current]).toEqual([409, expect.objectContaining({ version: 2 })]);
  const stopped = await call('POST', 'Timer/Stop', {});
  expect(stopped.body).toMatchObject({ minutes: 30, drafts: [] });
  expect((await call('GET', 'Timer')).body).toBeNull();
  expect((await call('POST', 'Timer/Stop', {})).status).toBe(404);
});

describe('days, weeks and clocks', () => {
  test.each([
    [
      'midnight and the end of a week',
      ['2026-11-15T22:30:00Z', '2026-11-16T00:45:00Z'],
      [
        ['2026-11-15', 30, 'timer'],
        ['2026-11-16', 105, 'timer'],
      ],
    ],
    [
      'the night that is an hour shorter',
      ['2026-03-29T00:00:00Z', '2026-03-29T02:00:00Z'],
      [['2026-03-29', 120, 'timer']],
    ],
    [
      'the day of 25 hours',
      ['2026-10-24T21:00:00Z', '2026-10-25T23:30:00Z'],
      [
        ['2026-10-24', 60, 'timer'],
        ['2026-10-25', 1440, 'timer'],
        ['2026-10-25', 60, 'timer'],
        ['2026-10-26', 30, 'timer'],
      ],
    ],
  ])('%s', async (_name, [startedAt = '', endedAt = ''], saved) => {
    await at(endedAt, async () => {
      await call('POST', 'Timer/Start', { projectID: desk.projectID, startedAt, timeZone: 'Europe/Zurich' });
      expect((await call('POST', 'Timer/Stop', { endedAt })).body).toMatchObject({ drafts: [] });
    });
    expect(new Set(await entries())).toEqual(new Set(saved));
  });
});

describe('one timer for each person and workspace', () => {
  test('a second start saves the first', async () => {
    await call('POST', 'Timer/Start', { projectID: desk.projectID, startedAt: ago(10), timeZone: 'UTC' });
    const second = await call('POST', 'Timer/Start', { projectID: desk.projectID, timeZone: 'UTC' });
    expect(second.body).toMatchObject({ saved: [expect.any(String)], drafts: [] });
    expect((await entries()).map(([, minutes]) => minutes)).toEqual([10]);
  });

  test('a start elsewhere that would rather ask is told what runs, and changes nothing', async () => {
    const body = { projectID: desk.projectID, startedAt: ago(10), timeZone: 'UTC', comment: 'Here' };
    await call('POST', 'Timer/Start', body);
    const refused = await call('POST', 'Timer/Start', { comment: 'There', whenRunning: 'refuse' });
    expect([refused.status, refused.body.current.comment]).toEqual([422, 'Here']);
    expect((await call('GET', 'Timer')).body.comment).toBe('Here');
    expect(await entries()).toEqual([]);
  });

  test('two devices that start at once: one runs, the other is told', async () => {
    const start = (comment: string) =>
      call('POST', 'Timer/Start', { projectID: desk.projectID, comment, whenRunning: 'refuse' });
    const both = await Promise.all([start('one'), start('two')]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 422]));
    const [winner, loser] = both.toSorted((a, b) => a.status - b.status);
    expect(loser?.body.current.comment).toBe(winner?.body.timer.comment);
  });

  test('two devices that stop at once keep the time once', async () => {
    await call('POST', 'Timer/Start', { projectID: desk.projectID, startedAt: ago(20), timeZone: 'UTC' });
    const both = await Promise.all([call('POST', 'Timer/Stop', {}), call('POST', 'Timer/Stop', {})]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect(await entries()).toHaveLength(1);
  });

  test('a stop that is sent again with its key is one stop', async () => {
    await call('POST', 'Timer/Start', { projectID: desk.projectID, startedAt: ago(20), timeZone: 'UTC' });
    const headers = { 'idempotency-key': 'stop-once' };
    const stop = () => desk.gateway.call('POST', 'Timer/Stop', { as: desk.member, body: {}, headers });
    expect([(await stop()).status, (await stop()).status]).toEqual([200, 200]);
    expect(await entries()).toHaveLength(1);
  });
});

describe('what is no time', () => {
  test.each([
    ['in the future', () => ({ startedAt: ago(-10) }), 'date_invalid'],
    ['two months ago', () => ({ startedAt: ago(60 * 24 * 60) }), 'date_invalid'],
    ['in a zone that does not exist', () => ({ timeZone: 'Mars/Olympus' }), 'validation_failed'],
    [
      'on a project of nobody',
      () => ({ projectID: '0190a000-0000-7000-8000-00000000dead' }),
      'reference_invalid',
    ],
  ])('a start %s is refused', async (_name, body, code) => {
    const { status, body: answer } = await call('POST', 'Timer/Start', body());
    expect([status, answer.errors[0].code]).toEqual([400, code]);
    expect((await call('GET', 'Timer')).body).toBeNull();
  });

  test('an end before the start is refused; one that another clock puts seconds before it is the start', async () => {
    await call('POST', 'Timer/Start', { projectID: desk.projectID, startedAt: ago(5), timeZone: 'UTC' });
    expect((await call('POST', 'Timer/Stop', { endedAt: ago(15) })).body.errors[0].code).toBe('date_invalid');
    expect((await call('POST', 'Timer/Stop', { endedAt: ago(5.5) })).body).toEqual({
      timerID: expect.any(String),
      saved: [],
      minutes: 0,
      drafts: [],
    });
  });
});

describe('stopping never fails: what cannot be an entry stays as a draft that says why', () => {
  const stopAfter = async (minutes: number, body: object, as = desk.member) => {
    await call('POST', 'Timer/Start', { startedAt: ago(minutes), timeZone: 'UTC', ...body }, as);
    const { status, body: kept } = await call('POST', 'Timer/Stop', {}, as);
    expect(status).toBe(200);
    return kept.drafts.map(({ reason }: { reason: string }) => reason);
  };

  test('without a project; with one it becomes an entry', async () => {
    expect(await stopAfter(25, { comment: 'What was it?' })).toEqual(['project_missing']);
    const [draft] = (await overview()).drafts;
    expect(draft).toMatchObject({ comment: 'What was it?', reason: 'project_missing', version: 1 });
    const stillOne = await call('PUT', `Timer/Drafts/${draft.draftID}`, { comment: 'Rope', version: 1 });
    expect(stillOne.body.drafts).toEqual([{ draftID: draft.draftID, reason: 'project_missing' }]);
    expect(
      (await call('PUT', `Timer/Drafts/${draft.draftID}`, { projectID: desk.projectID, version: 1 })).status,
    ).toBe(409);
    const mended = await call('PUT', `Timer/Drafts/${draft.draftID}`, {
      projectID: desk.projectID,
      version: 2,
    });
    expect(mended.body).toMatchObject({ minutes: 25, drafts: [] });
    expect((await overview()).drafts).toEqual([]);
  });

  test('into a week that is handed in; what lies in an open week is saved', async () => {
    const sunday = '2026-11-15';
    await at('2026-11-16T01:00:00Z', async () => {
      await call('POST', 'TimeSheet', { projectID: desk.projectID, workDate: sunday, minutes: 5 });
      const path = `TimeSheet/GetByWeek/${desk.member.teamMemberID}/${sunday}`;
      const { version } = (await call('GET', path)).body.week;
      const items = [{ teamMemberID: desk.member.teamMemberID, weekEndDate: sunday, version }];
      await call('POST', 'TimeSheet/Submit', { items });
      const started = {
        projectID: desk.projectID,
        startedAt: '2026-11-15T22:30:00Z',
        timeZone: 'Europe/Zurich',
      };
      await call('POST', 'Timer/Start', started);
      const kept = (await call('POST', 'Timer/Stop', { endedAt: '2026-11-16T00:45:00Z' })).body;
      expect(kept).toMatchObject({ minutes: 105, drafts: [{ reason: 'week_locked' }] });
      const [draft] = (await overview()).drafts;
      expect([draft.startedAt, draft.endedAt].map((text) => new Date(text).toISOString())).toEqual([
        '2026-11-15T22:30:00.000Z',
        '2026-11-15T23:00:00.000Z',
      ]);
      const week = (await call('GET', path)).body.week;
      await call('POST', 'TimeSheet/Withdraw', { items: [{ ...items[0], version: week.version }] });
      const again = await call('PUT', `Timer/Drafts/${draft.draftID}`, { version: 1 });
      expect(again.body).toMatchObject({ minutes: 30, drafts: [] });
    });
  });

  test('on a project that was archived, which is still named', async () => {
    const { body } = await call('POST', 'Projects', { projectName: 'Old' }, desk.workspace.owner);
    await call('POST', 'Timer/Start', { projectID: body.projectID, startedAt: ago(25), timeZone: 'UTC' });
    await call('DELETE', `Projects/${body.projectID}`, undefined, desk.workspace.owner);
    const stopped = (await call('POST', 'Timer/Stop', {})).body;
    expect(stopped.drafts).toEqual([expect.objectContaining({ reason: 'project_unusable' })]);
    expect((await overview()).drafts[0].projectName).toBe('Old');
  });

  test('without the comment or activity that the workspace requires', async () => {
    const { as, own, ownProject } = await openOwn();
    await configure(as, { requiredFields: ['activity', 'comment'] });
    const started = { projectID: ownProject };
    expect(await stopAfter(5, started, as)).toEqual(['activity_missing']);
    const activityID = Object.values(own.activityIDs)[0];
    expect(await stopAfter(5, { ...started, activityID }, as)).toEqual(['comment_missing']);
    expect(await stopAfter(5, { ...started, activityID, comment: 'Tar' }, as)).toEqual([]);
  });

  test('after the subscription has ended; discarding is open as well, starting is not', async () => {
    const { as, own, ownProject } = await openOwn();
    const body = { projectID: ownProject, startedAt: ago(15), timeZone: 'UTC' };
    await call('POST', 'Timer/Start', body, as);
    await desk.gateway
      .owner(own)
      .run(sql`update app.subscription set status = 'inactive' where tenant_id = ${own.tenantId}`);
    desk.gateway.clock.move(61_000);
    const stopped = await call('POST', 'Timer/Stop', {}, as);
    expect(stopped.body.drafts).toEqual([expect.objectContaining({ reason: 'subscription_inactive' })]);
    expect((await call('POST', 'Timer/Start', {}, as)).status).toBe(402);
    const { draftID } = stopped.body.drafts[0];
    expect((await call('DELETE', `Timer/Drafts/${draftID}`, undefined, as)).status).toBe(200);
    expect((await overview(as)).drafts).toEqual([]);
  });

  test('after more than 31 days; with an end that is true it becomes an entry', async () => {
    await call('POST', 'Timer/Start', { projectID: desk.projectID, startedAt: ago(60), timeZone: 'UTC' });
    const later = new Date(desk.gateway.clock.now().getTime() + 40 * 24 * 60 * 60_000).toISOString();
    await at(later, async () => {
      const { drafts } = (await call('POST', 'Timer/Stop', {})).body;
      expect(drafts).toEqual([expect.objectContaining({ reason: 'too_long' })]);
      const [draft] = (await overview()).drafts;
      const endedAt = new Date(Date.parse(draft.startedAt) + 45 * 60_000).toISOString();
      const mended = await call('PUT', `Timer/Drafts/${draft.draftID}`, { endedAt, version: 1 });
      expect(mended.body).toMatchObject({ minutes: 45, drafts: [] });
    });
  });
});

describe('a stop is taken back', () => {
  const stop = async (body: object = {}) => {
    const startedAt = ago(30);
    const start = {
      projectID: desk.projectID,
      comment: 'Tar',
      startedAt,
      timeZone: 'Europe/Zurich',
      ...body,
    };
    await call('POST', 'Timer/Start', start);
    const { saved, drafts } = (await call('POST', 'Timer/Stop', {})).body;
    const ids = drafts.map(({ draftID }: { draftID: string }) => draftID);
    return { startedAt, stopped: { saved, drafts: ids, timeZone: 'Europe/Zurich' } };
  };

  test('the timer runs on from its start, and its entries are gone', async () => {
    const { startedAt, stopped } = await stop();
    const { status, body } = await call('POST', 'Timer/Undo', stopped);
    expect([status, new Date(body.startedAt).toISOString(), body.comment]).toEqual([200, startedAt, 'Tar']);
    expect(body).toMatchObject({ projectID: desk.projectID, timeZone: 'Europe/Zurich' });
    expect(await entries()).toEqual([]);
    expect((await call('POST', 'Timer/Undo', stopped)).status).toBe(422);
  });

  test('so it does from a draft', async () => {
    const { startedAt, stopped } = await stop({ projectID: null });
    const { body } = await call('POST', 'Timer/Undo', stopped);
    expect([new Date(body.startedAt).toISOString(), body.projectID]).toEqual([startedAt, null]);
    expect((await overview()).drafts).toEqual([]);
  });

  test('not while another runs, and not where what it left was changed', async () => {
    const { stopped } = await stop();
    await call('POST', 'Timer/Start', {});
    expect((await call('POST', 'Timer/Undo', stopped)).body.errors[0].code).toBe('state_conflict');
    await call('DELETE', 'Timer');
    const entry = (await call('GET', 'TimeSheet/Entries')).body[0];
    await call('PUT', `TimeSheet/${entry.timesheetID}`, { version: 1, minutes: 5 });
    expect((await call('POST', 'Timer/Undo', stopped)).body.errors[0].code).toBe('state_conflict');
    expect((await entries()).map(([, minutes]) => minutes)).toEqual([5]);
  });

  test('nothing of somebody else is taken back or mended', async () => {
    const { stopped } = await stop({ projectID: null });
    const colleague = await desk.gateway.addMember(desk.workspace);
    const stranger = (await desk.gateway.addWorkspace()).owner;
    for (const as of [colleague, stranger]) {
      expect((await call('POST', 'Timer/Undo', stopped, as)).status).toBe(422);
      const path = `Timer/Drafts/${stopped.drafts[0]}`;
      expect((await call('PUT', path, { version: 1 }, as)).status).toBe(404);
      await call('DELETE', path, undefined, as);
      expect((await overview(as)).drafts).toEqual([]);
    }
    expect((await overview()).drafts).toHaveLength(1);
  });
});

describe('time that was measured without a connection', () => {
  test('is recorded with its true times, once, while what runs goes on', async () => {
    await call('POST', 'Timer/Start', { comment: 'Runs' });
    const body = {
      projectID: desk.projectID,
      startedAt: ago(90),
      endedAt: ago(30),
      timeZone: 'UTC',
      comment: 'Train',
    };
    const headers = { 'idempotency-key': 'train-1' };
    const record = () => desk.gateway.call('POST', 'Timer/Record', { as: desk.member, body, headers });
    expect((await record()).body).toMatchObject({ minutes: 60 });
    expect((await record()).status).toBe(200);
    expect((await entries()).map(([, minutes]) => minutes)).toEqual([60]);
    expect((await call('GET', 'Timer')).body.comment).toBe('Runs');
  });

  test('on something that is nobody’s or another workspace’s keeps the time, and names nothing', async () => {
    const { ownProject } = await openOwn();
    for (const id of [ownProject, '0190a000-0000-7000-8000-00000000dead']) {
      const body = { projectID: id, startedAt: ago(90), endedAt: ago(30), timeZone: 'UTC' };
      const { status, body: kept } = await call('POST', 'Timer/Record', body);
      expect([status, kept.drafts[0].reason]).toEqual([200, 'project_missing']);
    }
    const names = (await overview()).drafts.map((draft: { projectName: unknown }) => draft.projectName);
    expect(names).toEqual([null, null]);
  });
});

test('the overview tells what runs, what was last, the schedule and the time', async () => {
  expect(await overview()).toMatchObject({ timer: null, drafts: [], last: null });
  await call('POST', 'TimeSheet', {
    projectID: desk.projectID,
    workDate: ago(0).slice(0, 10),
    minutes: 5,
    comment: 'Tar',
  });
  await call('POST', 'Timer/Start', { comment: 'Now' });
  const answer = await overview();
  expect(answer.last).toMatchObject({ projectID: desk.projectID, projectName: 'Dock', comment: 'Tar' });
  expect(answer.timer.comment).toBe('Now');
  expect(answer.schedule).toHaveLength(7);
  expect(Math.abs(Date.parse(answer.now) - desk.gateway.clock.now().getTime())).toBeLessThan(60_000);
});
