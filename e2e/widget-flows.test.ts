import { createHmac, randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWidgetSite, type WidgetSite } from './widget/page.ts';

const password = 'correct horse battery 9';
let site: WidgetSite;
let context: BrowserContext;

beforeAll(async () => {
  site = await startWidgetSite();
});
afterAll(() => site?.close());

beforeEach(async () => {
  context = await site.newContext();
});
afterEach(async () => {
  await context.close();
  const complaints = site.complaints.splice(0);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

const someone = () => `person-${randomBytes(4).toString('hex')}@example.com`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const arriveAt = (page: Page, path: string) => page.waitForURL(new URL(path, site.origin).href);

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Choose a password', { exact: true }).fill(password);
  await press(page, 'Sign up');
}

async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email address or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await press(page, 'Log in');
}

/** A person with a password, made without a page. */
async function makePerson(): Promise<string> {
  const email = someone();
  const answer = await site.call('POST', `/tenants/${site.tenantId}/auth/create`, { email, password });
  expect(answer.status).toBe(200);
  return email;
}

async function newestLink(email: string): Promise<string> {
  const [mail] = await site.outbox(email);
  const { pathname, search } = new URL(mail.link);
  return pathname + search;
}

/** RFC 6238, the code of the step that is the given number of steps away. */
function totpCode(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

describe('password', () => {
  beforeAll(() => site.setFlow(['email/password', 'email/link']));

  test('somebody signs up, proves the address with the mailed link, logs out and logs in (protocol 8.1 and 8.2)', async () => {
    const email = someone();
    const page = await site.open(context, '/signup', { redirect: '/there' });
    await signUp(page, email);
    await arriveAt(page, '/there');

    const proof = await site.open(context, await newestLink(email), { redirect: '/there' });
    await arriveAt(proof, '/there');

    const back = await site.open(context, '/signin', { redirect: '/there' });
    await heading(back, 'Welcome');
    expect(await back.evaluate('client.user().isEmailConfirmed')).toBe(true);
    await press(back, 'Log out');
    await arriveAt(back, '/there');

    const again = await site.open(context, '/signin', { redirect: '/there' });
    await logIn(again, email, 'wrong password 1');
    await again.getByText('Incorrect email or password').waitFor();
    await logIn(again, email);
    await arriveAt(again, '/there');
    expect(await again.title()).toBe('There');
  });

  test('an address that is taken and a weak password are told on the form', async () => {
    const email = await makePerson();
    const page = await site.open(context, '/signup');
    await signUp(page, email);
    await page.getByText('Email exists').waitFor();
    await page.getByLabel('Email address').fill(someone());
    await page.getByLabel('Choose a password', { exact: true }).fill('abc');
    await press(page, 'Sign up');
    await expect.poll(() => page.getByRole('alert').textContent()).not.toContain('Email exists');
    expect(await page.getByLabel('Choose a password', { exact: true }).inputValue()).toBe('abc');
  });

  test('two widgets with clients of their own live in one page', async () => {
    const email = await makePerson();
    const page = await site.open(context, '/signin', { redirect: false });
    await page.evaluate(`{
      const second = document.createElement('div');
      second.id = 'second';
      document.body.append(second);
      mountSignIn(second, { tenantId: '${site.tenantId}', baseUrl: '/v0/', type: 'signup', redirect: false });
    }`);
    const second = page.locator('#second');
    await second.getByLabel('Email address').fill('half typed');
    await logIn(page, email);
    await heading(page, 'Logged in');
    expect(await second.getByLabel('Email address').inputValue()).toBe('half typed');
  });
});

describe('links', () => {
  beforeAll(() => site.setFlow(['email/password', 'email/link']));

  test('a link logs in where it was asked for; its secret leaves the address before any call (protocol 8.3 and 8.12)', async () => {
    const email = await makePerson();
    const page = await site.open(context, '/signin');
    await press(page, 'Email me a link');
    await page.getByLabel('Email address').fill(email);
    await press(page, 'Submit');
    await heading(page, 'Check your email');
    const addresses: string[] = [];
    context.on('request', (request) => addresses.push(`${request.url()} ${request.headers().referer ?? ''}`));
    const opened = await site.open(context, await newestLink(email), { redirect: false });
    await heading(opened, 'Logged in');
    expect(opened.url()).not.toMatch(/token|uuid/);
    expect(addresses.filter((text) => text.includes('/v0/') && /token=/.test(text))).toEqual([]);
  });

  test('in another browser the link waits for a person; a used one says so (security 4)', async () => {
    const email = await makePerson();
    await site.call('POST', `/tenants/${site.tenantId}/auth/link`, { email });
    const link = await newestLink(email);
    const page = await site.open(context, link, { redirect: false });
    await heading(page, 'Open this link here?');
    await press(page, 'Yes, open it here');
    await heading(page, 'Logged in');
    const stranger = await site.newContext();
    const used = await site.open(stranger, link);
    await press(used, 'Yes, open it here');
    await used.getByText('Invalid token').waitFor();
    await heading(used, 'Log in');
    expect(await used.evaluate('client.snapshot().isSignedIn')).toBe(false);
    await stranger.close();
  });

  test('a forgotten password is set anew by the mailed link (protocol 8.4 and 8.5)', async () => {
    const email = await makePerson();
    const page = await site.open(context, '/reset');
    await page.getByLabel('Email address').fill(email);
    await press(page, 'Submit');
    await heading(page, 'Check your email');
    const opened = await site.open(context, await newestLink(email), { redirect: false });
    await heading(opened, 'Set a new password');
    await opened.getByLabel('Choose a new password', { exact: true }).fill('another good one 77');
    await press(opened, 'Submit');
    await heading(opened, 'Password reset');
    await opened.evaluate('client.logout({ redirect: false })');
    const again = await site.open(context, '/signin', { redirect: false });
    await logIn(again, email, 'another good one 77');
    await heading(again, 'Logged in');
    expect(await again.evaluate('client.user().email')).toBe(email);
  });
});

describe('codes', () => {
  test('a code by email: a wrong one is refused, the right one logs in', async () => {
    await site.setFlow(['email/password']);
    const email = await makePerson();
    await site.setFlow(['email/verificationCode']);
    const page = await site.open(context, '/signin', { redirect: false });
    await page.getByLabel('Email address').fill(email);
    await press(page, 'Submit');
    await heading(page, 'Enter your verification code');
    const [mail] = await site.outbox(email);
    const code: string = mail.verificationCode;
    await page.getByLabel('Verification code', { exact: true }).fill(code === '000000' ? '000001' : '000000');
    await press(page, 'Submit');
    await page.getByText('Invalid verificationCode').waitFor();
    await page.getByLabel('Verification code', { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await press(page, 'Submit');
    await heading(page, 'Verified');
    expect(await page.evaluate('client.user().email')).toBe(email);
  });

  test('a code by text message signs somebody up', async () => {
    await site.setFlow(['sms/verificationCode']);
    const page = await site.open(context, '/signup', { redirect: false });
    // The stand-alone script runs on Preact, which hears typing its own way: the list is tried as it is delivered.
    await page.getByRole('button', { name: 'Country: United States, US +1' }).click();
    await page.getByRole('combobox', { name: 'Search country' }).pressSequentially('germ');
    await page.getByRole('option', { name: 'Austria' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('option').allTextContents()).toEqual(['Germany +49']);
    await page.keyboard.press('Escape');
    const number = `702555${String(randomBytes(2).readUInt16BE() % 10_000).padStart(4, '0')}`;
    await page.getByLabel('Mobile phone number').fill(number);
    await press(page, 'Submit');
    await heading(page, 'Enter your verification code');
    const [message] = await site.outbox(`+1${number}`);
    await page.getByLabel('Verification code', { exact: true }).fill(message.verificationCode);
    await press(page, 'Submit');
    await heading(page, 'Verified');
    expect(await page.evaluate('client.user().phoneNumber')).toBe(`+1${number}`);
  });
});

describe('second factor', () => {
  beforeAll(() => site.setFlow(['email/password'], ['authenticator/totp'], true));
  afterAll(() => site.setFlow(['email/password', 'email/link']));

  test('an authenticator is set up while logging in, then used, then a backup code once (protocol 8.6 and 8.8)', async () => {
    const email = await makePerson();
    const page = await site.open(context, '/signin', { redirect: false });
    await logIn(page, email);
    await heading(page, 'Set up two-factor authentication');
    const secret = ((await page.locator('code').textContent()) ?? '').replace(/\s/g, '');
    await page.getByLabel('Six-digit code', { exact: true }).fill('000000');
    await press(page, 'Submit');
    await page.getByText('Invalid TOTP code').waitFor();
    await page.getByLabel('Six-digit code', { exact: true }).fill(totpCode(secret));
    await press(page, 'Submit');
    await heading(page, 'Save your backup codes');
    const [backupCode = ''] = await page.getByRole('listitem').allInnerTexts();
    await press(page, 'Finish');
    await heading(page, 'Added authenticator to your account');
    await page.evaluate('client.logout({ redirect: false })');

    const next = await site.open(context, '/signin', { redirect: false });
    await logIn(next, email);
    await heading(next, 'Enter your six-digit code');
    await next.reload();
    await heading(next, 'Enter your six-digit code');
    await next.getByLabel('Six-digit code', { exact: true }).fill(totpCode(secret, 1));
    await press(next, 'Submit');
    await heading(next, 'Verified');
    await next.evaluate('client.logout({ redirect: false })');

    const lost = await site.open(context, '/signin', { redirect: false });
    await logIn(lost, email);
    await press(lost, 'Use a backup code');
    await lost.getByLabel('Backup code', { exact: true }).fill(backupCode);
    await press(lost, 'Submit');
    await heading(lost, 'Verified');
    await lost.evaluate('client.logout({ redirect: false })');

    const used = await site.open(context, '/signin', { redirect: false });
    await logIn(used, email);
    await press(used, 'Use a backup code');
    await used.getByLabel('Backup code', { exact: true }).fill(backupCode);
    await press(used, 'Submit');
    await used.getByText('Invalid backup code').waitFor();
    expect(await used.evaluate('client.snapshot().isSignedIn')).toBe(false);
  });
});

describe('while signed in', () => {
  beforeAll(() => site.setFlow(['email/password'], ['authenticator/totp']));
  afterAll(() => site.setFlow(['email/password', 'email/link']));

  test('the application sets an authenticator up with the library alone (protocol 8.9)', async () => {
    const email = await makePerson();
    const page = await site.open(context, '/signin', { redirect: false });
    await logIn(page, email);
    await heading(page, 'Logged in');
    const { totpSecret, qrCode } = await page.evaluate<{ totpSecret: string; qrCode: string }>(
      'client.getTotp()',
    );
    expect(qrCode).toMatch(/^data:image\/png;base64,/);
    const login = { method: 'totp', totpCode: totpCode(totpSecret), isStepUp: true, redirect: false };
    await page.evaluate(`client.login(${JSON.stringify(login)})`);
    await page.evaluate('client.logout({ redirect: false })');
    const next = await site.open(context, '/signin', { redirect: false });
    await logIn(next, email);
    await heading(next, 'Enter your six-digit code');
  });
});

describe('sessions', () => {
  beforeAll(() => site.setFlow(['email/password']));

  test.each(['script', 'http-only-refresh'])(
    'with cookies by %s: refreshes, and logs out in every tab (protocol 8.10)',
    async (cookies) => {
      const email = await makePerson();
      const page = await site.open(context, '/signin', { redirect: false, cookies });
      await logIn(page, email);
      await heading(page, 'Logged in');
      const names = await page.evaluate<string>('document.cookie');
      expect(names.includes('refresh.')).toBe(cookies === 'script');
      const before = await page.evaluate<string>('client.tokens().accessToken');
      expect(await page.evaluate('client.refresh({ force: true })')).toBe(true);
      expect(await page.evaluate<string>('client.tokens().accessToken')).not.toBe(before);

      const other = await site.open(context, '/signin', { redirect: false, cookies });
      await heading(other, 'Welcome');
      // Answered when the tab listens, so that it does before the other one logs out.
      await other.evaluate(`client.on('signedOut', ({ reason }) => { window.signedOutBy = reason; })`);
      await page.evaluate('client.logout({ redirect: false })');
      await expect.poll(() => other.evaluate<string>('window.signedOutBy')).toBe('otherTab');
      expect(await other.evaluate('client.snapshot().isSignedIn')).toBe(false);
    },
  );

  test('tabs that refresh at once renew the tokens once (security 6)', async () => {
    const email = await makePerson();
    const page = await site.open(context, '/signin', { redirect: false });
    await logIn(page, email);
    await heading(page, 'Logged in');
    const other = await site.open(context, '/signin', { redirect: false });
    await heading(other, 'Welcome');
    const refreshes: string[] = [];
    context.on(
      'request',
      (request) => void (request.url().includes('auth/refresh') && refreshes.push(request.url())),
    );
    const { promise: letGo, resolve } = Promise.withResolvers<void>();
    await context.route('**/auth/refresh**', async (route) => {
      await letGo;
      await route.continue();
    });
    const force = 'client.refresh({ force: true })';
    const both = Promise.all([page.evaluate(force), other.evaluate(force)]);
    // One renews them while the other waits for it.
    const waiting = 'navigator.locks.query().then(({ pending }) => pending.length)';
    await expect.poll(() => other.evaluate(waiting)).toBe(1);
    resolve();
    expect(await both).toEqual([true, true]);
    expect(refreshes).toHaveLength(1);
  });

  test('PKCE: the answer is a code for the native application, exchanged for a session (protocol 8.11)', async () => {
    await site.admin('PUT', `/tenants/${site.tenantId}`, { pkceLoginRedirectUri: 'stint-app:/signed-in' });
    const email = await makePerson();
    const verifier = randomBytes(32).toString('base64url');
    const page = await site.open(context, '/signin');
    const challenge = await page.evaluate<string>(`(async () => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('${verifier}'));
      return btoa(String.fromCharCode(...new Uint8Array(digest))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
    })()`);
    await page.goto(`${site.origin}/signin?code_challenge=${challenge}`);
    expect(page.url()).toBe(`${site.origin}/signin`);
    await page.evaluate(`client.on('redirect', ({ url }) => { window.left = url; })`);
    await logIn(page, email);
    await expect
      .poll(() => page.evaluate<string>('window.left'))
      .toMatch(/^stint-app:\/signed-in\?authorization_code=/);
    const left = await page.evaluate<string>('window.left');
    const authorizationCode = new URL(left).searchParams.get('authorization_code');
    const exchange = { authorizationCode, codeVerifier: verifier };
    const answer = await site.call('POST', `/tenants/${site.tenantId}/auth/pkce`, exchange);
    expect([answer.status, Boolean(answer.body.tokens?.access?.value)]).toEqual([200, true]);
  });
});
