import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openHouse } from '../workspace-lifecycle/house.fixture.ts';
import { hashSecret, invitationSecret } from './token.ts';

const house = openHouse();

describe('invitations', () => {
  async function invite(email: string, as = house.home.owner, role = 'member') {
    return house.gateway.call('POST', 'Invitations', { as, body: { emails: [email], role } });
  }
  const tokenOf = (answer: Awaited<ReturnType<typeof invite>>) =>
    new URL(answer.body.results[0].invitation.link).searchParams.get('token') ?? '';
  async function accept(token: string, userUuid: string) {
    return house.gateway.call('POST', `Invitations/${token}/Accept`, {
      headers: await house.asAccount(userUuid),
    });
  }
  function person(email: string, isEmailConfirmed = true): string {
    const id = newId();
    house.users.set(id, { email, isEmailConfirmed });
    return id;
  }

  test('many at once: each address is answered by itself, and mailed', async () => {
    const { status, body } = await house.gateway.call('POST', 'Invitations', {
      as: house.admin,
      body: {
        emails: ['One@People.example', 'two@people.example', 'nonsense'],
        role: 'editor',
        createEditTime: true,
      },
    });
    expect(status).toBe(200);
    expect(body.results.map((r: { email: string; outcome: string }) => [r.email, r.outcome])).toEqual([
      ['One@people.example', 'invited'],
      ['two@people.example', 'invited'],
      ['nonsense', 'invalid'],
    ]);
    await expect
      .poll(() => house.mailed.filter(({ path }) => path === 'messages').length, { timeout: 15_000 })
      .toBe(2);
    const list = await house.gateway.call('GET', 'Invitations', { as: house.admin });
    expect(list.body.map((row: { status: string }) => row.status)).toEqual(['pending', 'pending']);
    expect(list.text).not.toContain('token');
  });

  test('the mail names who invites and to what, and the names become no link', async () => {
    await house.gateway
      .owner(house.home)
      .run(sql`update app.team_member set first_name = 'https://evil.example', last_name = ${'x'.repeat(80)}
        where tenant_id = ${house.home.tenantId} and id = ${house.admin.teamMemberID}`);
    await invite('named@people.example', house.admin);
    const body = () =>
      house.mailed
        .map((one) => one.body as { to: string; subject: string; paragraphs: string[] })
        .find(({ to }) => to === 'named@people.example');
    await expect.poll(body, { timeout: 15_000 }).toBeTruthy();
    const [tenant] = await house.gateway
      .owner(house.home)
      .rows<{ name: string }>(sql`select name from app.tenant where tenant_id = ${house.home.tenantId}`);
    const inviter = `evil\u2024example ${'x'.repeat(80)}`.slice(0, 64);
    expect(body()?.subject).toBe(`${inviter} invites you to ${tenant?.name}`);
    expect(body()?.paragraphs[0]).toContain(`invited to join ${tenant?.name} as a member`);
  });

  test('a second invitation is told as such, and says that the first link is void', async () => {
    const mailsTo = (to: string) =>
      house.mailed
        .map((one) => one.body as { to: string; subject: string; paragraphs: string[] })
        .filter((one) => one.to === to);
    await invite('twice@people.example');
    await expect.poll(() => mailsTo('twice@people.example').length, { timeout: 15_000 }).toBe(1);
    house.gateway.clock.move(1000);
    await invite('twice@people.example');
    await expect.poll(() => mailsTo('twice@people.example').length, { timeout: 15_000 }).toBe(2);
    const [first, second] = mailsTo('twice@people.example');
    expect(first?.subject).not.toMatch(/again$/);
    expect(second?.subject).toMatch(/again$/);
    expect(second?.paragraphs.join(' ')).toContain('whose link no longer works');
  });

  test('the invited person joins with role and flags, once, and asking again answers the same', async () => {
    const token = tokenOf(await invite('joins@people.example', house.home.owner, 'editor'));
    const preview = await house.gateway.call('GET', `Invitations/${token}/Preview`);
    expect(preview.body).toMatchObject({
      slug: house.home.slug,
      email: 'joins@people.example',
      role: 'editor',
    });
    const user = person('Joins@people.example');
    house.users.set(user, { email: 'Joins@people.example', isEmailConfirmed: true, name: 'Joan de Vries' });
    const [first, second] = await Promise.all([accept(token, user), accept(token, user)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body).toMatchObject({
      tenantID: house.home.publicId,
      slug: house.home.slug,
      regionCode: 'us',
    });
    const rows = await house.gateway
      .owner(house.home)
      .rows(sql`select role, status, user_id as "userId", first_name || '/' || last_name as name from app.team_member
      where tenant_id = ${house.home.tenantId} and email_norm = 'joins@people.example'`);
    expect(rows).toEqual([{ role: 'editor', status: 'active', userId: user, name: 'Joan de/Vries' }]);
    expect(house.gateway.provider.roleWrites.at(-1)).toEqual({
      path: `tenants/${house.home.publicId}/users/${user}/roles`,
      roles: ['editor'],
    });
    expect((await accept(token, user)).status).toBe(200);
    const stranger = await accept(token, person('joins@people.example'));
    expect([stranger.status, stranger.body.error.type]).toEqual([410, 'gone']);
  });

  test('security 10: another address, and an unproven one, cannot use it', async () => {
    const token = tokenOf(await invite('meant@people.example'));
    const wrong = await accept(token, person('somebody@else.example'));
    expect([wrong.status, wrong.body.error.type]).toEqual([403, 'forbidden']);
    const unproven = await accept(token, person('meant@people.example', false));
    expect([unproven.status, unproven.body.error.type]).toEqual([403, 'email_unconfirmed']);
  });

  test('security 4: resending voids the former link; revoking and seven days void it too', async () => {
    const invited = await invite('void@people.example');
    const { invitationID } = invited.body.results[0].invitation;
    house.gateway.clock.move(1000);
    const resent = await house.gateway.call('POST', `Invitations/${invitationID}/Resend`, {
      as: house.home.owner,
    });
    const fresh = new URL(resent.body.link).searchParams.get('token') ?? '';
    expect((await house.gateway.call('GET', `Invitations/${tokenOf(invited)}/Preview`)).status).toBe(404);
    expect((await house.gateway.call('GET', `Invitations/${fresh}/Preview`)).status).toBe(200);
    await house.gateway.call('DELETE', `Invitations/${invitationID}`, { as: house.home.owner });
    expect((await house.gateway.call('GET', `Invitations/${fresh}/Preview`)).status).toBe(410);
    const late = tokenOf(await invite('late@people.example'));
    await house.gateway
      .owner(house.home)
      .run(sql`update app.invitation set expires_at = now() - interval '1 minute'
      where tenant_id = ${house.home.tenantId} and email_norm = 'late@people.example'`);
    expect((await accept(late, person('late@people.example'))).status).toBe(410);
  });

  test('the link that was sent is read again and goes on working; not one that can no longer be used', async () => {
    const invited = await invite('copied@people.example');
    const { invitationID } = invited.body.results[0].invitation;
    const read = (as = house.home.owner) =>
      house.gateway.call('POST', `Invitations/${invitationID}/Link`, { as });
    expect((await read()).body.link).toBe(invited.body.results[0].invitation.link);
    expect((await house.gateway.call('GET', `Invitations/${tokenOf(invited)}/Preview`)).status).toBe(200);
    expect((await read(house.other.owner)).status).toBe(404);
    await house.gateway.call('DELETE', `Invitations/${invitationID}`, { as: house.home.owner });
    expect((await read()).status).toBe(422);
  });

  test('a link sent under another key of the server is not handed out, until it is sent again', async () => {
    const { body } = await invite('rekeyed@people.example');
    const { invitationID, sentAt } = body.results[0].invitation;
    const former = hashSecret(invitationSecret('a former key', invitationID, new Date(sentAt)));
    await house.gateway.owner(house.home).run(sql`update app.invitation set token_hash = ${former}
      where tenant_id = ${house.home.tenantId} and id = ${invitationID}`);
    const post = (step: 'Link' | 'Resend') =>
      house.gateway.call('POST', `Invitations/${invitationID}/${step}`, { as: house.home.owner });
    const refused = await post('Link');
    expect([refused.status, refused.body.error.type]).toEqual([422, 'state_conflict']);
    expect(refused.body.message).toContain('Send it again');
    const { link } = (await post('Resend')).body;
    expect((await post('Link')).body.link).toBe(link);
  });

  test('security 10: nobody invites above the own role, and the inviter’s right is checked again at acceptance', async () => {
    expect((await invite('boss@people.example', house.admin, 'owner')).status).toBe(403);
    const passing = await house.gateway.addMember(house.home, { role: 'admin' });
    const token = tokenOf(await invite('orphan@people.example', passing));
    await house.gateway.owner(house.home).run(sql`update app.team_member set status = 'archived'
      where tenant_id = ${house.home.tenantId} and id = ${passing.teamMemberID}`);
    expect((await accept(token, person('orphan@people.example'))).status).toBe(410);
  });

  test('none that is open falls out of the list behind those that are over', async () => {
    const { body } = await invite('early@people.example');
    const { invitationID } = body.results[0].invitation;
    await house.gateway.owner(house.home).run(sql`
      insert into app.invitation (tenant_id, id, team_member_id, email, role, token_hash, invited_by, created_at, expires_at, revoked_at)
      select tenant_id, gen_random_uuid(), team_member_id, n || '@past.example', role, ('\\x' || lpad(to_hex(n), 64, '0'))::bytea, invited_by,
        created_at + n * interval '1 second', expires_at, created_at + interval '1 hour'
      from app.invitation, generate_series(1, 501) n
      where tenant_id = ${house.home.tenantId} and id = ${invitationID}`);
    const list = await house.gateway.call('GET', 'Invitations', { as: house.admin });
    const rows = list.body as { invitationID: string; email: string }[];
    expect(rows.some((row) => row.invitationID === invitationID)).toBe(true);
    const past = rows.filter(({ email }) => email.endsWith('@past.example'));
    expect([past.length, past[0]?.email, past.at(-1)?.email]).toEqual([
      500,
      '501@past.example',
      '2@past.example',
    ]);
  });

  test('an invitation of another workspace is not found', async () => {
    const { body } = await invite('foreign@people.example');
    const { invitationID } = body.results[0].invitation;
    for (const [method, path] of [
      ['POST', `Invitations/${invitationID}/Resend`],
      ['POST', `Invitations/${invitationID}/Link`],
      ['DELETE', `Invitations/${invitationID}`],
    ] as const) {
      expect((await house.gateway.call(method, path, { as: house.other.owner })).status).toBe(404);
    }
  });
});
