import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { type ProviderUnderTest, startProvider } from '../../../testing/provider-under-test.ts';

let latchkey: ProviderUnderTest;

beforeAll(async () => {
  latchkey = await startProvider();
});
afterAll(() => latchkey.close());

const signIn = (
  emailOrUsername: string,
  password = 'wrong',
  more: object = { options: { noResetEmail: true } },
) =>
  latchkey.call(`POST /tenants/${latchkey.rootId}/auth/basic`, {
    body: { emailOrUsername, password, ...more },
  });

describe('security 2: limits count what is meant, not how it is written', () => {
  it('all spellings of one address share the ten tries', async () => {
    await latchkey.addUser('ann@xn--mnchen-3ya.example');
    const spellings = [
      'ann@xn--mnchen-3ya.example',
      'ANN@XN--MNCHEN-3YA.EXAMPLE',
      ' ann@münchen.example ',
      'ann@MÜNCHEN.example',
      'ann@ｍünchen.example',
      'ann@mｕ\u0308nchen.example',
    ];
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await signIn(spellings[i % spellings.length] ?? '')).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });

  it('address and username of one account share the ten tries, and nobody can tell', async () => {
    const { userId, password: right } = await latchkey.addUser('two-names@stint.example');
    await latchkey.db.owner.run(sql`insert into auth.identifier (root_tenant_id, mode, user_id, kind, value, norm, created_at)
      select root_tenant_id, mode, user_id, 'username', 'TwoNames', 'twonames', created_at from auth.identifier
      where user_id = ${userId}`);
    const tries = async (name: string) => {
      const statuses: number[] = [];
      for (let i = 0; i < 11; i++) statuses.push((await signIn(name)).status);
      return statuses;
    };
    latchkey.clock.stoppedAt = Date.now();
    expect((await signIn('TwoNames', right)).status).toBe(200);
    expect(await tries('two-names@stint.example')).toEqual([...Array(10).fill(400), 429]);
    // The eleventh try of the account, and a right one: answered as wrong, as it would be for a name that nobody has.
    expect((await signIn('twonames', right)).status).toBe(400);
    expect(await tries('twonames')).toEqual([...Array(9).fill(400), 429, 429]);
    expect(await tries('nobody-has-this-name')).toEqual([...Array(10).fill(400), 429]);
    latchkey.clock.stoppedAt = Date.now() + 40 * 60_000;
    expect((await signIn('twonames', right)).status).toBe(200);
    latchkey.clock.stoppedAt = null;
  });

  it('a clock that goes back for a moment stops nobody', async () => {
    const { accessToken } = await latchkey.addUser('clock@stint.example');
    latchkey.clock.offsetMs = 60_000;
    await latchkey.call('GET /self', { bearer: accessToken });
    latchkey.clock.offsetMs = 0;
    expect((await latchkey.call('GET /self', { bearer: accessToken })).status).toBe(200);
  });
});

describe('security 2: mails that a failed sign-in sends count like any other', () => {
  it('one per gap, whatever is tried', async () => {
    const { userId } = await latchkey.addUser('no-password@stint.example');
    await latchkey.db.owner.run(sql`delete from auth.credential where user_id = ${userId}`);
    const count = async () => {
      const { results } = await latchkey.admin('GET /outbox?to=no-password@stint.example');
      return (results as { link?: string }[]).filter((one) => one.link?.includes('type=reset')).length;
    };
    latchkey.clock.stoppedAt = Date.now();
    for (let i = 0; i < 5; i++) {
      expect((await signIn('no-password@stint.example', 'x', {})).status).toBe(400);
    }
    await expect
      .poll(async () => {
        await latchkey.service.context.wakeWorkers();
        return count();
      })
      .toBe(1);
    await latchkey.service.context.wakeWorkers();
    expect(await count()).toBe(1);
  });
});
