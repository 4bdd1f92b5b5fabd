import { describe, expect, it } from 'vitest';
import { givenFlow } from './host/flow-answer.ts';
import { flowOf, refused, signOn } from './testing/contract.ts';
import { mountWidget } from './testing/mount.fixture.tsx';
import { GOOGLE, LINK, PASSWORD } from './testing/walk.ts';

const modeRoute = 'GET {t}/mode';
const authentication = { firstFactors: [PASSWORD, GOOGLE], secondFactors: [] };
const sso = [
  { provider: 'google', providerId: '' },
  { provider: 'custom', providerId: 'works' },
  { provider: 'saml', providerId: '' },
];

describe('a flow that came with the page', () => {
  it('is on the screen with the first rendering, and no call is made', async () => {
    const { screen, contract } = await mountWidget({}, givenFlow({ authentication, sso }));
    expect(screen.container.querySelector('input[type=password]')).not.toBeNull();
    await expect.element(screen.getByRole('button', { name: 'Google' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'works' })).toBeVisible();
    expect(contract.routes()).toEqual([]);
  });

  it('is asked for where the page brought none that can be used', async () => {
    for (const answer of [null, undefined, {}, { authentication: 'nonsense', sso: 7 }]) {
      expect(givenFlow(answer)).toEqual({});
    }
    const { screen, contract } = await mountWidget({ [modeRoute]: flowOf(PASSWORD) }, givenFlow(null));
    await expect.element(screen.getByLabelText('Password', { exact: true })).toBeVisible();
    expect(contract.routes()).toEqual(['GET tenants/abcd1234/mode']);
  });

  it('brings no rows that nobody can serve', () => {
    const rows = [null, 7, 'saml', { provider: 'custom' }, { provider: 'custom', providerId: '' }, {}];
    expect(givenFlow({ authentication, sso: rows }).customProviders).toEqual([]);
  });
});

describe("the tenant's own identity provider", () => {
  it('has a button that leads to its page, with the page to come back to', async () => {
    const { screen, visits } = await mountWidget(
      {},
      { ...givenFlow({ authentication, sso }), redirect: '/x' },
    );
    await screen.getByRole('button', { name: 'Single sign-on (SSO)' }).click();
    await expect.poll(() => visits).toHaveLength(1);
    const url = new URL(visits[0] ?? '');
    expect(url.pathname).toBe('/v0/auth/saml/sp/login');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      origin: location.origin,
      tenant_id: 'abcd1234',
      redirect: '/x',
    });
  });

  it('is listed where the flow is fetched, too', async () => {
    const body = { mode: 'test', authentication, sso };
    const { screen } = await mountWidget({ [modeRoute]: { status: 200, body } });
    await expect.element(screen.getByRole('button', { name: 'Single sign-on (SSO)' })).toBeVisible();
  });
});

describe('a sign-up that waits for its mail', () => {
  const waiting = {
    status: 200,
    body: { mode: 'test', message: 'OK', redirectTo: '/signin', isEmailConfirmed: false },
  };

  it.each([[[PASSWORD]], [[PASSWORD, LINK]]])(
    'says where the mail went, and leads back to the form',
    async (factors) => {
      const { screen, visits } = await mountWidget(
        { [modeRoute]: flowOf(...factors), 'POST {t}/auth/create': waiting },
        { type: 'signup' },
      );
      await screen.getByLabelText('Email address').fill('ada@example.com');
      await screen.getByRole('textbox', { name: 'Choose a password' }).fill('correct horse 9');
      await screen.getByRole('button', { name: 'Sign up', exact: true }).click();
      await expect.element(screen.getByRole('heading', { name: 'Check your email' })).toBeVisible();
      await expect
        .element(screen.getByText('We sent a link to ada@example.com.', { exact: false }))
        .toBeVisible();
      await expect.element(screen.getByRole('button', { name: /Resend/ })).not.toBeInTheDocument();
      expect(visits).toEqual([]);
      await screen.getByRole('button', { name: 'Back' }).click();
      await expect.element(screen.getByLabelText('Email address')).toHaveValue('ada@example.com');
    },
  );

  it('is no end for a login', async () => {
    const { screen } = await mountWidget({
      [modeRoute]: flowOf(PASSWORD),
      'POST {t}/auth/basic': (_, count) => (count === 1 ? refused(400, 'Incorrect') : signOn()),
    });
    await screen.getByLabelText('Email address or username').fill('ada');
    await screen.getByLabelText('Password', { exact: true }).fill('secret');
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Incorrect');
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Logged in' })).toBeVisible();
  });
});
