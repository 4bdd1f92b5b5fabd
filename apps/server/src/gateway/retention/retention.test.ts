import { addDays } from '@stint/domain/time/plain-date.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';
import { clearQueue, queuedJobs } from '../../testing/queued-jobs.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { AppMail } from '../mail/app-mail.ts';
import { foldChanged } from '../total-checks/check.ts';
import { foldWeeks, packWeeks } from '../totals/fold.ts';
import { createRetentionNotice } from './notice.ts';
import { EMPTY_WEEKS, emptyOldWeeks, retentionRounds } from './rounds.ts';
import { REMINDER, remindOwners } from './tell-owners.ts';

let gateway: GatewayHarness;
let house: TestWorkspace;
let owner: TestMember;
let admin: TestMember;
let projectID: string;
const today = new Date().toISOString().slice(0, 10);
/** Sundays: one long past, and one that stays. */
const old = weekEndOf(addDays(today, -1290));
const young = weekEndOf(addDays(today, -28));

beforeAll(async () => {
  gateway = await createGatewayHarness();
});
afterAll(() => gateway?.close());
beforeEach(async () => {
  house = await gateway.addWorkspace();
  owner = house.owner;
  admin = await gateway.addMember(house, { role: 'admin' });
  projectID = (await gateway.call('POST', 'Projects', { as: owner, body: { projectName: 'Pier' } })).body
    .projectID;
  for (const [weekEndDate, minutes] of [
    [old, 90],
    [addDays(old, 7), 45],
    [young, 60],
  ] as const) {
    const body = { projectID, workDate: addDays(weekEndDate, -3), minutes };
    await gateway.call('POST', 'TimeSheet', { as: owner, body });
  }
  const week = { teamMemberID: owner.teamMemberID, weekEndDate: old };
  const { version } = (await read(`TimeSheet/GetByWeek/${owner.teamMemberID}/${old}`)).week;
  await gateway.call('POST', 'TimeSheet/Submit', {
    as: owner,
    body: { items: [{ ...week, version }] },
  });
});

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
const read = async (path: string, as = owner): Promise<any> => (await gateway.call('GET', path, { as })).body;
const set = (months: number, version: number, as = owner) =>
  gateway.call('PUT', 'Workspace/Retention', { as, body: { months, version } });

const region = () => {
  const { database } = gateway.databases[house.regionCode];
  return { code: 'us', database, queue: database };
};
const run = (handler: JobHandler, kind: string, payload: object) =>
  handler({ id: crypto.randomUUID(), kind, tenantId: house.tenantId, payload } as never, region() as never);
const empty = () => run(emptyOldWeeks(), EMPTY_WEEKS, {});
/** As if the notice were over. */
const passNotice = () =>
  gateway
    .owner(house)
    .run(
      sql`update app.retention set begins_at = now() - interval '1 hour' where tenant_id = ${house.tenantId}`,
    );
const minutesOf = async (from: string, to: string) =>
  (await gateway.call('POST', 'Reports/Query', { as: owner, body: { from, to, groupBy: ['project'] } })).body
    .totals.minutes;
const audited = async () =>
  (await read('Audit?size=50')).map(({ action }: { action: string }) => action) as string[];

test('nothing is removed unless it is set, and before it is set it says what would go', async () => {
  expect(await read('Workspace/Retention')).toMatchObject({ months: null, version: 0 });
  await retentionRounds(gateway.clock).run(region() as never);
  await empty();
  expect(await read('Workspace/Retention/Preview?months=24')).toMatchObject({
    weeks: 2,
    entries: 2,
    minutes: 135,
    people: 1,
  });
  expect(await minutesOf(addDays(old, -30), today)).toBe(195);
});

test('it begins 30 days after owners are told, by mail and by what the application starts with', async () => {
  const answer = await set(24, 0);
  expect([answer.status, answer.body.months, answer.body.version]).toEqual([200, 24, 1]);
  const notice = (Date.parse(answer.body.beginsAt) - gateway.clock.now().getTime()) / (24 * 60 * 60_000);
  expect(Math.round(notice)).toBe(30);
  expect((await read('Workspace')).retentionBeginsAt).toBe(answer.body.beginsAt);
  expect((await read('Workspace', admin)).retentionBeginsAt).toBeNull();
  await empty();
  expect(await minutesOf(addDays(old, -30), today)).toBe(195);

  const mails: AppMail[] = [];
  const send = createRetentionNotice({ config: gateway.config, send: async (mail) => void mails.push(mail) });
  const jobs = (await queuedJobs(gateway.owner(house))).filter(
    ({ kind, tenantId }) => kind === 'retention.notice' && tenantId === house.tenantId,
  );
  expect(jobs.map(({ payload }) => payload)).toEqual([
    { teamMemberID: owner.teamMemberID, beginsAt: answer.body.beginsAt },
  ]);
  for (const { kind, payload } of jobs) await run(send, kind, payload);
  expect(mails).toMatchObject([{ figures: [{ value: '2' }, { value: '2:15' }] }]);
  await gateway.call('DELETE', 'Workspace/Retention', { as: owner });
  for (const { kind, payload } of jobs) await run(send, kind, payload);
  expect(mails).toHaveLength(1);
});

test('a week before it begins whoever is an owner by then is told once more, unless it was taken back', async () => {
  const remindersOf = async () =>
    (await queuedJobs(gateway.owner(house))).filter(
      ({ kind, tenantId }) => kind === REMINDER && tenantId === house.tenantId,
    );
  const { body } = await set(24, 0);
  await set(36, 1);
  const [planned, ...others] = await remindersOf();
  expect(others).toEqual([]);
  expect(planned?.payload).toMatchObject({ beginsAt: body.beginsAt });
  await run(remindOwners(gateway.clock), REMINDER, planned?.payload ?? {});
  const mails: AppMail[] = [];
  const send = createRetentionNotice({ config: gateway.config, send: async (mail) => void mails.push(mail) });
  const again = (await queuedJobs(gateway.owner(house))).filter(
    ({ tenantId, payload }) => tenantId === house.tenantId && payload['isReminder'] === true,
  );
  for (const { kind, payload } of again) await run(send, kind, payload);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('In a week old time of')]);
  await gateway.call('DELETE', 'Workspace/Retention', { as: owner });
  expect(await remindersOf()).toEqual([]);
});

test('then old weeks go whole, with their approvals, and every sum says what is left', async () => {
  await set(24, 0);
  await passNotice();
  await retentionRounds(gateway.clock).run(region() as never);
  const jobs = (await queuedJobs(gateway.owner(house))).filter(
    ({ kind, tenantId }) => kind === EMPTY_WEEKS && tenantId === house.tenantId,
  );
  expect(jobs).toHaveLength(1);
  await foldChanged(gateway.databases[house.regionCode].database, house.tenantId);
  const packed = () =>
    gateway.owner(house).rows(sql`
      select week_end_on as "weekEndDate" from app.packed_week where tenant_id = ${house.tenantId} and entries > 0 order by week_end_on`);
  expect(await packed()).toHaveLength(3);
  await empty();
  expect(await packed()).toEqual([{ weekEndDate: young }]);
  expect(await minutesOf(addDays(old, -30), today)).toBe(60);
  expect(await minutesOf(addDays(young, -6), young)).toBe(60);
  const week = await read(`TimeSheet/GetByWeek/${owner.teamMemberID}/${old}`);
  expect([week.entries, week.week.status]).toEqual([[], 'open']);
  const left = await gateway.owner(house).one(sql`
    select (select count(*) from app.week_transition where tenant_id = ${house.tenantId})::int as steps,
      (select count(*) from app.week_snapshot where tenant_id = ${house.tenantId})::int as snapshots,
      (select count(*) from app.timesheet_entry where tenant_id = ${house.tenantId})::int as entries,
      (select coalesce(sum(minutes), 0) from app.day_total where tenant_id = ${house.tenantId})::int as minutes`);
  expect(left).toEqual({ steps: 0, snapshots: 0, entries: 1, minutes: 60 });
  expect(await audited()).toEqual(expect.arrayContaining(['retentionSet', 'oldTimeRemoved']));
  // What is written into such a week later is old again.
  await gateway.call('POST', 'TimeSheet', {
    as: owner,
    body: { projectID, workDate: addDays(old, -3), minutes: 5 },
  });
  await empty();
  expect(await minutesOf(addDays(old, -30), today)).toBe(60);
});

test('what is packed while it is removed is not kept, whichever of the two ends first', async () => {
  await set(24, 0);
  await passNotice();
  const { tenantId } = house;
  const { database } = gateway.databases[house.regionCode];
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => database.withTenant(tenantId, work);
  const packed = () =>
    gateway.owner(house).rows(sql`
      select week_end_on as "weekEndDate" from app.packed_week where tenant_id = ${tenantId} and entries > 0 order by week_end_on`);
  const emptySome = () =>
    database.withTenant(tenantId, (tx) => tx.run(sql`select app.empty_old_weeks(1, ${newId()}::uuid)`));
  /** Removes a week when one has just been packed, before anything else is asked of the database. */
  const emptyingAfter = <T>(work: (tx: Transaction) => Promise<T>) =>
    inTransaction((tx) => {
      let before: Promise<unknown> = Promise.resolve();
      const run: Transaction['run'] = (statement) => {
        const next = before.then(async () => {
          const rows = await tx.run(statement);
          if (/^\s*insert into app\.packed_week/.test(statement.text)) await emptySome();
          return rows;
        });
        before = next;
        return next;
      };
      return work({ ...tx, run });
    });
  await foldWeeks(tenantId, inTransaction);
  await packWeeks(tenantId, emptyingAfter);
  expect(await packed()).toEqual([{ weekEndDate: addDays(old, 7) }, { weekEndDate: young }]);

  await gateway.owner(house).run(sql`delete from app.packed_week where tenant_id = ${tenantId}`);
  let emptied: Promise<unknown> = Promise.resolve();
  const isWaiting = async () =>
    (
      await gateway.owner(house).one<{ count: number }>(
        sql`select count(*) from pg_locks where locktype = 'advisory' and not granted and
          database = (select d.oid from pg_database d where d.datname = current_database())`,
      )
    ).count;
  await packWeeks(tenantId, (work) =>
    inTransaction(async (tx) => {
      const done = await work(tx);
      if (typeof done !== 'number') return done;
      let isOver = false;
      emptied = emptySome().finally(() => {
        isOver = true;
      });
      // Either it waits for this to end, or it did not wait at all.
      await expect.poll(async () => isOver || (await isWaiting()) > 0).toBe(true);
      return done;
    }),
  );
  await emptied;
  expect(await packed()).toEqual([{ weekEndDate: young }]);
});

test('another workspace keeps everything', async () => {
  await set(24, 0);
  await passNotice();
  const first = house;
  house = await gateway.addWorkspace();
  owner = house.owner;
  const other = await gateway.call('POST', 'Projects', { as: owner, body: { projectName: 'Dock' } });
  const body = { projectID: other.body.projectID, workDate: addDays(old, -3), minutes: 30 };
  await gateway.call('POST', 'TimeSheet', { as: owner, body });
  await empty();
  house = first;
  await empty();
  expect(await minutesOf(addDays(old, -30), today)).toBe(30);
});

test('what is interrupted in the middle leaves whole weeks, and goes on', async () => {
  await set(24, 0);
  await passNotice();
  const { database } = gateway.databases[house.regionCode];
  await expect(
    database.withTenant(house.tenantId, async (tx) => {
      expect(await tx.one(sql`select weeks from app.empty_old_weeks(1, ${newId()}::uuid)`)).toEqual({
        weeks: 1,
      });
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await minutesOf(addDays(old, -30), today)).toBe(195);
  await database.withTenant(house.tenantId, (tx) =>
    tx.run(sql`select app.empty_old_weeks(1, ${newId()}::uuid)`),
  );
  expect(await minutesOf(addDays(old, -30), today)).toBe(105);
  await empty();
  expect(await minutesOf(addDays(old, -30), today)).toBe(60);
});

test('it can be taken back, at any time', async () => {
  await set(24, 0);
  const ended = await gateway.call('DELETE', 'Workspace/Retention', { as: owner });
  expect(ended.body).toMatchObject({ months: null, beginsAt: null, version: 2 });
  await empty();
  expect(await minutesOf(addDays(old, -30), today)).toBe(195);
  expect(await audited()).toContain('retentionEnded');
});

test('of two owners who set it for the first time in the same moment one is told of the other', async () => {
  const answers = await Promise.all([set(36, 0), set(12, 0)]);
  const [kept, refused] = answers.sort((a, b) => a.status - b.status);
  expect([kept?.status, refused?.status]).toEqual([200, 409]);
  expect(refused?.body.current).toEqual(kept?.body);
});

test('who saw what was taken back and set anew since is told', async () => {
  await set(24, 0);
  await gateway.call('DELETE', 'Workspace/Retention', { as: owner });
  expect(await read('Workspace/Retention')).toMatchObject({ months: null, setByName: null, version: 2 });
  expect((await set(12, 2)).body).toMatchObject({ months: 12, version: 3 });
  expect((await set(36, 1)).status).toBe(409);
});

test('each week it is looked through once: hours after that do nothing, and what was written meanwhile goes with the next', async () => {
  const handedOver = async () => {
    await clearQueue(gateway.owner(house));
    await retentionRounds(gateway.clock).run(region() as never);
    const jobs = await queuedJobs(gateway.owner(house));
    return jobs.filter(({ kind, tenantId }) => kind === EMPTY_WEEKS && tenantId === house.tenantId).length;
  };
  await set(24, 0);
  await passNotice();
  expect(await handedOver()).toBe(1);
  await empty();
  const body = { projectID, workDate: addDays(old, -3), minutes: 5 };
  await gateway.call('POST', 'TimeSheet', { as: owner, body });
  expect(await handedOver()).toBe(0);
  await gateway
    .owner(house)
    .run(sql`update app.retention set done_until = done_until - 7 where tenant_id = ${house.tenantId}`);
  expect(await handedOver()).toBe(1);
  await empty();
  expect(await minutesOf(addDays(old, -6), old)).toBe(0);
  expect(await handedOver()).toBe(0);
  // What is set anew is looked through anew.
  await set(36, 1);
  expect(await handedOver()).toBe(1);
});

test('a placeholder whose weeks beside those of a member were emptied can be merged; with a young one it cannot', async () => {
  const ghostWith = async (weekEnds: string[]) => {
    const ghost = await gateway.call('POST', 'TeamMember/Placeholders', {
      as: owner,
      body: { firstName: 'Gus' },
    });
    for (const weekEndDate of weekEnds) {
      const body = {
        teamMemberID: ghost.body.id,
        projectID,
        workDate: addDays(weekEndDate, -2),
        minutes: 15,
      };
      await gateway.call('POST', 'TimeSheet', { as: owner, body });
    }
    return ghost.body.id as string;
  };
  const merge = async (from: string) =>
    (await gateway.call('POST', `TeamMember/${owner.teamMemberID}/Merge`, { as: owner, body: { from } }))
      .status;
  const [gus, late] = [await ghostWith([old]), await ghostWith([old, young])];
  expect(await merge(gus)).toBe(422);
  await set(24, 0);
  await passNotice();
  await empty();
  expect(await merge(gus)).toBe(200);
  expect(await merge(late)).toBe(422);
});

test('of two owners who set it at once the second sees what the first set', async () => {
  await set(36, 0);
  const late = await set(12, 0);
  expect([late.status, late.body.current.months, late.body.current.version]).toEqual([409, 36, 1]);
  expect((await set(12, 1)).body).toMatchObject({ months: 12, version: 2 });
});

test.each([
  ['fewer than twelve months', 11],
  ['more than anybody keeps', 241],
  ['half a month', 12.5],
])('%s are refused', async (_what, months) => {
  expect((await set(months, 0)).status).toBe(400);
});

test('a preview of too short a time says what can be chosen', async () => {
  const answer = await gateway.call('GET', 'Workspace/Retention/Preview?months=3', { as: owner });
  expect([answer.status, answer.body.errors[0].message]).toEqual([
    400,
    'Time is kept for 12 to 240 months. Choose a number between them.',
  ]);
});

test('only an owner sets it or takes it back', async () => {
  expect((await set(24, 0, admin)).status).toBe(403);
  expect((await gateway.call('DELETE', 'Workspace/Retention', { as: admin })).status).toBe(403);
  expect((await read('Workspace/Retention', admin)).months).toBeNull();
});
