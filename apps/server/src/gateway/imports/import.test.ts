import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';
import { importFile, settledImport, uploadFile } from '../../testing/uploads.ts';
import { findDifferences } from '../total-checks/check.ts';

/** Each file is read in a thread of its own, which a busy machine takes its time to start. */
vi.setConfig({ testTimeout: 300_000 });

let gateway: GatewayHarness;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  gateway.service.startWorkers();
});
afterAll(() => gateway?.close());

const sample = (name: string) => readFileSync(new URL(`samples/${name}`, import.meta.url));
const lines = (...rows: string[]) =>
  Buffer.from(`Date,Email,Client,Project,Activity,Start time,Duration,Description\n${rows.join('\n')}\n`);

const LOGO = '2026-02-02,ada@example.test,Acme,Website,Design,09:00,1:00,Logo';
const CALL = '2026-02-03,ada@example.test,Acme,Website,Design,,0:30,Call';

const settled = (target: TestWorkspace, importID: string) => settledImport(gateway, target.owner, importID);

const take = (target: TestWorkspace, bytes: Uint8Array, choices: object = {}) =>
  importFile(gateway, target.owner, bytes, choices);

async function undo(target: TestWorkspace, importID: string) {
  const begun = await gateway.call('DELETE', `Imports/${importID}`, { as: target.owner });
  if (begun.status !== 202) throw new Error(begun.text);
  return settled(target, importID);
}

type Entry = { id: string; day: string; minutes: number; comment: string; name: string; status: string };

/** What the workspace holds, and that its weeks add up. */
async function held(target: TestWorkspace): Promise<string[]> {
  const owner = gateway.owner(target);
  const rows =
    await owner.rows<Entry>(sql`select e.id, e.work_on::text as day, e.minutes, e.comment, w.status,
      concat_ws(' › ', m.first_name, c.name, p.name, a.name) as name
    from app.timesheet_entry e join app.team_member m on m.tenant_id = e.tenant_id and m.id = e.team_member_id
      join app.timesheet_week w on w.tenant_id = e.tenant_id and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on
      join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id
      left join app.client c on c.tenant_id = p.tenant_id and c.id = p.client_id
      left join app.activity a on a.tenant_id = e.tenant_id and a.id = e.activity_id
    where e.tenant_id = ${target.tenantId} and e.deleted_at is null order by e.work_on, e.started_at, e.comment, e.id`);
  const { wrong } = await owner.one<{ wrong: number }>(sql`select count(*) as wrong from app.timesheet_week w
    where w.tenant_id = ${target.tenantId} and (w.counted_version <> w.version or w.total_minutes <> (select coalesce(sum(e.minutes), 0) from app.timesheet_entry e
      where e.tenant_id = w.tenant_id and e.team_member_id = w.team_member_id and e.week_end_on = w.week_end_on and e.deleted_at is null))`);
  expect(wrong).toBe(0);
  expect(await findDifferences(owner, target.tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
  return rows.map(({ day, minutes, comment, name }) => `${day} ${minutes} ${name}: ${comment}`);
}

async function reported(target: TestWorkspace): Promise<number> {
  const body = { from: '2026-01-01', to: '2026-12-31', groupBy: ['project'] };
  const answer = await gateway.call('POST', 'Reports/Query', { as: target.owner, body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.totals.minutes;
}

async function addProject(target: TestWorkspace) {
  const body = { projectName: 'Pier' };
  const { status, text, body: made } = await gateway.call('POST', 'Projects', { as: target.owner, body });
  if (status !== 201) throw new Error(text);
  return made;
}

describe('an import', () => {
  test('is billable as its project and activity are, where the file does not say', async () => {
    const target = await gateway.addWorkspace();
    const owner = gateway.owner(target);
    const inside = 'Acme,Inside,Design,,1:00,inside';
    await take(target, lines(LOGO, `2026-02-02,ada@example.test,${inside}`));
    await owner.run(
      sql`update app.project set is_billable = name <> 'Inside' where tenant_id = ${target.tenantId}`,
    );
    const more = [
      'Acme,Website,Design,,1:00,design',
      'Acme,Website,,,1:00,none',
      'Acme,New,Other,,1:00,new',
      inside,
    ];
    await take(target, lines(...more.map((rest) => `2026-02-10,ada@example.test,${rest}`)));
    await owner.run(
      sql`update app.activity set billable_default = false where tenant_id = ${target.tenantId} and name = 'Design'`,
    );
    await take(target, lines('2026-02-17,ada@example.test,Acme,Website,Design,,1:00,unpaid'));
    const rows = await owner.rows<{
      comment: string;
      isBillable: boolean;
    }>(sql`select e.comment, e.is_billable as "isBillable"
      from app.timesheet_entry e where e.tenant_id = ${target.tenantId} and e.work_on > '2026-02-05' order by e.comment`);
    expect(rows.map(({ comment, isBillable }) => [comment, isBillable])).toEqual([
      ['design', true],
      ['inside', false],
      ['new', true],
      ['none', true],
      ['unpaid', false],
    ]);
    expect(await findDifferences(owner, target.tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
  });

  test('counts the weeks that it writes, and no others of the same people', async () => {
    const target = await gateway.addWorkspace();
    const line = (day: string, who: string) =>
      `${day},${who}@example.test,Acme,Website,Design,,1:00,${who} ${day}`;
    await take(target, lines(line('2026-02-02', 'ada'), line('2026-02-10', 'max')));
    const versions = () =>
      gateway.owner(target).rows<{
        week: string;
        version: number;
      }>(sql`select m.first_name || ' ' || w.week_end_on as week, w.version
        from app.timesheet_week w join app.team_member m on m.tenant_id = w.tenant_id and m.id = w.team_member_id
        where w.tenant_id = ${target.tenantId} order by 1`);
    expect(await versions()).toEqual([
      { week: 'ada 2026-02-08', version: 1 },
      { week: 'max 2026-02-15', version: 1 },
    ]);
    await take(
      target,
      lines(line('2026-02-11', 'ada'), line('2026-02-03', 'max'), line('2026-02-12', 'max')),
    );
    expect(await versions()).toEqual([
      { week: 'ada 2026-02-08', version: 1 },
      { week: 'ada 2026-02-15', version: 1 },
      { week: 'max 2026-02-08', version: 1 },
      { week: 'max 2026-02-15', version: 2 },
    ]);
    await held(target);
  });

  test('makes people, clients, projects, activities, tags and entries, and every view has them', async () => {
    const target = await gateway.addWorkspace();
    const done = await take(target, sample('toggl-detailed.csv'), { timeZone: 'Europe/Zurich' });
    expect(done).toMatchObject({
      status: 'done',
      system: 'toggl',
      counts: { lines: 3, created: 3, known: 0, refused: 0, minutes: 273 },
    });
    expect(await held(target)).toEqual([
      '2026-02-02 90 Ada › Acme › Website › Design: Logo, first draft',
      '2026-02-02 18 Ada › Acme › Website › Design: He said "ship it"\nand then \\we did\\ 🚀',
      '2026-02-03 165 Max › Without a project: Night shift',
    ]);
    expect(await reported(target)).toBe(273);
    const { tags } = await gateway
      .owner(target)
      .one<{ tags: string[] }>(sql`select array_agg(t.name order by t.name) as tags
      from app.entry_tag g join app.tag t on t.tenant_id = g.tenant_id and t.id = g.tag_id where g.tenant_id = ${target.tenantId}`);
    expect(tags).toEqual(['logo', 'review']);
    const { people } = await gateway
      .owner(target)
      .one<{ people: number }>(sql`select count(*) as people from app.team_member
      where tenant_id = ${target.tenantId} and status = 'placeholder' and email in ('ada@example.test', 'max@example.test')`);
    expect(people).toBe(2);
    const list = await gateway.call('GET', 'Imports', { as: target.owner });
    expect(list.body.map(({ importID }: { importID: string }) => importID)).toEqual([done.importID]);
  });

  test('counts the weeks that it touches and no others, and tells who keeps them', async () => {
    const target = await gateway.addWorkspace();
    const people = [{ key: 'ada@example.test', teamMemberID: target.owner.teamMemberID }];
    const day = { projectID: (await addProject(target)).projectID, workDate: '2026-03-02', minutes: 60 };
    await gateway.call('POST', 'TimeSheet', { as: target.owner, body: day });
    const owner = gateway.owner(target);
    // As a process of the version before leaves a week: counting the whole workspace would count it.
    await owner.run(
      sql`update app.timesheet_week set version = version + 1 where tenant_id = ${target.tenantId}`,
    );
    const weeks = await owner.transaction(async (tx) => {
      // What counts such weeks every few minutes leaves it alone meanwhile, however long that takes.
      await tx.run(sql`set local idle_in_transaction_session_timeout = 0`);
      await tx.run(sql`select from app.timesheet_week w where w.tenant_id = ${target.tenantId} for update`);
      await take(target, lines(LOGO), { people });
      return tx.rows(sql`select w.week_end_on::text as week, w.version - w.counted_version as uncounted
        from app.timesheet_week w where w.tenant_id = ${target.tenantId} order by w.week_end_on`);
    });
    expect(weeks).toEqual([
      { week: '2026-02-08', uncounted: 0 },
      { week: '2026-03-08', uncounted: 1 },
    ]);
    const told = await owner.rows<{ topic: string }>(sql`select distinct c.topic, c.key from app.change c
      where c.tenant_id = ${target.tenantId} and c.topic in ('week', 'catalog') and c.key in ('', ${`${target.owner.teamMemberID}/2026-02-08`})`);
    expect(told).toContainEqual({ topic: 'catalog', key: '' });
    expect(told.some(({ topic }) => topic === 'week')).toBe(true);
  });

  test('the same file twice adds nothing, an overlapping one only what is new, whatever was edited, moved or deleted here', async () => {
    const target = await gateway.addWorkspace();
    await take(target, lines(LOGO, CALL, CALL));
    const all = await held(target);
    expect(all).toHaveLength(3);
    expect((await take(target, lines(LOGO, CALL, CALL))).counts).toMatchObject({ created: 0, known: 3 });
    await gateway
      .owner(target)
      .run(sql`update app.timesheet_entry set comment = 'Edited here', minutes = 45, version = version + 1
      where tenant_id = ${target.tenantId} and comment = 'Logo'`);
    await gateway
      .owner(target)
      .run(sql`delete from app.timesheet_entry where tenant_id = ${target.tenantId} and comment = 'Call'`);
    const more = '2026-02-04,ada@example.test,Acme,Website,Design,,2:00,More';
    const again = await take(target, lines(LOGO, CALL, CALL, CALL, more));
    expect(again.counts).toMatchObject({ created: 2, known: 3, changed: 0 });
    expect((await held(target)).map((line) => line.split(': ')[1])).toEqual(['Edited here', 'Call', 'More']);
  });

  test('a line edited in the source is shown as changed, and taken over only when chosen', async () => {
    const target = await gateway.addWorkspace();
    await take(target, lines(LOGO, CALL));
    const edited = lines(LOGO.replace('1:00', '1:15'), CALL.replace('0:30', '0:40'));
    expect((await take(target, edited)).counts).toMatchObject({ created: 0, changed: 0, known: 0 });
    expect((await held(target))[0]).toMatch(/^2026-02-02 60 /);
    expect((await take(target, edited, { takeChanged: true })).counts).toMatchObject({
      changed: 2,
      created: 0,
    });
    expect((await held(target)).map((line) => line.slice(0, 13))).toEqual(['2026-02-02 75', '2026-02-03 40']);
    expect((await take(target, edited)).counts).toMatchObject({ known: 2, created: 0 });
    expect(await reported(target)).toBe(115);
  });

  test('names are taken for what they were taken for before', async () => {
    const target = await gateway.addWorkspace();
    const people = [{ key: 'ada@example.test', teamMemberID: target.owner.teamMemberID }];
    const activities = [{ activity: 'Design', activityID: target.activityIDs['Meeting'] }];
    await take(target, lines(LOGO), { people, activities });
    const as = target.owner;
    const importID = await uploadFile(gateway, as, { fileName: 'b.csv', bytes: lines(CALL) });
    const { body } = await gateway.call('POST', 'Imports/Preview', { as, body: { importID } });
    expect(body.people[0]).toMatchObject({ teamMemberID: target.owner.teamMemberID, guess: 'remembered' });
    expect(body.activities[0]).toMatchObject({
      activityID: target.activityIDs['Meeting'],
      guess: 'remembered',
    });
    expect(body.makes).toEqual({ people: 0, clients: 0, projects: 0, activities: 0, tags: 0 });
  });

  test('what was typed by hand is counted as alike, and not dropped', async () => {
    const target = await gateway.addWorkspace();
    await take(target, lines(LOGO));
    await gateway
      .owner(target)
      .run(sql`update app.timesheet_entry set import_id = null where tenant_id = ${target.tenantId}`);
    await gateway.owner(target).run(sql`delete from app.import_line where tenant_id = ${target.tenantId}`);
    expect((await take(target, lines(LOGO))).counts).toMatchObject({ created: 1, alike: 1 });
  });
});

describe('a refused import changes nothing', () => {
  test.each<[what: string, bytes: Buffer, message: RegExp]>([
    ['a line that cannot be taken', lines(LOGO, CALL.replace('0:30', '30:00')), /^1 lines cannot be taken/],
    [
      'an order of dates that cannot be told',
      Buffer.from('Date,Project,Duration\n03/02/2026,A,1:00\n'),
      /cannot be told from the file: dateOrder/,
    ],
    [
      'a file that cannot be read',
      Buffer.from('Date,Project,Duration\n2026-02-02,"A,1:00\n'),
      /^Line 2: a quotation mark/,
    ],
  ])('%s', async (_what, bytes, message) => {
    const target = await gateway.addWorkspace();
    const failed = await take(target, bytes);
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringMatching(message) });
    const { left } = await gateway.owner(target).one<{ left: number }>(sql`select
      (select count(*) from app.timesheet_week where tenant_id = ${target.tenantId}) + (select count(*) from app.project where tenant_id = ${target.tenantId}) +
      (select count(*) from app.import_line where tenant_id = ${target.tenantId}) + (select count(*) from app.import_row) as left`);
    expect(left).toBe(0);
    // The file is still there: it is taken as soon as what was asked is decided.
    const choices = { leaveOutRefused: true, dateOrder: 'dmy' };
    const again = await gateway.call('POST', 'Imports', {
      as: target.owner,
      body: { importID: failed.importID, choices },
    });
    expect(again.status).toBe(202);
    await settled(target, failed.importID);
  });

  test('lines of a week that was approved are refused, and may be left out', async () => {
    const target = await gateway.addWorkspace();
    await take(target, lines(LOGO), { closeBefore: '2026-02-09' });
    const next = '2026-02-10,ada@example.test,Acme,Website,Design,,1:00,Next';
    const failed = await take(target, lines(CALL, next));
    expect(failed).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^1 lines cannot be taken/),
    });
    const done = await take(target, lines(CALL, next), { leaveOutRefused: true });
    expect(done.counts).toMatchObject({ created: 1, refused: 1 });
  });
});

describe('taking an import back', () => {
  test('removes its entries and what it made, opens the weeks that it closed, and forgets its lines', async () => {
    const target = await gateway.addWorkspace();
    const first = await take(target, lines(LOGO, CALL), { closeBefore: '2026-03-01' });
    const week = await gateway
      .owner(target)
      .one<{ status: string; note: string }>(
        sql`select status, note from app.timesheet_week where tenant_id = ${target.tenantId}`,
      );
    expect(week).toEqual({ status: 'approved', note: 'Imported' });
    expect(await undo(target, first.importID)).toMatchObject({ status: 'undone' });
    expect(await held(target)).toEqual([]);
    expect(await reported(target)).toBe(0);
    const { left } = await gateway.owner(target).one<{ left: number }>(sql`select
      (select count(*) from app.project where tenant_id = ${target.tenantId} and deleted_at is null) +
      (select count(*) from app.client where tenant_id = ${target.tenantId} and deleted_at is null) +
      (select count(*) from app.team_member where tenant_id = ${target.tenantId} and status = 'placeholder') as left`);
    expect(left).toBe(0);
    const again = await gateway.call('DELETE', `Imports/${first.importID}`, { as: target.owner });
    expect(again.status).toBe(422);
    expect((await take(target, lines(LOGO, CALL))).counts).toMatchObject({ created: 2, known: 0 });
  });

  test('is refused for weeks that somebody approved since, and after 30 days', async () => {
    const target = await gateway.addWorkspace();
    const first = await take(target, lines(LOGO));
    await gateway
      .owner(target)
      .run(sql`update app.timesheet_week set status = 'approved' where tenant_id = ${target.tenantId}`);
    const refused = await undo(target, first.importID);
    expect(refused).toMatchObject({
      status: 'done',
      error: expect.stringMatching(/^1 weeks with time of this import were submitted/),
    });
    expect(await held(target)).toHaveLength(1);
    await gateway
      .owner(target)
      .run(
        sql`update app.import set finished_at = ${new Date(Date.now() - 32 * 86_400_000)} where tenant_id = ${target.tenantId}`,
      );
    const late = await gateway.call('DELETE', `Imports/${first.importID}`, { as: target.owner });
    expect([late.status, late.body.message]).toEqual([422, expect.stringContaining('for 30 days')]);
  });

  test('another workspace has no such import', async () => {
    const [target, other] = [await gateway.addWorkspace(), await gateway.addWorkspace()];
    const { importID } = await take(target, lines(LOGO));
    const as = other.owner;
    const answers = [
      await gateway.call('GET', `Imports/${importID}`, { as }),
      await gateway.call('DELETE', `Imports/${importID}`, { as }),
      await gateway.call('POST', 'Imports', { as, body: { importID } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await gateway.call('GET', 'Imports', { as })).body).toEqual([]);
  });
});
