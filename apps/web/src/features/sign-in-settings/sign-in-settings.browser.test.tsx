import { expect, test } from 'vitest';
import { openPage } from '../../ui/page.fixture.tsx';
import { SignInSettingsPage } from './sign-in-settings-page.tsx';

const password = { channel: 'email', strategy: 'password' };
const authentication = { firstFactors: [password], secondFactors: [], isMfaRequired: false };
const own = { provider: 'saml', providerId: '', isOwn: true };
const mode = { mode: 'test' as const, authentication: { firstFactors: [], secondFactors: [] } };
const answers = {
  'GET /v0/tenants/:tenantId': { tenantId: 'acme0001', name: 'Acme', version: 1, authentication },
  'GET /v0/tenants/:tenantId/mode': { ...mode, sso: [] },
  'GET /v0/tenants/:tenantId/sso': { results: [] },
  'GET /v0/tenants/:tenantId/domains': { results: [] },
  'GET /v0/tenants/:tenantId/lost-factors': { results: [], next: null },
  'POST /v0/tenants/:tenantId/readiness': {
    canBeMet: true,
    memberCount: 1,
    readyCount: 1,
    totalCount: 0,
    totalPages: 0,
    results: [],
  },
} as const;

test('a SAML provider is asked for where there is one, and nowhere else', async () => {
  const { screen, asked } = await openPage(SignInSettingsPage, { answers });
  await expect.element(screen.getByText('No provider is set up.')).toBeVisible();
  expect(asked.some(({ key }) => key.endsWith('/saml/idp'))).toBe(false);
  await screen.unmount();
  const second = await openPage(SignInSettingsPage, {
    answers: {
      ...answers,
      'GET /v0/tenants/:tenantId/mode': { ...mode, sso: [own] },
      'GET /v0/tenants/:tenantId/saml/idp': {
        acsUrl: 'https://stint.example/acs',
        spEntityId: 'https://stint.example/metadata',
      },
    },
  });
  await expect.element(second.screen.getByText('https://stint.example/acs')).toBeVisible();
});

test('Apple is set up by its team, its key and the key’s text, and with a client secret of nobody', async () => {
  const { screen, asked } = await openPage(SignInSettingsPage, {
    answers: {
      ...answers,
      'PUT /v0/tenants/:tenantId/sso/:provider': { provider: 'apple', clientId: 'com.acme.web' },
    },
  });
  await screen.getByLabelText('Provider', { exact: true }).selectOptions('Apple');
  await expect.element(screen.getByLabelText('Client secret')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Set up' }).click();
  await expect.element(screen.getByLabelText('Private key')).toHaveAttribute('aria-invalid', 'true');
  expect(asked.some(({ key }) => key.startsWith('PUT'))).toBe(false);
  const typed = {
    clientId: 'com.acme.web',
    teamId: 'TEAM123456',
    keyId: 'KEY1234567',
    privateKey: '-----BEGIN PRIVATE KEY-----\nMIG\n-----END PRIVATE KEY-----',
  };
  await screen.getByLabelText('Client id').fill(typed.clientId);
  await screen.getByLabelText('Team id').fill(typed.teamId);
  await screen.getByLabelText('Key id').fill(typed.keyId);
  await screen.getByLabelText('Private key').fill(typed.privateKey);
  await screen.getByRole('button', { name: 'Set up' }).click();
  await expect.element(screen.getByText('Apple is set up. Test it now.')).toBeVisible();
  const sent = asked.find(({ key }) => key.startsWith('PUT'));
  expect([sent?.params.provider, sent?.body]).toEqual(['apple', typed]);
});

test('SAML that was just set up is not set up again by the same form', async () => {
  let isThere = false;
  const { screen, asked } = await openPage(SignInSettingsPage, {
    answers: {
      ...answers,
      'GET /v0/tenants/:tenantId/mode': () => ({ ...mode, sso: isThere ? [own] : [] }),
      'GET /v0/tenants/:tenantId/saml/idp': { acsUrl: 'https://stint.example/acs' },
      'PUT /v0/tenants/:tenantId/saml/idp': () => {
        isThere = true;
        return {};
      },
    },
  });
  const metadata = screen.getByLabelText('Metadata of your identity provider');
  await screen.getByLabelText('Provider', { exact: true }).selectOptions('SAML');
  await metadata.fill('https://idp.example/metadata');
  await screen.getByRole('button', { name: 'Set up' }).click();
  await expect.element(screen.getByText('SAML is set up. Test it now.')).toBeVisible();
  await expect.element(screen.getByText('https://stint.example/acs')).toBeVisible();
  await expect.element(metadata).not.toBeInTheDocument();
  await screen.getByLabelText('Client id').fill('client');
  await screen.getByRole('button', { name: 'Set up' }).click();
  await expect.element(screen.getByLabelText('Client secret')).toHaveAttribute('aria-invalid', 'true');
  expect(asked.filter(({ key }) => key.startsWith('PUT')).map(({ body }) => body)).toEqual([
    { metadata: 'https://idp.example/metadata' },
  ]);
});
