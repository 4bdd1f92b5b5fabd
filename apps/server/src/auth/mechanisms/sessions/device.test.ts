import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthHarness, cookiesOf, goodPassword, startAuth } from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
const day = 24 * 60 * 60_000;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

type Caller = { agent?: string; address?: string; cookie?: string };

/** Signs in from a page of another site, which brings no cookie, or from our own with one. */
async function signIn(
  email: string,
  { agent = 'Firefox/140', address = '203.0.113.7', cookie }: Caller = {},
) {
  const own = { 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}) };
  const foreign = { 'sec-fetch-site': 'cross-site', host: new URL(auth.main).host };
  const answer = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
    body: { emailOrUsername: email, password: goodPassword },
    address,
    origin: cookie === undefined ? 'http://localhost:5173' : auth.main,
    headers: { 'user-agent': agent, ...(cookie === undefined ? foreign : own) },
  });
  expect(answer.status).toBe(200);
  return answer;
}

const mails = async (email: string) =>
  (await auth.outbox(email)).filter(({ subject }) => subject === 'New log-in to your account').length;

test('security 12: a new device is mailed once, also to callers from other sites, who bring no cookie', async () => {
  const { email } = await auth.signUp();
  await signIn(email);
  const before = await mails(email);
  for (let turn = 0; turn < 3; turn++) await signIn(email, { address: `203.0.113.${turn}` });
  expect(await mails(email)).toBe(before);
  await signIn(email, { agent: 'Chrome/140' });
  await signIn(email, { address: '198.51.100.1' });
  expect(await mails(email)).toBe(before + 2);
  await signIn(email, { agent: 'Chrome/140' });
  expect(await mails(email)).toBe(before + 2);
});

test('security 12: an IPv6 line is known by its /48, and for 90 days after it was last seen', async () => {
  const { email } = await auth.signUp();
  await signIn(email, { address: '2001:db8:1:2::3' });
  const before = await mails(email);
  await signIn(email, { address: '2001:db8:1:ffff::1' });
  auth.clock.advance(89 * day);
  await signIn(email, { address: '2001:db8:1:2::3' });
  auth.clock.advance(89 * day);
  await signIn(email, { address: '2001:db8:1:2::3' });
  expect(await mails(email)).toBe(before);
  auth.clock.advance(90 * day);
  await signIn(email, { address: '2001:db8:1:2::3' });
  expect(await mails(email)).toBe(before + 1);
});

test('security 12: a browser with its companion cookie is known wherever it is; another cookie is another device', async () => {
  const { email } = await auth.signUp();
  const first = await signIn(email, { cookie: '' });
  const cookie = `__Host-sb=${cookiesOf(first)['__Host-sb']?.split(';')[0]}`;
  const before = await mails(email);
  auth.clock.advance(200 * day);
  await signIn(email, { cookie, agent: 'Chrome/150', address: '192.0.2.1' });
  expect(await mails(email)).toBe(before);
  await signIn(email, { cookie: `__Host-sb=${'x'.repeat(43)}`, agent: 'Chrome/150', address: '192.0.2.1' });
  expect(await mails(email)).toBe(before + 1);
});
