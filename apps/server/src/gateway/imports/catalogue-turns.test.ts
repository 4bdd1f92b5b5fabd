import { beforeAll, describe, expect, test, vi } from 'vitest';
import { countsOf, type Transaction } from '../../platform/database.ts';
import { raw, sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer, TestMember, TestWorkspace } from '../../testing/gateway-harness.ts';
import { beginImport, linesOfTime, whileImporting } from '../../testing/import-turns.ts';
import { importFile, settledImport } from '../../testing/uploads.ts';
import { untilWaiting } from '../../testing/waiting.ts';
import { findDifferences } from '../total-checks/check.ts';

/** Each file is read in a thread of its own, which a busy machine takes its time to start. */
vi.setConfig({ testTimeout: 300_000 });

const desk = openGatewayDesk();
beforeAll(() => desk.gateway.service.startWorkers());

const logo = (day: string) => `${day},ada@example.test,Acme,Website,Design,,1:00,Logo,review`;
const gone = (name: string) =>
  expect.stringMatching(
    new RegExp(`^"${name}" was archived, merged or deleted while this import waited. Nothing was imported.`),
  );

/** Statements that failed: of two that wait in a circle PostgreSQL ends one, which is tried again. */
const failures = () => countsOf(desk.gateway.databases.us.database.pool).failures;

type Imported = {
  id: string;
  version: number;
  entry: { teamMemberID: string; projectID: string; activityID: string };
};

/** An import of one entry, and that entry: as it stands, and what another of its kind is saved on. */
async function importEntry(place: TestWorkspace): Promise<Imported & { importID: string }> {
  const { importID } = await importFile(desk.gateway, place.owner, linesOfTime(logo('2026-02-02')));
  const made = await desk.gateway.owner(place).one<Imported>(sql`select e.id, e.version, json_build_object(
      'teamMemberID', e.team_member_id, 'projectID', e.project_id, 'activityID', e.activity_id) as entry
    from app.timesheet_entry e where e.tenant_id = ${place.tenantId}`);
  return { importID, ...made };
}

/** Steps that wait, the first for a table and each for the one before it, until all of them do. */
async function whileHeld(
  place: TestWorkspace,
  table: string,
  steps: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const database = desk.gateway.owner(place);
  await database.transaction(async (tx) => {
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.run(sql`lock table app.${raw(table)} in share mode`);
    for (const [at, begin] of steps.entries()) {
      await begin();
      await untilWaiting(database, at + 1);
    }
  });
}

describe('a client that is merged with another', () => {
  const open = async () => {
    const place = await desk.gateway.addWorkspace();
    const add = async (clientName: string): Promise<string> =>
      (await desk.post('Clients', { clientName }, place.owner)).body.clientID;
    const [acme, limited] = [await add('Acme'), await add('Acme Ltd')];
    const merge = () => desk.post(`Clients/${limited}/Merge`, { from: acme }, place.owner);
    return { place, limited, merge };
  };
  const projectsOf = (place: TestWorkspace) =>
    desk.gateway
      .owner(place)
      .rows(
        sql`select p.name, p.client_id as client from app.project p where p.tenant_id = ${place.tenantId}`,
      );

  test('takes along the project that an import is about to make', async () => {
    const { place, limited, merge } = await open();
    const bytes = linesOfTime(logo('2026-02-02'));
    const held = { table: 'tag', mode: 'share' };
    const { ended, answer, retried } = await whileImporting(desk, { place, bytes }, held, merge);
    expect([ended.status, answer?.status, retried]).toEqual(['done', 200, 0]);
    expect(await projectsOf(place)).toEqual([{ name: 'Website', client: limited }]);
  });

  test('is not given a project by an import that waited for it', async () => {
    const { place, merge } = await open();
    const database = desk.gateway.owner(place);
    let merged: Promise<Answer> | undefined;
    let importID = '';
    await database.transaction(async (told) => {
      await told.run(sql`set local idle_in_transaction_session_timeout = 0`);
      await told.run(sql`lock table app.audit_event in share mode`);
      // The import waits first: to read its file takes longer than anybody waits for a table.
      await database.transaction(async (known) => {
        await known.run(sql`set local idle_in_transaction_session_timeout = 0`);
        await known.run(sql`lock table app.import_line in access exclusive mode`);
        importID = await beginImport(desk, place.owner, linesOfTime(logo('2026-02-02')));
        await untilWaiting(database, 1);
        merged = merge();
        await untilWaiting(database, 2);
      });
      await untilWaiting(database, 2);
    });
    expect((await merged)?.status).toBe(200);
    const ended = await settledImport(desk.gateway, place.owner, importID);
    expect(ended).toMatchObject({ status: 'failed', error: gone('Acme') });
    expect(await projectsOf(place)).toEqual([]);
  });
});

test('what an import made stays where somebody saves time on it while it is taken back', async () => {
  const place = await desk.gateway.addWorkspace();
  const { importID } = await importFile(desk.gateway, place.owner, linesOfTime(logo('2026-02-02')));
  const named = async (path: string, name: string) =>
    (await desk.get(path, place.owner)).body.find((one: Record<string, string>) =>
      Object.values(one).includes(name),
    );
  const { projectID } = await named('Projects', 'Website');
  const { tagID } = await named('Tags', 'review');
  const entry = { teamMemberID: place.owner.teamMemberID, projectID, workDate: '2026-03-02', minutes: 60 };
  let saved: Promise<Answer> | undefined;
  await whileHeld(place, 'audit_event', [
    async () => {
      saved = desk.post('TimeSheet', { ...entry, tags: [tagID] }, place.owner);
    },
    () => desk.remove(`Imports/${importID}`, place.owner),
  ]);
  expect((await saved)?.status).toBe(201);
  const ended = await settledImport(desk.gateway, place.owner, importID);
  expect(ended).toMatchObject({ status: 'undone' });
  const database = desk.gateway.owner(place);
  const left = (table: string) =>
    database.rows(
      sql`select x.name from app.${raw(table)} x where x.tenant_id = ${place.tenantId} and x.deleted_at is null
        and x.name in ('Acme', 'Website', 'Design')`,
    );
  const tagged = await database.rows(sql`select e.work_on as day, g.name as tag
    from app.timesheet_entry e left join app.entry_tag t on t.entry_id = e.id left join app.tag g on g.id = t.tag_id
    where e.tenant_id = ${place.tenantId} and e.deleted_at is null`);
  expect(tagged).toEqual([{ day: '2026-03-02', tag: 'review' }]);
  expect([await left('client'), await left('project'), await left('activity')]).toEqual([
    [{ name: 'Acme' }],
    [{ name: 'Website' }],
    [],
  ]);
  expect(await findDifferences(database, place.tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
});

test('time is saved on what an import made, for whom it made, while its entries are taken back, and both stay', async () => {
  const place = await desk.gateway.addWorkspace();
  const database = desk.gateway.owner(place);
  const { importID, entry } = await importEntry(place);
  const whileTakenBack = async (tx: Transaction) => {
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`);
    // Which is written once the entries and their weeks are.
    await tx.run(sql`lock table app.import_line in share mode`);
    await desk.remove(`Imports/${importID}`, place.owner);
    await untilWaiting(database, 1);
    // What a save holds of them, without a wait.
    await database.run(sql`select 1 as one from app.timesheet_entry e join app.team_member m on m.id = e.team_member_id
      join app.project p on p.id = e.project_id join app.activity a on a.id = e.activity_id
      where e.tenant_id = ${place.tenantId} for key share of m, p, a nowait`);
    const saved = await desk.post(
      'TimeSheet',
      { ...entry, workDate: '2026-03-02', minutes: 60 },
      place.owner,
    );
    expect(saved.status).toBe(201);
  };
  await database.transaction(whileTakenBack, { attempts: 1 });
  expect(await settledImport(desk.gateway, place.owner, importID)).toMatchObject({ status: 'undone' });
  const left = await database.rows(
    sql`select e.work_on as day, m.status, p.deleted_at is null and a.deleted_at is null as "isThere" from app.timesheet_entry e
      join app.team_member m on m.id = e.team_member_id join app.project p on p.id = e.project_id join app.activity a on a.id = e.activity_id
      where e.tenant_id = ${place.tenantId} and e.deleted_at is null`,
  );
  expect(left).toEqual([{ day: '2026-03-02', status: 'placeholder', isThere: true }]);
  expect(await findDifferences(database, place.tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
});

test('time that is saved for somebody whom an import made, in a week of their own, does not wait in a circle with its undo', async () => {
  const place = await desk.gateway.addWorkspace();
  const database = desk.gateway.owner(place);
  const { importID, entry } = await importEntry(place);
  const before = failures();
  let saved: Promise<Answer> | undefined;
  // The save has held what its entry refers to by then, and has not begun its week.
  await whileHeld(place, 'timesheet_week', [
    async () => {
      saved = desk.post('TimeSheet', { ...entry, workDate: '2026-03-02', minutes: 60 }, place.owner);
    },
    () => desk.remove(`Imports/${importID}`, place.owner),
  ]);
  expect((await saved)?.status).toBe(201);
  expect(await settledImport(desk.gateway, place.owner, importID)).toMatchObject({ status: 'undone' });
  expect(failures() - before).toBe(0);
  const left = await database.rows(
    sql`select m.status, p.deleted_at is null as "isThere" from app.timesheet_entry e
      join app.team_member m on m.id = e.team_member_id join app.project p on p.id = e.project_id
      where e.tenant_id = ${place.tenantId} and e.deleted_at is null`,
  );
  expect(left).toEqual([{ status: 'placeholder', isThere: true }]);
  expect(await findDifferences(database, place.tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
});

test('a change of entries of two people does not wait in a circle with the undo of what they are moved to', async () => {
  const place = await desk.gateway.addWorkspace();
  const [low, high] = [await desk.gateway.addMember(place), await desk.gateway.addMember(place)].toSorted(
    (one, other) => (one.teamMemberID < other.teamMemberID ? -1 : 1),
  ) as [TestMember, TestMember];
  const database = desk.gateway.owner(place);
  await database.run(sql`update app.team_member set email = 'ada@example.test'
    where tenant_id = ${place.tenantId} and id = ${low.teamMemberID}`);
  const { importID, id, version: madeVersion, entry } = await importEntry(place);
  const { projectID } = (await desk.post('Projects', { projectName: 'Harbour' }, place.owner)).body;
  const time = { teamMemberID: high.teamMemberID, projectID, workDate: '2026-03-02', minutes: 10 };
  const { timesheetID, version } = (await desk.post('TimeSheet', time, place.owner)).body;
  const upserts = [
    { timesheetID: id, version: madeVersion, minutes: 70 },
    { timesheetID, version, projectID: entry.projectID },
  ];
  let saved: Promise<Answer> | undefined;
  const before = failures();
  await whileHeld(place, 'audit_event', [
    async () => {
      saved = desk.put('Reports/Entries', { upserts }, place.owner);
    },
    () => desk.remove(`Imports/${importID}`, place.owner),
  ]);
  expect((await saved)?.status).toBe(200);
  expect(await settledImport(desk.gateway, place.owner, importID)).toMatchObject({ status: 'undone' });
  expect(failures() - before).toBe(0);
});
