import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { type ProviderUnderTest, startProvider } from '../federation/provider-under-test.fixture.ts';

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
  latchkey.call('POST', `/tenants/${latchkey.tenantId}/auth/basic`, {
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

  it('a clock that goes back for a moment stops nobody', async () => {
    const { accessToken } = await latchkey.addUser('clock@stint.example');
    latchkey.time.offsetMs = 60_000;
    await latchkey.call('GET', '/self', { bearer: accessToken });
    latchkey.time.offsetMs = 0;
    expect((await latchkey.call('GET', '/self', { bearer: accessToken })).status).toBe(200);
  });
});

describe('security 2: mails that a failed sign-in sends count like any other', () => {
  it('one per gap, whatever is tried', async () => {
    const { userId } = await latchkey.addUser('no-password@stint.example');
    await latchkey.db.owner.run(sql`delete from auth.credential where user_id = ${userId}`);
    const count = async () => {
      const { results } = await latchkey.admin('GET', '/outbox?to=no-password@stint.example');
      return (results as { link?: string }[]).filter((one) => one.link?.includes('type=reset')).length;
    };
    latchkey.time.stoppedAt = Date.now();
    for (let i = 0; i < 5; i++) {
      expect((await signIn('no-password@stint.example', 'x', {})).status).toBe(400);
    }
    await expect
      .poll(async () => {
        await latchkey.service.context.kick();
        return count();
      })
      .toBe(1);
    await latchkey.service.context.kick();
    expect(await count()).toBe(1);
  });
});
