import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import { toAnswer } from '../../testing/gateway-harness.ts';

const desk = openGatewayDesk();
const { post, remove } = desk;

describe('security 14: Idempotency-Key', () => {
  test('the same request twice at once makes one thing and gets one answer, in every process', async () => {
    const peer = await desk.gateway.startPeer();
    const headers = { ...(await desk.gateway.headersOf(desk.owner)), 'idempotency-key': newId() };
    const body = { clientName: `Once ${newId()}` };
    const send = async (app = desk.gateway.app) =>
      toAnswer(await app.inject({ method: 'POST', url: '/api/Clients', headers, payload: body }));
    const answers = await Promise.all([send(), send(peer.app), send(), send(peer.app)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.clientID)).size).toBe(1);
    const { count } = await desk.gateway.owner(desk.workspace).one<{ count: number }>(sql`
      select count(*) as count from app.client where tenant_id = ${desk.workspace.tenantId} and name = ${body.clientName}`);
    expect(count).toBe(1);
    await peer.close();
  });

  test('a refused request leaves no trace: the same key may be tried again', async () => {
    const headers = { 'idempotency-key': newId() };
    const taken = `Taken ${newId()}`;
    const first = (await post('Clients', { clientName: taken })).body;
    const again = () =>
      desk.gateway.call('POST', 'Clients', { as: desk.owner, body: { clientName: taken }, headers });
    expect((await again()).status).toBe(409);
    await remove(`Clients/${first.clientID}`);
    expect((await again()).status).toBe(201);
  });
});
