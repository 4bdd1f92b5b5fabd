import type pg from 'pg';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

const desk = openGatewayDesk();

/** Texts that a pool's connections send from now on. */
function sentBy(pool: pg.Pool): string[] {
  const sent: string[] = [];
  const heard = new WeakSet<object>();
  pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query: (first: string | { text: string }, ...more: unknown[]) => {
        sent.push(typeof first === 'string' ? first : first.text);
        return query(first, ...more);
      },
    });
  });
  return sent;
}

const tablesOf = (text: string) => text.match(/\b(?:from|join|into|update|,) app\.[a-z_]+ /g) ?? [];

test('a save of new cells asks few tables: with Citus each one is planned anew on two servers', async () => {
  const { post, put, owner, gateway } = desk;
  const { projectID } = (await post('Projects', { projectName: 'Pier' })).body;
  const { activityID } = (await post('Activities', { activityName: 'Welding' })).body;
  const sent = sentBy(gateway.databases.us.database.pool);
  const answer = await put('TimeSheet/SaveWeek', {
    teamMemberID: owner.teamMemberID,
    weekEndDate: '2026-11-22',
    upserts: [{ timesheetID: newId(), projectID, activityID, workDate: '2026-11-16', minutes: 30 }],
  });
  expect(answer.status).toBe(200);
  const withTables = sent.map((text) => tablesOf(text).length).filter((count) => count > 0);
  expect(withTables.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(42);
  expect(Math.max(...withTables)).toBeLessThanOrEqual(12);
});

test('one cell of a full week counts and stores the total of one day, and writes its week once', async () => {
  const { post, put, owner, workspace, gateway } = desk;
  const { projectID } = (await post('Projects', { projectName: 'Quay' })).body;
  const { projectID: second } = (await post('Projects', { projectName: 'Crane' })).body;
  const weekEndDate = '2026-11-08';
  const cells = ['02', '03', '04', '05', '06'].flatMap((day) =>
    [projectID, second].map((id) => ({
      timesheetID: newId(),
      projectID: id,
      workDate: `2026-11-${day}`,
      minutes: 30,
    })),
  );
  const save = (upserts: object[]) =>
    put('TimeSheet/SaveWeek', { teamMemberID: owner.teamMemberID, weekEndDate, upserts });
  expect((await save(cells)).status).toBe(200);
  const db = gateway.owner(workspace);
  const totals = () =>
    db.rows<{ day: string; minutes: number; writtenBy: string }>(sql`
      select d.work_on::text || '/' || d.project_id as day, d.minutes, d.xmin::text as "writtenBy" from app.day_total d
      where d.tenant_id = ${workspace.tenantId} and d.week_end_on = ${weekEndDate} order by day`);
  const before = await totals();
  const sent = sentBy(gateway.databases.us.database.pool);
  const { status, body } = await save([{ ...cells[3], version: 1, minutes: 45 }]);
  expect([status, body.week.totalMinutes]).toEqual([200, 315]);

  const changed = (await totals()).filter(
    ({ day, minutes, writtenBy }) =>
      !before.some((old) => old.day === day && old.minutes === minutes && old.writtenBy === writtenBy),
  );
  expect(changed).toMatchObject([{ day: `2026-11-03/${second}`, minutes: 45 }]);
  const rowsOf = (table: string) =>
    sent
      .filter((text) => text.includes(`insert into app.${table} `))
      .map((text) => text.slice(text.indexOf('values'), text.indexOf('on conflict')).split('),').length);
  expect(rowsOf('timesheet_entry')).toEqual([1]);
  // No entry came or went: what the day is priced at stands in its total, and is looked for nowhere else.
  const ofTotals = sent.filter((text) => text.includes(' app.day_total '));
  expect(ofTotals.map((text) => tablesOf(text))).toEqual([
    ['update app.day_total ', 'from app.timesheet_entry '],
  ]);
  expect(sent.filter((text) => /app\.(?:member|standard)_rate /.test(text))).toEqual([]);
  // A second version within the transaction would have its foreign key checked again.
  const writes = sent.filter((text) => /(?:update|into) app\.timesheet_week/.test(text));
  expect(writes.map((text) => (text.includes('where false') ? 'locks' : 'writes'))).toEqual([
    'locks',
    'writes',
  ]);
});
