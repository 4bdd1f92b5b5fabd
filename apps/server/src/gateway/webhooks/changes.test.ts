import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

const desk = openGatewayDesk();
const { post, remove } = desk;

test('webhooks hear of changes only where one listens, without money, in the transaction of the change', async () => {
  const place = await desk.gateway.addWorkspace();
  const heard = () =>
    desk.gateway.owner(place).rows<{ event: string; payload: string }>(sql`
      select payload->'data'->>'event' as event, payload::text as payload from graphile_worker._private_jobs
      where payload->>'tenantId' = ${place.tenantId} order by id`);
  await post('Clients', { clientName: 'Unheard' }, place.owner);
  expect(await heard()).toEqual([]);
  await desk.gateway.owner(place).run(sql`
    insert into app.webhook (tenant_id, id, url, secret, events, created_at, updated_at)
    values (${place.tenantId}, ${newId()}, 'https://example.com/', 'x', ${['client.changed', 'entry.saved', 'entry.deleted']}, now(), now())`);
  await post('Clients', { clientName: 'Heard', defaultRate: 12_345 }, place.owner);
  const project = (await post('Projects', { projectName: 'P' }, place.owner)).body.projectID;
  const entry = (
    await post('TimeSheet', { projectID: project, workDate: '2026-11-16', minutes: 5 }, place.owner)
  ).body;
  await post('TimeSheet', { projectID: project, workDate: '2026-11-16', hours: '99:00' }, place.owner);
  await remove(`TimeSheet/${entry.timesheetID}`, place.owner);
  const events = await heard();
  expect(events.map(({ event }) => event)).toEqual(['client.changed', 'entry.saved', 'entry.deleted']);
  expect(events[0]?.payload).toContain('Heard');
  expect(events[0]?.payload).not.toContain('12345');
});
