import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Role } from '@stint/domain/workspace/roles.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { goodPassword, randomAddress } from '../../testing/auth-harness.ts';
import {
  type House,
  type HouseMember,
  type LinkedServices,
  startLinkedServices,
} from '../../testing/linked-services.ts';
import { createDirectory } from '../access/directory.ts';
import { createStandings } from '../access/standings.ts';
import { createCredentialsMail } from '../credentials/mail.ts';
import { createJobWorker } from '../jobs/worker.ts';
import { createAppMail } from '../mail/app-mail.ts';
import { createWorkspaceProvider } from '../provider/client.ts';
import { transferJobs } from '../transfer/feature.ts';
import { followOnce } from './follow.ts';
import { forgetMember } from './forget.ts';

let linked: LinkedServices;
const profiles = ['latchkey', 'v0'] as const;
const second = 1000;

beforeAll(async () => {
  linked = await startLinkedServices();
});
afterAll(() => linked?.close());

type Mine = { member: HouseMember; token: string; calendar: string; exportId: string };

/** Somebody with everything that acts for them while they are away. */
async function withEverything(role: Role, house?: House): Promise<Mine> {
  const own = house ?? (await linked.addHouse());
  const member = await linked.addMember(own, role);
  // What is made at the very instant of joining would be as old as the membership.
  linked.auth.clock.advance(second);
  const make = async (route: string, body?: object) => {
    const answer = await linked.call('latchkey', route, { house: own, as: member, body });
    expect([route, answer.status < 300 || answer.text]).toEqual([route, true]);
    return answer.body;
  };
  const { token } = await make('POST Tokens', { name: 'Script', scopes: ['read', 'write'] });
  const { url } = await make('POST Calendar');
  const { transferID } = await make('POST Workspace/Exports');
  linked.auth.clock.advance(second);
  return { member, token, calendar: new URL(url).pathname.replace('/api/', ''), exportId: transferID };
}

const providerOf = () => {
  const { auth, fetch } = linked.deps('latchkey');
  return createWorkspaceProvider({ ...auth, rootTenantId: auth.tenantId, fetch });
};

const worker = (profile: (typeof profiles)[number] = 'latchkey') => {
  const deps = linked.deps(profile);
  const standings = createStandings(deps.clock, providerOf(), null);
  return createJobWorker({
    regions: [linked.region],
    log: { error: () => {}, warn: () => {} },
    handlers: {
      ...transferJobs({ clock: deps.clock, standings }),
      'credentials.mail': createCredentialsMail({
        config: deps.config,
        send: createAppMail(linked.deps('latchkey')),
      }),
    },
    periodic: [],
  });
};

/** What each of the person's credentials is still worth, at a gateway of each profile. */
async function worth({ member: { house }, token, calendar, exportId }: Mine) {
  const lines: Record<string, unknown> = {};
  for (const profile of profiles) {
    const ask = async (route: string, bearer?: string) =>
      (await linked.call(profile, route, bearer ? { house, bearer } : { house })).status;
    lines[profile] = {
      read: await ask('GET Clients', token),
      audit: await ask('GET Audit', token),
      calendar: await ask(`GET ${calendar}`),
    };
  }
  await worker().runDue();
  const job = await linked.db.owner.one<{ status: string; error: string | null }>(
    sql`select status, error from app.workspace_transfer where tenant_id = ${house.tenantId} and id = ${exportId}`,
  );
  return { ...lines, job: job.error ? `${job.status}: ${job.error.slice(0, 35)}` : job.status };
}

const both = (answers: { read: number; audit: number; calendar: number }) => ({
  latchkey: answers,
  v0: answers,
});
const stopped = 'failed: Whoever began this may no longer do';
const over = { ...both({ read: 401, audit: 401, calendar: 404 }), job: stopped };
const tokenOver = { ...both({ read: 401, audit: 401, calendar: 200 }), job: 'done' };

const key = (route: string, body?: object) =>
  linked.auth.call(route, { bearer: linked.auth.adminKey, ...(body ? { body } : {}) });
const setRoles = ({ house, userUuid }: HouseMember, roles: Role[]) =>
  key(`PUT /tenants/${house.publicId}/users/${userUuid}/roles`, { roles });

const causes: Record<string, { does(member: HouseMember): Promise<unknown>; leaves: object }> = {
  'nothing happens': {
    does: async () => ({ status: 200 }),
    leaves: { ...both({ read: 200, audit: 200, calendar: 200 }), job: 'done' },
  },
  'they delete themselves': {
    does: ({ session }) => linked.auth.call('DELETE /self', { bearer: session.accessToken }),
    leaves: over,
  },
  'a server deletes them': { does: ({ userUuid }) => key(`DELETE /users/${userUuid}`), leaves: over },
  'they are locked': {
    does: ({ userUuid }) => key(`PUT /users/${userUuid}`, { locked: true }),
    leaves: over,
  },
  'their roles are removed': { does: (member) => setRoles(member, []), leaves: over },
  'they are taken out of the workspace': {
    does: ({ house, userUuid }) => key(`DELETE /tenants/${house.publicId}/users/${userUuid}`),
    leaves: over,
  },
  'their role is lowered': {
    does: (member) => setRoles(member, ['member']),
    leaves: { ...both({ read: 200, audit: 403, calendar: 200 }), job: stopped },
  },
  'they left and came back': {
    does: async (member) => {
      await setRoles(member, []);
      linked.auth.clock.advance(second);
      return setRoles(member, ['admin']);
    },
    leaves: over,
  },
  'they were locked for a moment': {
    does: async ({ userUuid }) => {
      await key(`PUT /users/${userUuid}`, { locked: true });
      return key(`PUT /users/${userUuid}`, { locked: false });
    },
    leaves: tokenOver,
  },
  'they reset their password by a mailed link': {
    does: async ({ email }) => {
      const root = linked.auth.rootId;
      await linked.auth.call(`POST /tenants/${root}/auth/reset/link`, {
        body: { email },
        address: randomAddress(),
      });
      const link = (await linked.auth.outbox(email)).find((mail) => mail['link'])?.['link'];
      const { searchParams } = new URL(String(link));
      const proof = { uuid: searchParams.get('uuid'), token: searchParams.get('token') };
      const body = { ...proof, password: 'another fine one 7' };
      return linked.auth.call(`PUT /tenants/${root}/auth/reset`, { body });
    },
    leaves: tokenOver,
  },
  'they change their password': {
    does: ({ session }) =>
      linked.auth.call(`PUT /tenants/${linked.auth.rootId}/auth/basic`, {
        bearer: session.accessToken,
        body: { existingPassword: goodPassword, password: 'another fine one 7' },
      }),
    leaves: tokenOver,
  },
};

describe('what is a person’s own ends or shrinks within 5 s, at a gateway of each profile, when', () => {
  test.each(Object.entries(causes))('%s', async (_name, { does, leaves }) => {
    const mine = await withEverything('admin');
    const warm = await Promise.all(
      profiles.map((profile) =>
        linked.call(profile, 'GET Audit', { house: mine.member.house, bearer: mine.token }),
      ),
    );
    expect(warm.map(({ status }) => status)).toEqual([200, 200]);
    expect(await does(mine.member)).toMatchObject({ status: 200 });
    linked.auth.clock.advance(5 * second + 1);
    expect(await worth(mine)).toEqual(leaves);
  });
});

describe('a job under way', () => {
  test('stops when whoever began it loses the right to it', async () => {
    const { member, exportId } = await withEverything('admin');
    const { tenantId } = member.house;
    let blocked: Promise<unknown> | undefined;
    // The export comes to this table, waits, and by then its person is gone.
    await linked.db.owner.transaction(async (tx) => {
      await tx.run(sql`lock table app.tag in access exclusive mode`);
      blocked = worker().runDue();
      await expect
        .poll(
          async () => {
            const { count } = await linked.db.owner.one<{ count: number }>(
              sql`select count(*) as count from pg_locks where not granted and relation = 'app.tag'::regclass`,
            );
            return count;
          },
          { timeout: 60_000 },
        )
        .toBe(1);
      await setRoles(member, []);
      linked.auth.clock.advance(5 * second + 1);
    });
    await blocked;
    const { status } = await linked.db.owner.one<{ status: string }>(
      sql`select status from app.workspace_transfer where tenant_id = ${tenantId} and id = ${exportId}`,
    );
    const { parts } = await linked.db.owner.one<{ parts: number }>(
      sql`select count(*) as parts from app.transfer_part where tenant_id = ${tenantId}`,
    );
    expect([status, parts]).toEqual(['failed', 0]);
  });
});

describe('the gateway’s own rows follow the provider', () => {
  const follow = () => {
    const deps = linked.deps('latchkey');
    const provider = providerOf();
    return followOnce({ ...deps, directory: createDirectory(deps), provider }, linked.region);
  };
  const rowsOf = async ({ house: { tenantId }, teamMemberID }: HouseMember) => {
    const row = await linked.db.owner.one<{
      status: string;
      role: string;
      tokens: number;
      feeds: number;
    }>(sql`
      select m.status, m.role,
        (select count(*) from app.personal_token p where p.tenant_id = ${tenantId} and p.team_member_id = m.id and p.revoked_at is null) as tokens,
        (select count(*) from app.calendar_feed f where f.tenant_id = ${tenantId} and f.team_member_id = m.id) as feeds
      from app.team_member m where m.tenant_id = ${tenantId} and m.id = ${teamMemberID}`);
    return row;
  };

  test('also what happened while no process of ours ran, for weeks', async () => {
    await follow();
    const [gone, lowered, reset, back, usual] = await Promise.all(
      Array.from({ length: 5 }, () => withEverything('admin')),
    );
    if (!gone || !lowered || !reset || !back || !usual) throw new Error('five people');
    await key(`DELETE /users/${gone.member.userUuid}`);
    await setRoles(lowered.member, ['editor']);
    await causes['they change their password']?.does(reset.member);
    await causes['they left and came back']?.does(back.member);
    linked.auth.clock.advance(20 * 24 * 60 * 60 * second);
    await follow();
    expect(await rowsOf(gone.member)).toEqual({ status: 'archived', role: 'admin', tokens: 0, feeds: 0 });
    expect(await rowsOf(lowered.member)).toEqual({ status: 'active', role: 'editor', tokens: 1, feeds: 1 });
    expect(await rowsOf(reset.member)).toEqual({ status: 'active', role: 'admin', tokens: 0, feeds: 1 });
    expect(await rowsOf(back.member)).toEqual({ status: 'active', role: 'admin', tokens: 0, feeds: 0 });
    expect(await rowsOf(usual.member)).toEqual({ status: 'active', role: 'admin', tokens: 1, feeds: 1 });
    const audited = await linked.db.owner.rows<{ action: string; actor: string }>(sql`
      select action, actor_kind as actor from app.audit_event where tenant_id = ${lowered.member.house.tenantId} and action = 'roleCopied'`);
    expect(audited).toEqual([{ action: 'roleCopied', actor: 'system' }]);
  });

  test('a deleted account leaves its hours, and a month later neither name nor address', async () => {
    await follow();
    const { member } = await withEverything('admin');
    const { tenantId } = member.house;
    const name = () =>
      linked.db.owner.one<{ firstName: string; lastName: string; email: string | null }>(sql`
        select first_name as "firstName", last_name as "lastName", email from app.team_member
        where tenant_id = ${tenantId} and id = ${member.teamMemberID}`);
    await key(`DELETE /users/${member.userUuid}`);
    linked.auth.clock.advance(5 * second);
    await follow();
    expect((await name()).firstName).not.toBe('Former member');
    const job = { tenantId, payload: { teamMemberID: member.teamMemberID } };
    await forgetMember(job as never, linked.region as never);
    expect(await name()).toEqual({ firstName: 'Former member', lastName: '', email: null });
  });

  test('what belongs to the workspace goes on, is listed to those who stay, and owners are told by mail', async () => {
    const house = await linked.addHouse();
    const [maker, other] = [await linked.addMember(house, 'admin'), await linked.addMember(house, 'admin')];
    const body = { url: 'http://127.0.0.1:9/hook?key=abc', events: ['ping'] };
    const made = await linked.call('latchkey', 'POST Webhooks', { house, as: maker, body });
    expect(made.status).toBe(201);
    const list = async (query = '') =>
      (await linked.call('latchkey', `GET Workspace/Credentials${query}`, { house, as: other })).body;
    const item = {
      kind: 'webhook',
      credentialID: made.body.webhookID,
      makerID: maker.teamMemberID,
      makerName: 'Mara Lind',
    };
    expect(await list()).toMatchObject([{ ...item, isMakerGone: false, isActive: true }]);
    expect(await list('?makerGone=true')).toEqual([]);
    await key(`DELETE /users/${maker.userUuid}`);
    linked.auth.clock.advance(5 * second + 1);
    expect(await list('?makerGone=true')).toMatchObject([{ ...item, isMakerGone: true, isActive: true }]);
    await follow();
    await worker().runDue();
    const [mail] = await linked.auth.outbox(house.ownerEmail);
    expect(mail?.['subject']).toBe('Mara Lind left; what they set up goes on');
    expect(JSON.stringify(mail)).toContain('Webhook: 127.0.0.1:9');
    expect(JSON.stringify(mail)).not.toContain('key=abc');
    expect(await list('?makerGone=true')).toMatchObject([{ ...item, isMakerGone: true, isActive: true }]);
  });
});

test('an invitation is worth nothing once whoever sent it may invite nobody', async () => {
  const house = await linked.addHouse();
  const as = await linked.addMember(house, 'admin');
  linked.auth.clock.advance(second);
  const body = { emails: ['new@example.com'], role: 'member' };
  const sent = await linked.call('latchkey', 'POST Invitations', { house, as, body });
  const token = new URL(sent.body.results[0].invitation.link).searchParams.get('token');
  const look = async () =>
    (await linked.call('latchkey', `GET Invitations/${token}/Preview`, { house })).status;
  expect(await look()).toBe(200);
  await setRoles(as, ['member']);
  expect(await look()).toBe(410);
  await setRoles(as, ['admin']);
  expect(await look()).toBe(200);
  await key(`PUT /users/${as.userUuid}`, { locked: true });
  expect(await look()).toBe(410);
});

describe('credentials of a workspace', () => {
  test.each<[Role, number]>([
    ['admin', 201],
    ['editor', 403],
    ['member', 403],
  ])('a webhook made by an %s is answered with %i', async (role, status) => {
    const house = await linked.addHouse();
    const as = await linked.addMember(house, role);
    const body = { url: 'http://127.0.0.1:9/hook', events: ['ping'] };
    expect((await linked.call('latchkey', 'POST Webhooks', { house, as, body })).status).toBe(status);
    expect((await linked.call('latchkey', 'GET Workspace/Credentials', { house, as })).status).toBe(
      status === 201 ? 200 : 403,
    );
  });

  test('a personal token makes none, for they would outlive it', async () => {
    const { member, token } = await withEverything('admin');
    const body = { url: 'http://127.0.0.1:9/hook', events: ['ping'] };
    const refused = await linked.call('latchkey', 'POST Webhooks', {
      house: member.house,
      bearer: token,
      body,
    });
    expect(refused.status).toBe(403);
  });
});

describe('while the provider does not answer', () => {
  test.each(profiles)(
    'a personal token and a calendar address are answered with 503: %s',
    async (profile) => {
      const mine = await withEverything('admin');
      const away = createServer((request) => request.socket.destroy());
      await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
      const { port } = away.address() as AddressInfo;
      const { house } = mine.member;
      const { createGatewayService } = await import('../service.ts');
      const { createHttpServer } = await import('../../platform/http.ts');
      const deps = linked.deps(profile);
      const baseUrl = `http://127.0.0.1:${port}/v0/`;
      const service = await createGatewayService({ ...deps, auth: { ...deps.auth, baseUrl } });
      const app = createHttpServer({ trustedProxies: [], logger: false });
      await service.plugin(app);
      const headers = { host: `${house.slug}.stint.localhost:3000` };
      const authorization = `Bearer ${mine.token}`;
      const byToken = await app.inject({ url: '/api/Clients', headers: { ...headers, authorization } });
      const byAddress = await app.inject({ url: `/api/${mine.calendar}`, headers });
      expect([byToken.statusCode, byAddress.statusCode]).toEqual([503, 503]);
      expect(byToken.headers['retry-after']).toBe('2');
      await app.close();
      await service.close();
      away.close();
    },
  );
});

test('the language of the own profile comes with the workspace, for a browser that has none', async () => {
  const house = await linked.addHouse();
  const member = await linked.addMember(house, 'member');
  const call = (route: string, body?: object) => linked.call('latchkey', route, { house, as: member, body });
  const { me } = (await call('GET Workspace')).body;
  expect(me.locale).toBeNull();
  const { version } = (await call(`GET TeamMember/${me.teamMemberID}`)).body;
  await call(`PUT TeamMember/${me.teamMemberID}`, { locale: 'de', version });
  await expect.poll(async () => (await call('GET Workspace')).body.me.locale).toBe('de');
});
