import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { type BlockCounter, createBlockCounter } from '../../testing/blocks.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import { EMPTY_WEEKS, emptyOldWeeks, retentionRounds } from './rounds.ts';

/** What emptying old weeks reads, in blocks of 8 KiB, where thousands were emptied before. */
const desk = openGatewayDesk();
const [people, weeks, few] = [20, 120, 10];

/** Older than the 24 months that are kept. */
const youngestWeeksAgo = 110;
const nobody = '00000000-0000-0000-0000-000000000000';

type Called = { weeks: number; member: string | null; week: string | null };

let counter: BlockCounter;
let last: Called = { weeks: 0, member: nobody, week: '-infinity' };

beforeAll(async () => {
  const { gateway, workspace } = desk;
  const { tenantId } = workspace;
  const db = gateway.owner(workspace);
  const { name } = await db.one<{ name: string }>(sql`select current_database() as name`);
  counter = await createBlockCounter(name);
  await db.run(sql`insert into app.team_member (tenant_id, id, first_name, status, role_updated_at, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), 'Ada ' || n, 'active', now(), now(), now() from generate_series(1, ${people}::int) n`);
  await db.run(sql`insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, status, total_minutes, billable_minutes, updated_at, version, counted_version)
    select ${tenantId}, m.id, date_trunc('week', now())::date - 1 - 7 * (${youngestWeeksAgo}::int + ago), 'approved', 0, 0, now(), 1, 1
    from app.team_member m cross join generate_series(1, ${weeks}::int) ago where m.tenant_id = ${tenantId} and m.first_name like 'Ada %'`);
  await db.run(sql`vacuum analyze app.timesheet_week`);
  await desk.put('Workspace/Retention', { months: 24, version: 0 });
  await db.run(
    sql`update app.retention set begins_at = now() - interval '1 hour' where tenant_id = ${tenantId}`,
  );
});
afterAll(() => counter?.close());

const region = () => {
  const { database } = desk.gateway.databases[desk.workspace.regionCode];
  return { code: 'us', database, queue: database };
};

/** The next call of a run, and the blocks that it reads. */
const next = (most: number) =>
  counter.blocksOf(async () => {
    last = await region().database.withTenant(desk.workspace.tenantId, (tx) =>
      tx.one<Called>(sql`select weeks, last_member as member, last_week::text as week
        from app.empty_old_weeks(${most}::int, ${newId()}::uuid, ${last.member}::uuid, ${last.week}::date)`),
    );
  });

test('the last weeks of a run cost what the first did, and hours with nothing to do none of what was emptied', async () => {
  // Until its statements are planned for good.
  for (let times = 0; times < 7; times++) await next(few);
  const first = await next(few);
  for (let left = people * weeks - 9 * few; left > 0; left -= 500) await next(Math.min(left, 500));
  const end = await next(few);
  expect(last).toMatchObject({ weeks: few });
  expect(end).toBeLessThan(first * 2);
  expect(await next(few)).toBeLessThan(first);
  expect(last.weeks).toBe(0);

  const job = { id: newId(), kind: EMPTY_WEEKS, tenantId: desk.workspace.tenantId, payload: {} };
  await emptyOldWeeks()(job as never, region() as never);
  const round = () => retentionRounds(desk.gateway.clock).run(region() as never);
  await round();
  expect(await counter.blocksOf(round)).toBeLessThan(first);
});

test('what grows too old while a walk goes on is found for everybody', async () => {
  const { gateway, workspace } = desk;
  const { tenantId } = workspace;
  const db = gateway.owner(workspace);
  await db.run(sql`update app.timesheet_week set version = version + 1 where tenant_id = ${tenantId}`);
  // Too old for 23 months, not yet for 24.
  await db.run(sql`insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, status, total_minutes, billable_minutes, updated_at, version, counted_version)
    select ${tenantId}, m.id, app.retention_end(23, now(), 'UTC') - 7, 'approved', 0, 0, now(), 1, 1
    from app.team_member m where m.tenant_id = ${tenantId} and m.first_name like 'Ada %'`);
  const { database } = region();
  let calls = 0;
  const growing = {
    ...region(),
    database: {
      async withTenant(...asked: Parameters<typeof database.withTenant>) {
        const answer = await database.withTenant(...asked);
        calls += 1;
        if (calls === 1)
          await db.run(sql`update app.retention set months = 23 where tenant_id = ${tenantId}`);
        return answer;
      },
    },
  };
  const job = { id: newId(), kind: EMPTY_WEEKS, tenantId, payload: {} };
  await emptyOldWeeks()(job as never, growing as never);
  expect(calls).toBeGreaterThan(2);
  const { left } = await db.one<{ left: number }>(sql`select count(*)::int as left from app.timesheet_week
    where tenant_id = ${tenantId} and week_end_on <= app.retention_end(23, now(), 'UTC') and emptied_version is distinct from version`);
  expect(left).toBe(0);
});
