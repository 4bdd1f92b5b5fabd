import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

const desk = openGatewayDesk();
const weekEndDate = '2026-11-22';

const waiting = sql`select count(*) as count from pg_locks where not granted`;

test('while all that a workspace saves waits for a lock, others and its own readers are answered', async () => {
  const { gateway, workspace, other, owner, get, post, put } = desk;
  const { projectID } = (await post('Projects', { projectName: 'Pier' })).body;
  const { max } = gateway.databases.us.database.pool.options;
  const save = (minutes: number) =>
    put('TimeSheet/SaveWeek', {
      teamMemberID: owner.teamMemberID,
      weekEndDate,
      upserts: [{ timesheetID: newId(), projectID, workDate: '2026-11-16', minutes }],
    });
  const read = (as: typeof owner) => get(`TimeSheet/GetByWeek/${as.teamMemberID}/${weekEndDate}`, as);
  const saves = await gateway.owner(workspace).transaction(async (tx) => {
    await tx.run(sql`lock table app.timesheet_week in exclusive mode`);
    const sent = Array.from({ length: 2 * max }, (_, index) => save(index + 1));
    await expect
      .poll(async () => (await gateway.owner(workspace).one<{ count: number }>(waiting)).count)
      .toBe(Math.ceil(max / 2));
    const [own, theirs] = [await read(owner), await read(other.owner)];
    expect([own.status, theirs.status]).toEqual([200, 200]);
    return sent;
  });
  // None of them was lost on the way: each says what became of it.
  for (const answer of await Promise.all(saves)) expect([200, 409, 503]).toContain(answer.status);
});
