import { describe, expect, test } from 'vitest';
import { type Json, randomAddress } from '../../../testing/auth-harness.ts';
import { openAuth } from '../../../testing/open-auth.ts';

const day = 24 * 60 * 60_000;
let people = 0;

const auth = openAuth(60_000);

const newEmail = () => `link-${++people}@mail.example`;
const linkOf = async (email: string): Promise<URL> => new URL((await auth.outbox(email))[0]?.link);
const use = ({ searchParams }: URL) =>
  auth.call(`PUT /tenants/${auth.rootId}/auth/link`, {
    body: { uuid: searchParams.get('uuid'), token: searchParams.get('token') },
    address: randomAddress(),
  });

describe('security 4: lives', () => {
  test('an invitation lives seven days', async () => {
    const invite = async () => {
      const email = newEmail();
      await auth.call('POST /users/invite', { bearer: auth.adminKey, body: { email } });
      return linkOf(email);
    };
    const first = await invite();
    auth.clock.advance(7 * day - 1000);
    expect((await use(first)).status).toBe(200);
    const second = await invite();
    auth.clock.advance(7 * day);
    expect((await use(second)).body.message).toBe('Invalid token');
  });
});

describe('security 7: links in mail are built from configuration only', () => {
  const forged: [string, Json][] = [
    ['another Host', { host: 'evil.example' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }],
    ['Forwarded', { forwarded: 'host=evil.example;proto=https' }],
    ['x-origin', { 'x-origin': 'https://evil.example', 'x-application-id': 'https://evil.example' }],
    ['Referer', { referer: 'https://evil.example/page' }],
  ];
  test.each(forged)('%s does not get into one', async (_name, headers) => {
    const ada = await auth.signUp(newEmail());
    auth.clock.advance(60_000);
    const asked = await auth.call(`POST /tenants/${auth.rootId}/auth/reset/link`, {
      body: { email: ada.email },
      address: randomAddress(),
      headers,
    });
    const links = (await auth.outbox(ada.email)).map(({ link }) => new URL(link).host);
    expect(new Set(links)).toEqual(new Set(['stint.localhost:3000']));
    expect(asked.text).not.toContain('evil.example');
  });
});
