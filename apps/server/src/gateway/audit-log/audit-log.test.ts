import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

const desk = openGatewayDesk();
const { get, post, put } = desk;

test('the audit names who did what, and cannot be read by members', async () => {
  const client = await post('Clients', { clientName: `Audited ${newId()}` });
  const { body } = await get('Audit', desk.owner, { entity: 'client', entityID: client.body.clientID });
  expect(body).toMatchObject([
    { action: 'created', actorID: desk.owner.userUuid, actorName: 'Olive Owner', actorKind: 'member' },
  ]);
  const { count } = await desk.gateway.owner(desk.workspace).one<{ count: number }>(sql`
    select count(*) as count from app.audit_event where tenant_id = ${desk.workspace.tenantId} and entity_id = ${client.body.clientID}`);
  expect(count).toBe(1);
});

test('what an event tells by its id is named, the person of a week as well, and nothing of another workspace', async () => {
  const [first, second, elsewhere] = [
    await post('Clients', { clientName: 'Lumen Museum' }),
    await post('Clients', { clientName: 'Tidewater Bank' }),
    await post('Clients', { clientName: 'Of somebody else' }, desk.other.owner),
  ].map(({ body }) => body.clientID);
  const project = await post('Projects', { projectName: 'Audio guide', clientID: first });
  const { projectID, version } = project.body;
  await put(`Projects/${projectID}`, { clientID: second, managerID: desk.owner.teamMemberID, version });
  const { body } = await get('Audit', desk.owner, { entityID: projectID });
  expect(body[0].names).toEqual({
    [projectID]: 'Audio guide',
    [first]: 'Lumen Museum',
    [second]: 'Tidewater Bank',
    [desk.owner.teamMemberID]: 'Olive Owner',
  });
  await desk.gateway.owner(desk.workspace).run(sql`
    insert into app.audit_event (tenant_id, id, at, actor_kind, entity, entity_id, action, after)
    values (${desk.workspace.tenantId}, ${newId()}, now(), 'system', 'week', ${`${desk.owner.teamMemberID}/2026-11-29`}, 'named',
      ${JSON.stringify({ entries: [{ projectId: projectID }, { projectId: elsewhere }], reason: 'not-an-id' })})`);
  const [week] = (await get('Audit', desk.owner, { entity: 'week', action: 'named' })).body;
  expect(week.names).toEqual({ [desk.owner.teamMemberID]: 'Olive Owner', [projectID]: 'Audio guide' });
});
