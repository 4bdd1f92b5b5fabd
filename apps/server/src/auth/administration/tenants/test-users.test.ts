import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import {
  type AuthHarness,
  claimsOf,
  type Json,
  randomAddress,
  startAuth,
} from '../../../testing/auth-harness.ts';
import { runCommandLine } from '../../cli/run.ts';
import { findTenantByPublicId } from '../../model/tenants/queries.ts';
import { addTestUsers, hashTestPassword } from './test-users.ts';

let auth: AuthHarness;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const signIn = (at: AuthHarness, name: string, tenantId = at.rootId, origin?: string) =>
  at.call(`POST /tenants/${tenantId}/auth/basic`, {
    body: { emailOrUsername: `${name}@example.com`, password: 'testmodepassword' },
    address: randomAddress(),
    ...(origin ? { origin } : {}),
  });
const cli = async (...args: string[]) =>
  JSON.parse(await runCommandLine([...args, '--json'], async () => auth.service)) as Json;
const count = (at: AuthHarness) =>
  at.db.owner.one<{ n: number }>(sql`select count(*)::int as n from auth.user_account`);

describe('protocol 2: a new account has four test users in its test world', () => {
  test.each([
    ['admin', true],
    ['member', true],
    ['viewer', true],
    ['unconfirmed', false],
  ])(
    '%s@example.com signs in with the published password; address confirmed: %s',
    async (name, isConfirmed) => {
      const answer = await signIn(auth, name);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ mode: 'test', isEmailConfirmed: isConfirmed });
    },
  );

  test('in an application of its own they have the roles of their names', async () => {
    const { tenantId } = await cli('tenant', 'create', 'An application');
    const roles = async (name: string) => {
      const { body } = await signIn(auth, name, tenantId);
      return claimsOf(body.tokens.access.value).authorization[tenantId]?.roles ?? [];
    };
    expect(await roles('admin')).toEqual(['admin']);
    expect(await roles('member')).toEqual(['member']);
    expect(await roles('viewer')).toEqual(['viewer']);
    expect(await roles('unconfirmed')).toEqual([]);
  });

  test('their password is hashed before the transaction that adds them, which waits for nothing', async () => {
    const { service } = auth;
    const { passwords } = service.context;
    const open: number[] = [];
    const hash: typeof passwords.hash = async (password) => {
      const { n } = await auth.db.owner.one<{ n: number }>(sql`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`);
      open.push(n);
      return passwords.hash(password);
    };
    const context = { ...service.context, passwords: { ...passwords, hash } };
    await runCommandLine(['tenant', 'create', 'Another application'], async () => ({ ...service, context }));
    expect(open).toEqual([0]);
  });

  test('adding them again changes nothing', async () => {
    const before = await count(auth);
    const { context } = auth.service;
    const passwordHash = await hashTestPassword(context);
    await context.database.transaction(async (tx) => {
      const root = await findTenantByPublicId(tx, auth.rootId);
      if (root) await addTestUsers(context, tx, root, { passwordHash, withRoles: false });
    });
    expect(before.n).toBeGreaterThanOrEqual(4);
    expect(await count(auth)).toEqual(before);
  });

  test('the live world has none of them', async () => {
    const live = await startAuth({ env: { MODE: 'live' } });
    expect(await count(live)).toEqual({ n: 0 });
    expect((await signIn(live, 'admin')).status).toBe(400);
    await live.close();
  });

  test('security 12: promotion to live locks them and forgets the published password', async () => {
    const fresh = await startAuth();
    await runCommandLine(['promote', fresh.rootId, '--yes'], async () => fresh.service);
    const rows = await fresh.db.owner.rows<{ locked: boolean; hash: string | null }>(
      sql`select u.is_locked as locked, c.password_hash as hash from auth.user_account u
        left join auth.credential c on c.user_id = u.id where u.mode = 'live'`,
    );
    expect(rows).toEqual(Array(4).fill({ locked: true, hash: null }));
    await fresh.close();
  });
});
