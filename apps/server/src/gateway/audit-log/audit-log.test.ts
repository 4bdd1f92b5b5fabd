import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

const desk = openGatewayDesk();
const { get, post } = desk;

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
