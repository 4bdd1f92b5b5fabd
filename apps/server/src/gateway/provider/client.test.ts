import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type AuthHarness, startAuth } from '../../testing/auth-harness.ts';
import { callProvider, createWorkspaceProvider, type WorkspaceProvider } from './client.ts';

let auth: AuthHarness;
let provider: WorkspaceProvider;
let options: Parameters<typeof createWorkspaceProvider>[0];

beforeAll(async () => {
  auth = await startAuth();
  await auth.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = auth.app.server.address() as AddressInfo;
  options = {
    baseUrl: `http://127.0.0.1:${port}/v0/`,
    rootTenantId: auth.rootId,
    adminKey: auth.adminKey,
    fetch,
  };
  provider = createWorkspaceProvider(options);
});
afterAll(() => auth.close());

async function makeTenant(slug: string) {
  const owner = await auth.signUp();
  const tenant = {
    uuid: newId(),
    name: slug,
    slug,
    regionCode: 'us',
    ownerUserUuid: String(owner['userUuid']),
  };
  return { owner, tenant, tenantId: await provider.createTenant(tenant) };
}

test('a tenant that was asked for twice is one, with its owner', async () => {
  const { owner, tenant, tenantId } = await makeTenant('asked-twice');
  expect(await provider.createTenant(tenant)).toBe(tenantId);
  await provider.updateTenant(tenantId, { status: 'active' });
  const user = await callProvider(options, 'GET', `users/${String(owner['userUuid'])}`);
  const authorization = user['authorization'] as Record<string, unknown>;
  expect(authorization[tenantId]).toMatchObject({ roles: ['owner'], slug: 'asked-twice', regionCode: 'us' });
});

test('two people asking for one address at once: one has it', async () => {
  const [ann, bob] = [await auth.signUp(), await auth.signUp()];
  const outcomes = await Promise.allSettled(
    [ann, bob].map((person) =>
      provider.createTenant({
        uuid: newId(),
        name: 'Race',
        slug: 'race-for-it',
        regionCode: 'us',
        ownerUserUuid: String(person['userUuid']),
      }),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({
    code: 'slug_taken',
  });
});

test('two owners removing each other at once leave one', async () => {
  const { owner, tenantId } = await makeTenant('two-owners');
  const second = await auth.signUp();
  const [a, b] = [String(owner['userUuid']), String(second['userUuid'])];
  await provider.setRoles(tenantId, b, ['owner']);
  const outcomes = await Promise.allSettled([
    provider.setRoles(tenantId, a, ['admin']),
    provider.setRoles(tenantId, b, []),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({
    code: 'last_owner',
  });
});

test('an address moves, is taken, and says so with others near it', async () => {
  const { tenantId } = await makeTenant('moves-away');
  await makeTenant('stays-here');
  await expect(provider.updateTenant(tenantId, { slug: 'stays-here' })).rejects.toMatchObject({
    code: 'slug_taken',
  });
  await provider.updateTenant(tenantId, { slug: 'moved-there', name: 'Moved' });
  const taken = await provider.checkSlug('moved-there');
  expect(taken).toMatchObject({ isAvailable: false, reason: 'taken' });
  expect(taken.suggestions.length).toBeGreaterThan(0);
  expect(await provider.checkSlug('never-seen')).toMatchObject({ isAvailable: true, reason: null });
});

test('a former address leads to the new one, and nobody else gets it', async () => {
  const { tenantId } = await makeTenant('former-place');
  await provider.updateTenant(tenantId, { slug: 'present-place', status: 'active' });
  const found = await auth.call(`GET /tenants/${auth.rootId}/by-slug/former-place`);
  expect(found.body).toMatchObject({ tenantId, slug: 'present-place' });
  await expect(makeTenant('former-place')).rejects.toMatchObject({ code: 'slug_taken' });
});

test('deleting twice is deleting once', async () => {
  const { tenantId } = await makeTenant('goes-away');
  await provider.deleteTenant(tenantId);
  await expect(provider.deleteTenant(tenantId)).resolves.toBeUndefined();
});

test('every tenant of a person is listed, closed ones too', async () => {
  const { owner, tenantId } = await makeTenant('closed-one');
  await provider.updateTenant(tenantId, { status: 'archived' });
  expect(await provider.listTenants(String(owner['userUuid']))).toContain(tenantId);
  expect(await provider.listTenants(newId())).toEqual([]);
});

test('a person is known by id, a stranger is null', async () => {
  const person = await auth.signUp('Known@people.example');
  expect(await provider.findUser(String(person['userUuid']))).toMatchObject({
    email: 'Known@people.example',
    isEmailConfirmed: false,
  });
  expect(await provider.findUser(newId())).toBeNull();
});

test('an invited address gets a link that leads on to the invitation, mailed or to be mailed', async () => {
  const invite = { email: 'invited@people.example', redirect: '/invite?token=us.abcd1234.secret' };
  const isRight = (text: unknown) => {
    const link = new URL(String(text));
    expect(link.searchParams.get('redirect')).toBe(invite.redirect);
    expect(link.searchParams.get('type')).toBe('invite');
    return link;
  };
  await provider.invite(invite);
  const [mail, ...more] = await auth.outbox(invite.email);
  isRight(mail?.['link']);
  expect(more).toEqual([]);
  const link = isRight(await provider.inviteLink(invite));
  expect(await auth.outbox(invite.email)).toHaveLength(1);
  const followed = await auth.call(`PUT /tenants/${auth.rootId}/auth/link`, {
    body: { uuid: link.searchParams.get('uuid'), token: link.searchParams.get('token') },
  });
  expect([followed.status, followed.body['email']]).toEqual([200, invite.email]);
});

test('a mail of the application goes out once, and leads to our own hosts only', async () => {
  const mail = {
    id: newId(),
    to: 'reminded@people.example',
    subject: 'Please hand in your week',
    paragraphs: ['Forty hours <b>wait</b>.'],
    button: { label: 'Open', href: 'http://acme.stint.localhost:3000/time' },
    figures: [{ label: 'Pier & Co', value: '12:30' }],
    footnote: 'Because you are a member.',
    unsubscribeUrl: 'http://stint.localhost:3000/api/Unsubscribe/x',
    sender: 'Acme',
  };
  await callProvider(options, 'POST', 'messages', mail);
  await callProvider(options, 'POST', 'messages', mail);
  const found = await auth.outbox('reminded@people.example');
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    subject: 'Please hand in your week',
    link: 'http://acme.stint.localhost:3000/time',
    unsubscribeUrl: mail.unsubscribeUrl,
  });
  expect(String(found[0]?.['html'])).toContain('&lt;b&gt;');
  expect(String(found[0]?.['html'])).toMatch(/<th[^>]*>Pier &amp; Co<\/th><td[^>]*>12:30<\/td>/);
  expect(String(found[0]?.['text'])).toContain('Pier & Co: 12:30');
  expect(String(found[0]?.['text'])).toContain(`Stop these mails:\n${mail.unsubscribeUrl}`);
  const elsewhere = [
    { button: { label: 'Open', href: 'https://evil.example/' } },
    { unsubscribeUrl: 'https://evil.example/' },
    { unsubscribeUrl: `${mail.unsubscribeUrl}\r\nBcc: everybody@example.com` },
  ];
  for (const astray of elsewhere)
    await expect(
      callProvider(options, 'POST', 'messages', { ...mail, id: newId(), ...astray }),
    ).rejects.toMatchObject({ code: 'upstream_failed' });
  const { status } = await auth.call('POST /messages', { body: mail });
  expect(status).toBe(401);
});

test('a provider that is away: try again in a moment', async () => {
  const away = createWorkspaceProvider({ ...options, baseUrl: 'http://127.0.0.1:9/v0/' });
  await expect(away.findUser(newId())).rejects.toMatchObject({
    code: 'unavailable',
    options: { retryAfterSeconds: 2 },
  });
});
