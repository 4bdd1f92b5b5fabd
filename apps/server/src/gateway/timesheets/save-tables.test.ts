import type pg from 'pg';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
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
  expect(withTables.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(40);
  expect(Math.max(...withTables)).toBeLessThanOrEqual(12);
});
