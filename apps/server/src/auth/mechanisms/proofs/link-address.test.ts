import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, newPublicTenantId } from '../../../platform/ids.ts';
import { type AuthHarness, type Json, randomAddress, startAuth } from '../../../testing/auth-harness.ts';
import { newRoot } from '../../administration/tenants/root.ts';
import { createKey } from '../../model/keys/api-keys.ts';
import { insertTenant } from '../../model/tenants/queries.ts';

let auth: AuthHarness;
let live: AuthHarness;

beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
  live = await startAuth({ env: { MODE: 'live', LIMITS_PER_ADDRESS: 'off' } });
});
afterAll(async () => {
  await auth.close();
  await live.close();
});

/** Another application with its own root tenant, and its key. */
async function application(harness: AuthHarness, settings: object = {}) {
  const { context } = harness.service;
  const [id, tenantId, now] = [newId(), newPublicTenantId(), harness.clock.now()];
  await insertTenant(
    context.database,
    { ...newRoot(context, id, tenantId, 'Another shop'), settings: {} },
    now,
  );
  const tenant = await context.tenants.requireById(id);
  const made = { mode: context.config.mode, kind: 'admin' } as const;
  const { key: bearer } = await createKey(context.database, tenant, made, now);
  const call = (route: string, body?: unknown) =>
    harness.call(route, { bearer, origin: null, ...(body === undefined ? {} : { body }) });
  const set = (body: object) => call(`PUT /tenants/${tenantId}`, body);
  await set({ name: 'Another shop', ...settings });
  return { tenantId, call, set };
}

const newEmail = () => `guest-${randomBytes(4).toString('hex')}@example.com`;

/** Where a link leads that a server asks for. */
async function generated({ call }: Awaited<ReturnType<typeof application>>, type = 'login') {
  const { userUuid } = (await call('POST /users', { email: newEmail() })).body;
  const { body } = await call('POST /auth/link/generate', { userUuid, options: { type } });
  const { origin, pathname } = new URL(body['link']);
  return origin + pathname;
}

describe('links that a server asks for lead to its application', () => {
  test('in test mode to the first allowed origin, in live mode to the first live domain', async () => {
    const allowedOrigins = ['https://shop.example', 'https://second.example'];
    const lists = { allowedOrigins, liveDomains: ['shop.example', 'www.shop.example'] };
    expect(await generated(await application(auth, lists))).toBe('https://shop.example/login');
    expect(await generated(await application(live, lists), 'reset')).toBe('https://shop.example/reset');
  });

  test('or where the setting says, which each mode has of its own', async () => {
    const shop = await application(auth, { allowedOrigins: ['https://shop.example'] });
    await shop.set({ linkOrigin: { live: 'https://live.shop.example' } });
    const both = await shop.set({ linkOrigin: { test: 'http://localhost:8080' } });
    expect(both.body['linkOrigin']).toEqual({
      live: 'https://live.shop.example',
      test: 'http://localhost:8080',
    });
    expect(await generated(shop)).toBe('http://localhost:8080/login');
    await shop.set({ linkOrigin: { test: null } });
    expect(await generated(shop)).toBe('https://shop.example/login');
  });

  test('with none of these to the provider’s own pages', async () => {
    const shop = await application(auth);
    const base = `http://stint.localhost:3000/v0/pages/${shop.tenantId}`;
    expect(await generated(shop)).toBe(`${base}/sign-in`);
    expect(await generated(shop, 'reset')).toBe(`${base}/reset`);
  });

  test('so do invitations and proofs of an address that are mailed', async () => {
    const shop = await application(auth, { allowedOrigins: ['https://shop.example'] });
    const [email, other] = [newEmail(), newEmail()];
    await shop.call('POST /users/invite', { email });
    const { userUuid } = (await shop.call('POST /users', { email: other })).body;
    await shop.call('POST /auth/verify/email', { userUuid });
    const { results } = (await shop.call('GET /outbox')).body as { results: Json[] };
    expect(results.map(({ link }) => new URL(link).origin)).toEqual([
      'https://shop.example',
      'https://shop.example',
    ]);
  });

  test('and a button in a mail of the application leads to its pages, to no other and not to ours', async () => {
    const shop = await application(auth, { allowedOrigins: ['https://shop.example'] });
    const mail = (href: string) =>
      shop.call('POST /messages', {
        to: newEmail(),
        subject: 'News',
        paragraphs: ['Hello'],
        button: { label: 'Open', href },
        footnote: 'From the shop',
        sender: 'Shop',
      });
    const statuses = [];
    for (const href of [
      'https://shop.example/a',
      'https://evil.example/',
      'http://acme.stint.localhost:3000/',
    ])
      statuses.push((await mail(href)).status);
    expect(statuses).toEqual([200, 400, 400]);
  });

  test('a child without lists has those of its root', async () => {
    const shop = await application(auth, { allowedOrigins: ['https://shop.example'] });
    const { tenantId } = (await shop.call('POST /tenants', { name: 'A branch' })).body;
    const email = newEmail();
    await shop.call(`POST /tenants/${tenantId}/roles/invite`, { email, roles: ['member'] });
    const [mail] = (await shop.call(`GET /outbox?to=${email}`)).body['results'] as Json[];
    expect(new URL(mail?.['link']).origin).toBe('https://shop.example');
  });
});

describe('links that a page asks for lead back to it', () => {
  const ask = async (tenantId: string, origin: string) => {
    const answer = await auth.call(`POST /tenants/${tenantId}/auth/link`, {
      body: { email: newEmail() },
      origin,
      headers: { host: 'stint.localhost:3000' },
      address: randomAddress(),
    });
    return new URL(answer.body['result'].link).origin;
  };

  test('where the tenant allows it, also for a second origin', async () => {
    const shop = await application(auth, {
      allowedOrigins: ['https://shop.example', 'https://second.example'],
    });
    expect(await ask(shop.tenantId, 'https://second.example')).toBe('https://second.example');
  });

  test('the product’s own tenants keep their own hosts', async () => {
    const owner = await auth.signUp();
    const house = await auth.makeWorkspace(owner, 'linked-house');
    expect(await ask(auth.rootId, auth.main)).toBe(auth.main);
    expect(await ask(house.tenantId, auth.main)).toBe('http://linked-house.stint.localhost:3000');
  });
});

describe('the setting', () => {
  test.each([
    [{ test: 'https://shop.example/path' }, 'an address with a path'],
    [{ test: 'shop.example' }, 'no address'],
    [{ live: 'http://shop.example' }, 'http in live mode'],
    [{ staging: 'https://shop.example' }, 'a mode that there is none of'],
  ])('%j is refused: %s', async (linkOrigin, _why) => {
    const shop = await application(auth);
    expect((await shop.set({ linkOrigin })).status).toBe(400);
  });

  test('takes an admin key', async () => {
    const owner = await auth.signUp();
    const house = await auth.makeWorkspace(owner, 'setting-house');
    const again = await auth.call('GET /auth/refresh', { bearer: owner.refreshToken });
    const answer = await auth.call(`PUT /tenants/${house.tenantId}`, {
      bearer: again.body['tokens'].access.value,
      body: { linkOrigin: { test: 'https://evil.example' } },
    });
    expect([answer.status, answer.body['message']]).toEqual([
      403,
      'Only a server key may change linkOrigin.',
    ]);
  });
});

describe('the provider’s own pages', () => {
  test.each(['sign-in', 'reset'])('%s: in the tenant’s name alone, under a strict policy', async (page) => {
    const shop = await application(auth);
    const answer = await auth.call(`GET /pages/${shop.tenantId}/${page}`, {
      origin: null,
      headers: { 'sec-fetch-mode': 'navigate' },
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<h1>Another shop</h1>');
    expect(answer.text.replaceAll('stint.localhost', '')).not.toMatch(/stint/i);
    expect(answer.headers['content-security-policy']).toMatch(
      /script-src 'nonce-[^']+' 'strict-dynamic'; connect-src 'self'; img-src data:/,
    );
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
  });

  test('there are no others', async () => {
    const shop = await application(auth);
    for (const path of [
      `${shop.tenantId}/other`,
      'nobody00/sign-in',
      'script/..%2fpackage.json',
      'script/none.js',
    ]) {
      expect((await auth.call(`GET /pages/${path}`, { origin: null })).status).toBe(404);
    }
  });
});
