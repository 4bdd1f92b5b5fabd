import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareProduct } from '../apps/server/src/testing/prepared-data.ts';
import { type ProductProcess, startProductProcess } from '../apps/server/src/testing/product-process.ts';
import { inRoot } from '../scripts/lib/paths.mjs';
import { HOME, launch } from './harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the provider hold any fields; a test looks at the ones it means
type Json = any;

const password = 'correct horse battery 9';
let dataDir: string;
let product: ProductProcess;
let browser: Browser;
let shop: { tenantId: string; adminKey: string };

/** The provider alone, without the web service, and another application that has named no page of its own. */
beforeAll(async () => {
  dataDir = await prepareProduct(await mkdtemp(join(tmpdir(), 'provider-pages-')));
  product = await startProductProcess({ dataDir, env: { SERVICES: 'auth', LIMITS_PER_ADDRESS: 'off' } });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [inRoot('apps/server/src/tools/latchkey.ts'), 'tenant', 'create', 'Another shop', '--json'],
    { env: { ...process.env, DATA_DIR: dataDir, MAIN_DOMAIN: product.mainDomain } },
  );
  shop = JSON.parse(stdout);
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function byKey(method: string, path: string, body?: unknown): Promise<Json> {
  const headers = { authorization: `Bearer ${shop.adminKey}` };
  return (await product.send({ method, path: `/v0${path}`, headers, body })).json;
}

async function mailedLink(email: string): Promise<string> {
  const { results } = await byKey('GET', `/outbox?to=${encodeURIComponent(email)}`);
  return results[0].link;
}

async function open(address: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await browser.newContext(HOME)).newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      complaints.push(message.text());
  });
  await page.goto(address);
  return { page, complaints };
}

test('an invitation is accepted on the provider’s page, in the name of the other application alone', async () => {
  const email = 'guest@shop.example';
  await byKey('POST', '/users/invite', { email });
  const link = await mailedLink(email);
  expect(link).toContain(`/v0/pages/${shop.tenantId}/sign-in?`);
  const { page, complaints } = await open(link);
  await page.getByRole('heading', { name: 'Another shop' }).waitFor();
  await page.getByRole('button').first().click();
  await page.getByText('You can close this page and go back to the application.').waitFor();
  expect(await page.evaluate('document.body.innerText')).not.toMatch(/stint/i);
  expect(page.url()).not.toContain('token=');
  expect(complaints).toEqual([]);
  const filter = { attr: 'email', type: 'string', comparison: 'is', value: email };
  const found = await byKey('POST', '/users/find', { filters: { filterGroups: [{ filters: [filter] }] } });
  expect(found.results[0].isEmailConfirmed).toBe(true);
});

test('a new password is set on the provider’s page and signs in there', async () => {
  const email = 'buyer@shop.example';
  const { userUuid } = await byKey('POST', '/users', { email });
  const generated = await byKey('POST', '/auth/link/generate', { userUuid, options: { type: 'reset' } });
  const reset = await open(generated.link);
  await reset.page.getByLabel('Choose a new password', { exact: true }).fill(password);
  await reset.page.getByRole('button', { name: 'Submit' }).click();
  await reset.page.getByText('You can close this page and go back to the application.').waitFor();
  expect(reset.complaints).toEqual([]);
  const { page, complaints } = await open(`http://${product.mainDomain}/v0/pages/${shop.tenantId}/sign-in`);
  await page.getByLabel('Email address or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByText('You can close this page and go back to the application.').waitFor();
  expect(complaints).toEqual([]);
});
