import { expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { openGatewayDesk } from '../../../testing/gateway-desk.ts';
import { minutesIn, rowsOfCsv } from './readers.fixture.ts';

const desk = openGatewayDesk();

/** Three pages of the one, six of the other; all of them full: the last of all is empty. */
const entries = 30_000;

test('a file of several pages has every entry once, in the order of their days', async () => {
  const { workspace, owner, gateway } = desk;
  const { tenantId } = workspace;
  const me = owner.teamMemberID;
  const { projectID } = (await desk.post('Projects', { projectName: 'Pier' })).body;
  await gateway.owner(workspace).run(sql`
    insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at) values (${tenantId}, ${me}, '2026-10-11', now())`);
  await gateway.owner(workspace).run(sql`
    insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, activity_id, minutes, is_billable, comment, sort_order,
      created_at, updated_at)
    select ${tenantId}, md5('e' || n::text)::uuid, ${me}, '2026-10-11', '2026-10-05'::date + n % 5, ${projectID},
      case when n % 5 < 2 then ${workspace.activityIDs['Meeting']}::uuid end, 1 + n % 7, true, 'line ' || n || case when n % 7001 = 0 then E', \\x1f "so"' else '' end, 0, now(), now()
    from generate_series(1, ${entries}::int) n`);
  const { text } = await desk.post('Reports/Export', { from: '2026-10-01', to: '2026-10-31' });
  const rows = rowsOfCsv(text);
  const days = rows.map((row) => row['Date'] ?? '');
  expect(new Set(rows.map((row) => row['Comment'])).size).toBe(entries);
  expect(rows).toHaveLength(entries);
  expect(days).toEqual(days.toSorted());
  // Those of the first two days, which take all of the first page: the third lies where the first did.
  const named = (row: Record<string, string>) => [row['Date'], row['Activity']];
  expect(rows.map(named)).toEqual(days.map((day) => [day, day < '2026-10-07' ? 'Meeting' : '']));
  const sum = Array.from({ length: entries }, (_, at) => 1 + ((at + 1) % 7)).reduce((a, b) => a + b, 0);
  expect(minutesIn(rows, 'Hours')).toBe(sum);
});

test('a download is the file that is made in the background, letter by letter', async () => {
  const { gateway, workspace, owner } = desk;
  const { tenantId } = workspace;
  const { tagID } = (await desk.post('Tags', { tagName: 'red, or \u001f blue' })).body;
  const { clientID } = (await desk.post('Clients', { clientName: '=Harbour "1"; Ltd.' })).body;
  const { projectID } = (await desk.post('Projects', { projectName: '-Quay', clientID })).body;
  const times = {
    workDate: '2026-10-19',
    startedAt: '2026-10-19T08:00:00Z',
    endedAt: '2026-10-19T08:45:00Z',
  };
  const lines = [
    { ...times, minutes: 45, tags: [tagID], isBillable: false, activityID: workspace.activityIDs['Meeting'] },
    { workDate: '2026-10-20', minutes: 1 },
    { workDate: '2026-10-21', minutes: 1440, comment: '\t=1+1\r\n"Ž", 王 🛠' },
  ];
  for (const line of lines) expect((await desk.post('TimeSheet', { projectID, ...line })).status).toBe(201);
  await gateway
    .owner(workspace)
    .run(
      sql`update app.timesheet_entry set comment = E'a\\x1fb' where tenant_id = ${tenantId} and work_on = '2026-10-20'`,
    );
  gateway.service.startWorkers();
  const range = { from: '2026-10-01', to: '2026-10-31' };
  const begun = await desk.post('Reports/Files', { of: 'entries', form: 'csv', ...range });
  const path = `LongWork/${begun.body.longWorkID}`;
  await expect.poll(async () => (await desk.get(path)).body.status, { timeout: 60_000 }).toBe('done');
  const headers = await gateway.headersOf(owner);
  const made = await gateway.app.inject({ method: 'GET', url: `/api/${path}/File`, headers });
  const { text } = await desk.post('Reports/Export', range);
  expect(text).toBe(made.payload);
  expect(text).toContain('2026-10-20');
  const filters = [{ field: 'billable', is: 'is', value: false }];
  const some = rowsOfCsv((await desk.post('Reports/Export', { ...range, filters })).text);
  expect(some.map((row) => row['Date'])).toEqual(['2026-10-19']);
});

test('a download has the entries of each filter, whatever it says', async () => {
  const { workspace } = desk;
  const range = { from: '2026-10-19', to: '2026-10-25' };
  const { body: entries } = await desk.post('Reports/Entries', range);
  const [{ projectID }] = entries;
  const fields = ['client', 'project', 'projectType', 'activity', 'person', 'tag'];
  const ids = [projectID, workspace.activityIDs['Meeting'], desk.owner.teamMemberID];
  const filters: object[] = [
    ...fields.flatMap((field) => ['is', 'isNot'].map((is) => ({ field, is, values: ids }))),
    ...fields.flatMap((field) => ['isEmpty', 'isNotEmpty'].map((is) => ({ field, is }))),
    { field: 'status', is: 'is', values: ['open'] },
    { field: 'billable', is: 'is', value: true },
    { field: 'comment', is: 'contains', text: `%'"\\王_` },
    { field: 'comment', is: 'contains', text: '"Ž", 王' },
  ];
  for (const filter of filters) {
    desk.gateway.clock.move(15_000);
    const asked = { ...range, filters: [filter] };
    const { body } = await desk.post('Reports/Entries', asked);
    const { text } = await desk.post('Reports/Export', asked);
    expect([filter, rowsOfCsv(text).length]).toEqual([filter, body.length]);
  }
});
