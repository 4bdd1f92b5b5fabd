import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { newId } from '../../platform/ids.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { clearQueue, queuedJobs } from '../../testing/queued-jobs.ts';
import { emitEvent } from '../jobs/events.ts';
import { createJobWorker } from '../jobs/worker.ts';
import type { AppMail } from '../mail/app-mail.ts';
import { provisionTenant } from '../workspace-lifecycle/provision.ts';
import { createDigest } from './digest.ts';
import { reminders } from './reminders.ts';
import { createWeekMail, enqueueWeekMail } from './week-mail.ts';

let app: TestDatabase;
let now: Date;
let sent: AppMail[] = [];
const clock = { now: () => now };
const config = readConfig({});
const secrets = createSecrets(Buffer.alloc(32, 7));
const tenantId = newId();
const [ann, bob] = [newId(), newId()];
let owner: string;

beforeAll(async () => {
  app = await createTestDatabase('app');
  now = new Date('2026-10-01T08:00:00Z');
  await provisionTenant(app.database, {
    tenantId,
    publicId: 'noticews',
    name: 'Notice House',
    slug: 'notice-house',
    regionCode: 'us',
    timeZone: 'America/New_York',
    owner: { userId: newId(), email: 'owner@notice.example', name: 'Olga Owner' },
    now,
  });
  await subscribe('active');
  owner = (
    await app.owner.one<{ id: string }>(sql`select id from app.team_member where tenant_id = ${tenantId}`)
  ).id;
  for (const [id, name] of [
    [ann, 'Ann'],
    [bob, 'Bob'],
  ] as const) {
    await app.owner.run(sql`insert into app.team_member
        (tenant_id, id, user_id, email, first_name, role, approver_id, status, role_updated_at, created_at, updated_at)
      values (${tenantId}, ${id}, ${newId()}, ${`${name.toLowerCase()}@notice.example`}, ${name}, 'member', ${owner}, 'active', ${now}, ${now}, ${now})`);
  }
  await app.owner.run(sql`insert into app.timesheet_week
      (tenant_id, team_member_id, week_end_on, status, total_minutes, submitted_at, updated_at)
    values (${tenantId}, ${ann}, '2026-11-15', 'pending', 2250, ${now}, ${now})`);
});
afterAll(() => app.drop());
beforeEach(async () => {
  sent = [];
  await clearQueue(app.owner);
  await app.owner.run(sql`delete from app.announcement`);
  await app.owner.run(sql`delete from app.week_reminder`);
});

/** Its trial ended in October. */
const subscribe = (status: 'trial' | 'active') =>
  app.owner.run(sql`update app.subscription set status = ${status} where tenant_id = ${tenantId}`);

const region = () => ({ code: 'us', database: app.database, queue: app.queue });
function worker() {
  const send = async (mail: AppMail) => void sent.push(mail);
  const weekMail = createWeekMail({ config, clock, secrets, send });
  return createJobWorker({
    regions: [region()],
    log: { error: () => {}, warn: () => {} },
    handlers: {
      'week.mail': weekMail,
      'week.reminder': weekMail,
      'approver.digest': createDigest({ config, secrets, send }),
      'webhook.event': (job, place) => enqueueWeekMail({ clock }, job, place),
    },
    periodic: [],
  });
}
async function lookAt(instant: string): Promise<string[]> {
  now = new Date(instant);
  const task = reminders({ clock, config });
  await Promise.all([task.run(region()), task.run(region())]);
  await worker().runDue();
  return sent.map((mail) => `${mail.to}: ${mail.subject}`).toSorted();
}

test('reminders and digests go out once, on the due day, from nine in the morning where the workspace is', async () => {
  // 13:59 UTC is 8:59 in New York; the week to Sunday 15 November is due on Monday, one day after it (submit_due_days 1 -> Tuesday).
  expect(await lookAt('2026-11-17T13:59:00Z')).toEqual([]);
  expect(await lookAt('2026-11-17T14:00:00Z')).toEqual([
    'bob@notice.example: Please submit your week to 2026-11-15',
    'owner@notice.example: 1 week waits for you, 1 is not submitted',
    'owner@notice.example: Please submit your week to 2026-11-15',
  ]);
  sent = [];
  expect(await lookAt('2026-11-17T16:00:00Z')).toEqual([]);
  expect(await lookAt('2026-11-18T14:00:00Z')).toEqual([]);
});

test('a process that comes while another one announces waits for it, and announces nothing more', async () => {
  now = new Date('2026-11-17T14:00:00Z');
  const first = await app.owner.pool.connect();
  let second: Promise<unknown> | undefined;
  try {
    await first.query('begin');
    const { rows } = await first.query(
      `insert into app.announcement (key, tenant_id, announced_at) values ($1, $2, $3)
       returning pg_current_xact_id()::text as xid`,
      [`digest:${owner}:2026-11-15`, tenantId, now],
    );
    second = reminders({ clock, config }).run(region());
    await expect.poll(() => waitersFor(rows[0].xid)).toBe(1);
  } finally {
    await first.query('commit');
    first.release();
  }
  await second;
  const digests = (await queuedJobs(app.owner)).filter(({ kind }) => kind === 'approver.digest');
  expect(digests).toEqual([]);
});

/** How many sessions wait for the end of a transaction. */
async function waitersFor(xid: string): Promise<number> {
  const { count } = await app.owner.one<{ count: number }>(
    sql`select count(*) as count from pg_locks where transactionid = ${xid}::text::xid and not granted`,
  );
  return count;
}

test('a digest names who waits, for which week, with hours', async () => {
  await lookAt('2026-11-17T14:00:00Z');
  const digest = sent.find((mail) => mail.subject.includes('waits for you'));
  expect(digest?.paragraphs).toEqual([
    'Waiting for your decision:',
    'Ann, week to 2026-11-15: 37:30',
    'Not submitted for the week to 2026-11-15: Bob.',
  ]);
  expect(digest?.button?.href).toBe('http://notice-house.stint.localhost:3000/approvals');
});

test('a digest and a reminder write dates and hours as the workspace has set', async () => {
  const write = (date: string, duration: string) =>
    app.owner.run(
      sql`update app.tenant set date_format = ${date}, duration_format = ${duration} where tenant_id = ${tenantId}`,
    );
  await write('D MMM YYYY', 'decimal');
  await lookAt('2026-11-17T14:00:00Z');
  await write('YYYY-MM-DD', 'clock');
  const digest = sent.find((mail) => mail.subject.includes('waits for you'));
  expect(digest?.paragraphs[1]).toBe('Ann, week to 15 Nov 2026: 37.50');
  const reminder = sent.find((mail) => mail.to === 'bob@notice.example');
  expect([reminder?.subject, reminder?.paragraphs[0]]).toEqual([
    'Please submit your week to 15 Nov 2026',
    'Your week to 15 Nov 2026 has 0.00 hours and is not submitted yet.',
  ]);
});

test('a workspace without approval reminds nobody', async () => {
  await app.owner.run(sql`update app.tenant set approvals_enabled = false where tenant_id = ${tenantId}`);
  expect(await lookAt('2026-11-17T14:00:00Z')).toEqual([]);
  await app.owner.run(sql`update app.tenant set approvals_enabled = true where tenant_id = ${tenantId}`);
});

test('a workspace whose subscription is not active reminds nobody, unless nobody is charged', async () => {
  now = new Date('2026-11-17T14:00:00Z');
  const kinds = async () => (await queuedJobs(app.owner)).map(({ kind }) => kind).toSorted();
  await subscribe('trial');
  await reminders({ clock, config }).run(region());
  expect(await kinds()).toEqual([]);
  await reminders({ clock, config: readConfig({ BILLING: 'off' }) }).run(region());
  expect(await kinds()).toEqual(['approver.digest', 'week.reminder', 'week.reminder']);
  await subscribe('active');
});

test('a week that was sent back mails its person the reason; one that was handed in mails the approver', async () => {
  const week = { teamMemberID: ann, weekEndDate: '2026-11-15', totalMinutes: 2250 };
  await app.database.withTenant(tenantId, (tx) =>
    emitEvent(tx, clock, tenantId, {
      event: 'timesheet.disapproved',
      data: { ...week, reason: 'Friday is missing.' },
    }),
  );
  await app.database.withTenant(tenantId, (tx) =>
    emitEvent(tx, clock, tenantId, { event: 'timesheet.submitted', data: week }),
  );
  await app.database.withTenant(tenantId, (tx) =>
    emitEvent(tx, clock, tenantId, { event: 'entry.saved', data: {} }),
  );
  await worker().runDue();
  await worker().runDue();
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual(
    expect.arrayContaining([
      ['ann@notice.example', 'Your week to 2026-11-15 was disapproved'],
      ['owner@notice.example', 'Ann submitted the week to 2026-11-15'],
    ]),
  );
  expect(sent).toHaveLength(2);
  expect(sent.find(({ to }) => to.startsWith('ann'))?.paragraphs).toContain('Friday is missing.');
});

test('an event that is done again, since its process was killed before it could say so, is mailed under the same id', async () => {
  const data = { teamMemberID: ann, weekEndDate: '2026-11-15', totalMinutes: 2250 };
  const payload = { event: 'timesheet.submitted', data };
  const job = { id: newId(), tenantId, kind: 'webhook.event', attempts: 1, payload };
  for (const _time of [1, 2]) {
    await enqueueWeekMail({ clock }, job, region());
    await worker().runDue();
  }
  expect(sent.map(({ id }) => id)).toEqual([job.id, job.id]);
});

test('mail is in the language of whoever gets it, with a page that says so', async () => {
  await app.owner.run(
    sql`update app.team_member set locale = 'de-AT' where tenant_id = ${tenantId} and id = ${ann}`,
  );
  const week = { teamMemberID: ann, weekEndDate: '2026-11-22', totalMinutes: 2250 };
  for (const event of ['timesheet.approved', 'timesheet.submitted'] as const) {
    await app.database.withTenant(tenantId, (tx) => emitEvent(tx, clock, tenantId, { event, data: week }));
  }
  sent = [];
  await worker().runDue();
  await worker().runDue();
  await app.owner.run(sql`update app.team_member set locale = null where tenant_id = ${tenantId}`);
  expect(sent.map(({ language, subject }) => [language, subject])).toEqual(
    expect.arrayContaining([
      ['de', 'Ihre Woche bis 2026-11-22 ist genehmigt'],
      ['en', 'Ann submitted the week to 2026-11-22'],
    ]),
  );
});
