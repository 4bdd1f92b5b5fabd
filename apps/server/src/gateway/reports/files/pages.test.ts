import { expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { openGatewayDesk } from '../../../testing/gateway-desk.ts';
import { minutesIn, rowsOfCsv } from './readers.fixture.ts';

const desk = openGatewayDesk();

/** Two pages of a file, both full: the third is empty. */
const entries = 10_000;

test('a file of several pages has every entry once, in the order of their days', async () => {
  const { workspace, owner, gateway } = desk;
  const { tenantId } = workspace;
  const me = owner.teamMemberID;
  const { projectID } = (await desk.post('Projects', { projectName: 'Pier' })).body;
  await gateway.owner(workspace).run(sql`
    insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at) values (${tenantId}, ${me}, '2026-10-11', now())`);
  await gateway.owner(workspace).run(sql`
    insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes, is_billable, comment, sort_order,
      created_at, updated_at)
    select ${tenantId}, md5('e' || n::text)::uuid, ${me}, '2026-10-11', '2026-10-05'::date + n % 5, ${projectID}, 1 + n % 7, true, 'line ' || n, 0, now(), now()
    from generate_series(1, ${entries}::int) n`);
  const { text } = await desk.post('Reports/Export', { from: '2026-10-01', to: '2026-10-31' });
  const rows = rowsOfCsv(text);
  const days = rows.map((row) => row['Date'] ?? '');
  expect(new Set(rows.map((row) => row['Comment'])).size).toBe(entries);
  expect(rows).toHaveLength(entries);
  expect(days).toEqual(days.toSorted());
  const sum = Array.from({ length: entries }, (_, at) => 1 + ((at + 1) % 7)).reduce((a, b) => a + b, 0);
  expect(minutesIn(rows, 'Hours')).toBe(sum);
});
