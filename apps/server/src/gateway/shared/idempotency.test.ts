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

  test('a token that is asked for again is one, which its last secret opens alone', async () => {
    const headers = { 'idempotency-key': newId() };
    const body = { name: 'Script', scopes: ['read'] };
    const make = () => desk.gateway.call('POST', 'Tokens', { as: desk.owner, body, headers });
    const [first, second] = [await make(), await make()];
    expect([first.status, second.status, second.body.tokenID]).toEqual([201, 201, first.body.tokenID]);
    const use = async ({ token }: { token: string }) => {
      const bearer = { host: `harbour.${desk.gateway.config.mainDomain}`, authorization: `Bearer ${token}` };
      return (await desk.gateway.call('GET', 'Clients', { headers: bearer })).status;
    };
    expect([await use(second.body), await use(first.body)]).toEqual([200, 401]);
    const lines: { action: string }[] = (await desk.get(`Audit?entityID=${first.body.tokenID}`)).body;
    expect(lines.map(({ action }) => action)).toEqual(['newSecret', 'created']);
    const tokens: { tokenID: string }[] = (await desk.get('Tokens')).body;
    expect(tokens.filter(({ tokenID }) => tokenID === first.body.tokenID)).toHaveLength(1);
    const other = await desk.gateway.call('POST', 'Tokens', {
      as: desk.owner,
      body: { ...body, name: 'Another' },
      headers,
    });
    expect(other.body.error.type).toBe('idempotency_mismatch');
    // Its secret would open nothing.
    await desk.remove(`Tokens/${first.body.tokenID}`);
    expect((await make()).body.error.type).toBe('state_conflict');
  });

  test('a webhook that is asked for again is one, with the secret that it has', async () => {
    const headers = { 'idempotency-key': newId() };
    const body = { url: 'https://example.com/hook', events: ['entry.saved'] };
    const make = () => desk.gateway.call('POST', 'Webhooks', { as: desk.owner, body, headers });
    const [first, second] = [await make(), await make()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await desk.get('Webhooks')).body).toHaveLength(1);
  });

  test('a change of a webhook that is asked for again is no conflict with itself', async () => {
    const made = (await post('Webhooks', { url: 'https://example.com/changed', events: ['entry.saved'] }))
      .body;
    const headers = { 'idempotency-key': newId() };
    const body = { isActive: false, version: made.version };
    const change = () =>
      desk.gateway.call('PUT', `Webhooks/${made.webhookID}`, { as: desk.owner, body, headers });
    const [first, second] = [await change(), await change()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body).toMatchObject({ isActive: false, version: made.version + 1 });
    expect(second.body).toEqual(first.body);
  });

  test.each([
    ['Clients', 'clientID', 'clientName'],
    ['Projects', 'projectID', 'projectName'],
    ['Activities', 'activityID', 'activityName'],
    ['Tags', 'tagID', 'tagName'],
    ['TeamMember/Placeholders', 'teamMemberID', 'firstName'],
  ])(
    '%s: the id of what was added before adds no second one, with its key or without',
    async (path, id, name) => {
      const made = { [id]: newId(), [name]: `Once ${newId()}` };
      const send = (body: object, headers: Record<string, string>) =>
        desk.gateway.call('POST', path, { as: desk.owner, body, headers });
      const key = { 'idempotency-key': String(made[id]) };
      expect((await send(made, key)).status).toBe(201);
      expect((await send(made, key)).status).toBe(201);
      const corrected = { ...made, [name]: `Corrected ${newId()}` };
      expect((await send(corrected, key)).body.error.type).toBe('idempotency_mismatch');
      expect((await send(corrected, {})).body.error.type).toBe('version_conflict');
      // Where the name is the same, too.
      expect((await send(made, {})).body.error.type).toBe('version_conflict');
    },
  );
});
