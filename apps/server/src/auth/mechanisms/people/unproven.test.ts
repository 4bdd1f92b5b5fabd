import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { addMember } from '../../../testing/members.ts';
import { type ProviderUnderTest, startProvider } from '../../../testing/provider-under-test.ts';

let latchkey: ProviderUnderTest;
let root: string;
let email: string;
let squatter: { userId: string; accessToken: string; password: string };
let attempts = 0;

beforeAll(async () => {
  latchkey = await startProvider();
  root = latchkey.rootId;
  const factors = ['password', 'link', 'verificationCode'].map((strategy) => ({
    channel: 'email',
    strategy,
  }));
  const sms = { channel: 'sms', strategy: 'verificationCode' };
  await latchkey.db.owner.run(
    sql`update auth.tenant set first_factors = ${JSON.stringify([...factors, sms])}`,
  );
  latchkey.service.context.tenants.forget();
});
afterAll(() => latchkey.close());

/** Somebody signs up with the address of another person and prepares every other way in. */
beforeEach(async () => {
  attempts++;
  email = `victim-${attempts}@customer.example`;
  squatter = await latchkey.addUser(email, { isConfirmed: false });
  await latchkey.db.owner.run(sql`insert into auth.identifier (root_tenant_id, mode, user_id, kind, value, norm, confirmed_at, created_at)
    select root_tenant_id, mode, id, 'phone', ${phone()}, ${phone()}, now(), now() from auth.user_account where id = ${squatter.userId}`);
});

const phone = () => `+1702555${String(1000 + attempts)}`;
const post = (path: string, body: object) => latchkey.call(`POST /tenants/${root}${path}`, { body });

async function mailed(): Promise<{ link?: string; verificationCode?: string }> {
  const { results } = await latchkey.admin(`GET /outbox?to=${encodeURIComponent(email)}`);
  return (
    (results as { link?: string; verificationCode?: string }[]).find(
      (one) => one.link || one.verificationCode,
    ) ?? {}
  );
}

/** Ways by which the owner of the address proves it. */
const proofs: Record<string, () => Promise<{ status: number; body: Record<string, unknown> }>> = {
  'a mailed link': async () => {
    await post('/auth/link', { email });
    return latchkey.finish(new URL((await mailed()).link ?? ''));
  },
  'a mailed code': async () => {
    const sent = await post('/auth/code', { channel: 'email', email });
    const { verificationCode } = (sent.body.result ?? {}) as { verificationCode?: string };
    return latchkey.call(`PUT /tenants/${root}/auth/code`, {
      body: { channel: 'email', email, verificationCode },
    });
  },
  'a reset link': async () => {
    await post('/auth/reset/link', { email });
    const { uuid, token } = Object.fromEntries(new URL((await mailed()).link ?? '').searchParams);
    const password = 'the new one of the owner 1';
    return latchkey.call(`PUT /tenants/${root}/auth/reset`, { body: { uuid, token, password } });
  },
  'an invitation': async () => {
    const child = await latchkey.addChild('invited');
    const admin = await addMember(latchkey, child.id, 'admin');
    const body = { email, roles: ['member'] };
    await latchkey.call(`POST /tenants/${child.publicId}/roles/invite`, { bearer: admin.bearer, body });
    return latchkey.finish(new URL((await mailed()).link ?? ''), child.publicId);
  },
};

describe('security 9: an unproven account’s ways in are void once the owner proves the address', () => {
  for (const [name, prove] of Object.entries(proofs)) {
    it(`by ${name}`, async () => {
      // The mail gap of the sign-up's own mail.
      latchkey.clock.offsetMs += 3000;
      const { status, body } = await prove();
      expect([status, body.userUuid]).toEqual([200, squatter.userId]);
      expect((await latchkey.call('GET /self', { bearer: squatter.accessToken })).status).toBe(401);
      const again = { emailOrUsername: email, password: squatter.password };
      expect((await post('/auth/basic', again)).status).toBe(400);
      expect(body.phoneNumber).toBeNull();
      const [row] = await latchkey.rows<{ phones: number }>(sql`select count(*) as phones from auth.identifier
        where user_id = ${squatter.userId} and kind = 'phone'`);
      expect(row?.phones).toBe(0);
    });
  }

  it('a proven account keeps what it has', async () => {
    await latchkey.db.owner.run(
      sql`update auth.identifier set confirmed_at = now() where user_id = ${squatter.userId}`,
    );
    latchkey.clock.offsetMs += 3000;
    await proofs['a mailed link']?.();
    const body = { emailOrUsername: email, password: squatter.password };
    expect((await post('/auth/basic', body)).status).toBe(200);
  });
});
