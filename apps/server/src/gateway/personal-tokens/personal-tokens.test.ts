import { beforeAll, describe, expect, test } from 'vitest';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';

const desk = openGatewayDesk();
let member: TestMember;

beforeAll(async () => {
  member = await desk.gateway.addMember(desk.workspace);
});

/** Exactly this text sends the client to /signin. */
async function expectRelogin(headers: Record<string, string>) {
  const answer = await desk.gateway.call('GET', 'AppRole', { headers });
  expect([answer.status, answer.text]).toEqual([401, 'Please re-login.']);
}

describe('personal tokens', () => {
  test('act for their person where their scopes allow, end when they are revoked, and make no other token', async () => {
    const made = await desk.gateway.call('POST', 'Tokens', {
      as: member,
      body: { name: 'Script', scopes: ['read'] },
    });
    expect(made.status).toBe(201);
    const host = { host: `harbour.${desk.gateway.config.mainDomain}` };
    const with_ = (headers: Record<string, string> = {}) => ({
      ...host,
      authorization: `Bearer ${made.body.token}`,
      ...headers,
    });
    expect((await desk.gateway.call('GET', 'Clients', { headers: with_() })).status).toBe(200);
    expect((await desk.gateway.call('POST', 'TimeSheet', { headers: with_(), body: {} })).status).toBe(403);
    expect((await desk.gateway.call('GET', 'Tokens', { headers: with_() })).status).toBe(403);
    expect(
      (await desk.gateway.call('GET', 'Clients', { headers: with_({ tenantid: 'zzzzzzzz' }) })).status,
    ).toBe(401);
    expect(
      (
        await desk.gateway.call('GET', 'Clients', {
          headers: with_({ host: `${desk.other.slug}.stint.localhost:3000` }),
        })
      ).status,
    ).toBe(401);
    const wrong = made.body.token.replace(
      /(.)(.{9})$/,
      (_: string, sign: string, rest: string) => `${sign === 'A' ? 'B' : 'A'}${rest}`,
    );
    await expectRelogin({ ...host, authorization: `Bearer ${wrong}` });
    const listed = await desk.gateway.call('GET', 'Tokens', { as: member });
    expect(listed.text).not.toContain(made.body.token.slice(-64));
    await desk.gateway.call('DELETE', `Tokens/${made.body.tokenID}`, { as: member });
    await expectRelogin({ ...host, authorization: `Bearer ${made.body.token}` });
  });

  test('end by themselves, and need a recent proof of who makes them', async () => {
    const made = await desk.gateway.call('POST', 'Tokens', {
      as: member,
      body: { name: 'Short', scopes: ['read'], expiresInDays: 1 },
    });
    desk.gateway.clock.move(24 * 60 * 60_000 + 1);
    await expectRelogin({
      host: `harbour.${desk.gateway.config.mainDomain}`,
      authorization: `Bearer ${made.body.token}`,
    });
    const seconds = Math.floor(desk.gateway.clock.now().getTime() / 1000);
    const stale = await desk.gateway.headersOf(member, { auth_time: seconds - 700 });
    const refused = await desk.gateway.call('POST', 'Tokens', {
      headers: stale,
      body: { name: 'Late', scopes: ['read'] },
    });
    expect(refused.body.errors[0].code).toBe('step_up_required');
  });
});
