import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthHarness, goodPassword, startAuth } from '../../../testing/auth-harness.ts';

let auth: AuthHarness;

beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
  const firstFactors = ['password', 'link', 'verificationCode'].map((strategy) => ({
    channel: 'email',
    strategy,
  }));
  await auth.call(`PUT /tenants/${auth.rootId}`, {
    bearer: auth.adminKey,
    origin: null,
    body: { authentication: { firstFactors } },
  });
});
afterAll(() => auth.close());

/** A call of a page in that language. */
const post = (path: string, body: object, headers: Record<string, string>) =>
  auth.call(`POST /tenants/${auth.rootId}${path}`, { body, headers });
const german = { 'accept-language': 'de-AT,en;q=0.5' };

/** Subjects of the mails to an address, newest first, and the language that their pages name. */
async function mails(email: string): Promise<[string, string][]> {
  const all = await auth.outbox(email);
  return all.map(({ subject, html }) => [
    String(subject),
    /<html lang="(..)">/.exec(String(html))?.[1] ?? '',
  ]);
}

test('somebody new is written to in the language of the page, and is from then on', async () => {
  const email = 'greta@language.example';
  await post('/auth/create', { email, password: goodPassword }, german);
  expect(await mails(email)).toEqual([[expect.stringMatching(/^Bestätigen Sie Ihre E-Mail-Adresse/), 'de']]);
  auth.clock.advance(60_000);
  // Whoever asks for it, it is the receiver who reads it.
  await post('/auth/link', { email }, { 'accept-language': 'en' });
  const [login] = await auth.outbox(email);
  expect(login).toMatchObject({ subject: expect.stringMatching(/^Bei .* anmelden$/) });
  expect(login?.['text']).toContain('10 Minuten lang');
});

test('a code is in the language of who asks where nobody is known', async () => {
  const email = 'gustav@language.example';
  await post('/auth/code', { channel: 'email', email }, german);
  expect(await mails(email)).toEqual([[expect.stringMatching(/^Ihr Bestätigungscode für /), 'de']]);
});

test('what was chosen on a page counts before what the browser asks for; the newest sign-in decides', async () => {
  const email = 'gerda@language.example';
  const credentials = { emailOrUsername: email, password: goodPassword };
  await post('/auth/create', { email, password: goodPassword }, german);
  auth.clock.advance(60_000);
  await post('/auth/basic', credentials, { ...german, cookie: 'language=en' });
  auth.clock.advance(60_000);
  await post('/auth/link', { email }, german);
  expect((await mails(email))[0]).toEqual([expect.stringMatching(/^Log in to /), 'en']);
});

test('a program that says nothing changes nothing', async () => {
  const email = 'gisela@language.example';
  await post('/auth/create', { email, password: goodPassword }, german);
  auth.clock.advance(60_000);
  await post('/auth/basic', { emailOrUsername: email, password: goodPassword }, {});
  auth.clock.advance(60_000);
  await post('/auth/link', { email }, {});
  expect((await mails(email))[0]?.[1]).toBe('de');
});
