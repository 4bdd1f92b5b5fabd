import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pageOfSources } from './widget/builds.ts';
import { startWidgetSite, type WidgetSite } from './widget/page.ts';

const password = 'correct horse battery 9';
let site: WidgetSite;
let context: BrowserContext;

beforeAll(async () => {
  site = await startWidgetSite();
  await site.setFlow(['email/password']);
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

async function signUp(page: Page): Promise<string> {
  const email = `person-${randomBytes(4).toString('hex')}@example.com`;
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Choose a password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  return email;
}

test('the custom element signs somebody up in a page of any framework, under a strict content policy', async () => {
  const page = await site.openAs('element', context, '/signup');
  await signUp(page);
  await page.waitForURL(`${site.origin}/there`);
  expect(await page.title()).toBe('There');
});

test('the custom element takes settings by script, tells of the sign-in and leaves nothing when it is removed', async () => {
  const page = await site.openAs('element', context, '/signup');
  await page.evaluate(`{
    const element = document.querySelector('latchkey-sign-in');
    element.settings = { redirect: false, theme: { colorScheme: 'dark' } };
    element.addEventListener('latchkey-signed-in', ({ detail }) => { window.told = detail; });
  }`);
  await page.locator('.latchkey-scheme-dark').waitFor();
  const email = await signUp(page);
  await page.getByRole('heading', { name: 'Signed up' }).waitFor();
  expect(await page.evaluate('[told.type, told.answer.email]')).toEqual(['signup', email]);
  await page.evaluate(`document.querySelector('latchkey-sign-in').remove()`);
  expect(await page.locator('.latchkey-root').count()).toBe(0);
});

test.each([
  ['18.3.1', 'packages/auth-widget-react-18'],
  ['19.3.1', ''],
])(
  'an application on React %s signs up, sees who is there and logs out, in strict mode',
  async (version, folder) => {
    await site.buildReact(pageOfSources(folder));
    const page = await site.openAs('react', context, '/signup', { redirect: false });
    await page.getByText(`React ${version}`).waitFor();
    await page.getByText('Signed out').waitFor();
    const email = await signUp(page);
    await page.getByText(`Signed in as ${email}`).waitFor();
    expect(await page.locator('.latchkey-card').evaluate((card) => getComputedStyle(card).borderRadius)).toBe(
      '12px',
    );
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByText('Signed out').waitFor();
  },
);
