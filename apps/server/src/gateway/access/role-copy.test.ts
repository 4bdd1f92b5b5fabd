import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';

const desk = openGatewayDesk();

describe('roles, which the provider decides, and the copy of them', () => {
  test('a role that the provider changed counts from the next token, and the copy follows', async () => {
    const person = await desk.gateway.addMember(desk.workspace);
    const promoted = { ...person, role: 'admin' as const };
    expect((await desk.gateway.call('GET', 'Audit', { as: promoted })).status).toBe(200);
    const row = await desk.gateway
      .owner(desk.workspace)
      .one<{ role: string }>(
        sql`select role from app.team_member where tenant_id = ${desk.workspace.tenantId} and id = ${person.teamMemberID}`,
      );
    expect(row.role).toBe('admin');
  });

  test('a role changed here goes to the provider first; its refusal undoes the change', async () => {
    const person = await desk.gateway.addMember(desk.workspace);
    const change = (role: string, version: number) =>
      desk.gateway.call('PUT', `TeamMember/${person.teamMemberID}`, {
        as: desk.workspace.owner,
        body: { role, version },
      });
    expect((await change('editor', 1)).body).toMatchObject({ role: 'editor', version: 2 });
    expect(desk.gateway.provider.roleWrites.at(-1)?.roles).toEqual(['editor']);
    desk.gateway.provider.failWith = {
      path: /roles$/,
      status: 409,
      body: { message: 'x', error: { type: 'last_owner' } },
    };
    expect((await change('admin', 2)).body.errors[0].code).toBe('last_owner');
    desk.gateway.provider.failWith = null;
    expect(
      (await desk.gateway.call('GET', `TeamMember/${person.teamMemberID}`, { as: desk.workspace.owner })).body
        .role,
    ).toBe('editor');
  });

  test('nobody gives a role above the own one, and the last owner stays, also when two go at once', async () => {
    const place = await desk.gateway.addWorkspace();
    const admin = await desk.gateway.addMember(place, { role: 'admin' });
    const person = await desk.gateway.addMember(place);
    const raise = await desk.gateway.call('PUT', `TeamMember/${person.teamMemberID}`, {
      as: admin,
      body: { role: 'owner', version: 1 },
    });
    expect(raise.status).toBe(403);
    const second = await desk.gateway.addMember(place, { role: 'owner' });
    const leave = (who: TestMember) =>
      desk.gateway.call('DELETE', `TeamMember/${who.teamMemberID}`, { as: place.owner });
    const answers = await Promise.all([leave(place.owner), leave(second)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const { count } = await desk.gateway
      .owner(place)
      .one<{ count: number }>(
        sql`select count(*) as count from app.team_member where tenant_id = ${place.tenantId} and role = 'owner' and status = 'active'`,
      );
    expect(count).toBe(1);
  });
});
