import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerHealth } from '../../../platform/health.ts';
import { createHttpServer } from '../../../platform/http.ts';
import { type AuthHarness, goodPassword, randomAddress, startAuth } from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
const registry = new Registry();

beforeAll(async () => {
  auth = await startAuth();
  auth.service.metrics(registry);
});
afterAll(() => auth.close());

/** The figure of one line, such as `name{label="x"}`; 0 while nothing was counted. */
async function figure(line: string): Promise<number> {
  const lines = (await registry.metrics()).split('\n');
  return Number(lines.find((one) => one.startsWith(`${line} `))?.slice(line.length + 1) ?? 0);
}

describe('metrics of the provider', () => {
  test('/metrics shows what the services register', async () => {
    const app = createHttpServer({ trustedProxies: [], logger: false });
    registerHealth(app, { isReady: async () => true, metrics: (own) => auth.service.metrics(own) });
    const answer = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    expect(answer.body).toContain('# TYPE latchkey_sign_ins_total counter');
    expect(answer.body).toContain('process_cpu_seconds_total');
    await app.close();
  });

  test('sign-ins by method and result', async () => {
    await auth.signUp('ada@metrics.example');
    const ok = 'latchkey_sign_ins_total{method="email/password",result="ok"}';
    const failed = 'latchkey_sign_ins_total{method="email/password",result="failed"}';
    const before = [await figure(ok), await figure(failed)] as const;
    for (const password of [goodPassword, 'wrong password 1', 'wrong password 2']) {
      await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
        body: { emailOrUsername: 'ada@metrics.example', password },
        address: randomAddress(),
      });
    }
    expect([await figure(ok), await figure(failed)]).toEqual([before[0] + 1, before[1] + 2]);
  });

  test('refreshes, and a token that came back', async () => {
    const bob = await auth.signUp('bob@metrics.example');
    const refresh = (bearer: string) => auth.call('GET /auth/refresh', { bearer });
    let token = bob.refreshToken;
    for (let turn = 0; turn < 2; turn++) {
      auth.clock.advance(1000);
      token = (await refresh(token)).body.tokens.refresh.value;
    }
    expect((await refresh(bob.refreshToken)).status).toBe(401);
    expect((await refresh(token)).status).toBe(401);
    expect(await figure('latchkey_refreshes_total{outcome="rotated"}')).toBe(2);
    expect(await figure('latchkey_refreshes_total{outcome="reuse"}')).toBe(1);
    expect(await figure('latchkey_refreshes_total{outcome="refused"}')).toBe(1);
  });

  test('links, codes and notices', async () => {
    const links = 'latchkey_messages_queued_total{channel="email",kind="link"}';
    const notices = 'latchkey_messages_queued_total{channel="email",kind="notice"}';
    const before = await figure(links);
    await auth.call(`POST /tenants/${auth.rootId}/auth/reset/link`, {
      body: { email: 'ada@metrics.example' },
      address: randomAddress(),
    });
    expect(await figure(links)).toBe(before + 1);
    // The notice about the token that came back.
    expect(await figure(notices)).toBeGreaterThanOrEqual(1);
  });

  test('the queue of hashes and its refusals', async () => {
    const { passwords } = auth.service.context;
    const many = Array.from({ length: 80 }, () => passwords.hash(goodPassword).catch(() => null));
    expect(await figure('latchkey_password_hashes')).toBeGreaterThan(1);
    const done = await Promise.all(many);
    const refused = done.filter((hash) => hash === null).length;
    expect(refused).toBeGreaterThan(0);
    expect(await figure('latchkey_password_hashes_refused_total')).toBe(refused);
    expect(await figure('latchkey_password_hashes')).toBe(0);
  });
});
