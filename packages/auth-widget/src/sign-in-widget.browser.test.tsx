import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { SignedIn } from './sign-in-widget.tsx';
import { flowOf, refused, signOn } from './testing/contract.ts';
import { mountWidget } from './testing/mount.fixture.tsx';
import { GOOGLE, LINK, PASSWORD } from './testing/walk.ts';

const modeRoute = 'GET {t}/mode';

describe('password', () => {
  it('logs in, keeps the session and goes where the answer leads', async () => {
    const { screen, contract, visits, client } = await mountWidget({
      [modeRoute]: flowOf(PASSWORD),
      'POST {t}/auth/basic': signOn(),
    });
    await screen.getByLabelText('Email address or username').fill(' ada@example.com ');
    await screen.getByLabelText('Password', { exact: true }).fill(' secret 1 ');
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Logged in' })).toBeVisible();
    expect(contract.calls.at(-1)?.body).toEqual({
      emailOrUsername: 'ada@example.com',
      password: ' secret 1 ',
      options: { noResetEmail: true },
    });
    expect(visits).toEqual(['/next']);
    expect(client.user()?.name).toBe('Ada Łovelace');
    await expect
      .element(screen.getByText("If you aren't redirected, click the button below to continue."))
      .toBeVisible();
  });

  it('shows the required messages, moves the focus to the first wrong field and sends nothing', async () => {
    const { screen, contract } = await mountWidget({ [modeRoute]: flowOf(PASSWORD) });
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect.element(screen.getByText('Please enter your email or username')).toBeVisible();
    await expect.element(screen.getByText('Please enter your password')).toBeVisible();
    await expect.element(screen.getByLabelText('Email address or username')).toHaveFocus();
    await expect
      .element(screen.getByLabelText('Email address or username'))
      .toHaveAccessibleDescription('Please enter your email or username');
    expect(contract.routes()).toEqual(['GET tenants/abcd1234/mode']);
  });

  it('shows what the server said and keeps what was typed', async () => {
    const { screen } = await mountWidget({
      [modeRoute]: flowOf(PASSWORD, LINK),
      'POST {t}/auth/basic': refused(400, 'Incorrect email or password'),
    });
    await screen.getByLabelText('Email address or username').fill('ada');
    await screen.getByLabelText('Password', { exact: true }).fill('wrong');
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Incorrect email or password');
    await expect.element(screen.getByLabelText('Email address or username')).toHaveValue('ada');
    await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveValue('wrong');
    await expect.element(screen.getByRole('button', { name: 'Email me a link' })).toBeVisible();
  });

  it('survives a lost network: what was typed stays, a second try works', async () => {
    const { screen } = await mountWidget({
      [modeRoute]: flowOf(PASSWORD),
      'POST {t}/auth/basic': (_, count) => (count === 1 ? 'offline' : signOn()),
    });
    await screen.getByLabelText('Email address or username').fill('ada');
    await screen.getByLabelText('Password', { exact: true }).fill('secret');
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('The server could not be reached. What you typed is still here: try again.');
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Logged in' })).toBeVisible();
  });

  it('is sent once, however often the button is pressed', async () => {
    const { screen, contract } = await mountWidget({
      [modeRoute]: flowOf(PASSWORD),
      'POST {t}/auth/basic': 'silent',
    });
    await screen.getByLabelText('Email address or username').fill('ada');
    await screen.getByLabelText('Password', { exact: true }).fill('secret');
    await userEvent.keyboard('{Enter}{Enter}');
    await expect
      .element(screen.getByRole('button', { name: 'Working…' }))
      .toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    expect(contract.routes().filter((route) => route.includes('basic'))).toHaveLength(1);
  });

  it('can be shown, and its field is what password managers expect', async () => {
    const { screen } = await mountWidget({ [modeRoute]: flowOf(PASSWORD) });
    const field = screen.getByLabelText('Password', { exact: true });
    await expect.element(field).toHaveAttribute('type', 'password');
    await expect.element(field).toHaveAttribute('autocomplete', 'current-password');
    await expect
      .element(screen.getByLabelText('Email address or username'))
      .toHaveAttribute('autocomplete', 'username');
    await screen.getByRole('button', { name: 'Show password: Password' }).click();
    await expect.element(field).toHaveAttribute('type', 'text');
  });
});

describe('by keyboard alone', () => {
  it('somebody chooses a way, goes back, and logs in', async () => {
    const { screen } = await mountWidget({
      [modeRoute]: flowOf(PASSWORD, LINK),
      'POST {t}/auth/basic': signOn(),
    });
    await expect.element(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
    screen.getByRole('button', { name: 'Email me a link' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByLabelText('Email address')).toHaveFocus();
    await userEvent.keyboard('{Tab}{Tab}');
    await expect.element(screen.getByRole('button', { name: 'Back' })).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(screen.getByLabelText('Email address or username')).toHaveFocus();
    await userEvent.keyboard('ada{Tab}secret{Enter}');
    await expect.element(screen.getByRole('heading', { name: 'Logged in' })).toHaveFocus();
  });
});

describe('signup', () => {
  it('sends email, username and password; passwords that differ stay on the form', async () => {
    const { screen, contract } = await mountWidget(
      { [modeRoute]: flowOf(PASSWORD), 'POST {t}/auth/create': signOn({ redirectTo: '/continue-signup' }) },
      { type: 'signup', askUsername: true, askConfirmation: true },
    );
    await expect
      .element(
        screen.getByText('At least 16 characters OR at least 8 characters including a number and a letter.'),
      )
      .toBeVisible();
    await screen.getByLabelText('Username (optional)').fill('ada');
    await screen.getByLabelText('Email address').fill('ada@example.com');
    await screen.getByLabelText('Choose a password', { exact: true }).fill('correct horse 9');
    await screen.getByLabelText('Confirm your password', { exact: true }).fill('correct horse 8');
    await screen.getByRole('button', { name: 'Sign up' }).click();
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent("The passwords don't match. Please re-enter your password.");
    await screen.getByLabelText('Confirm your password', { exact: true }).fill('correct horse 9');
    await screen.getByRole('button', { name: 'Sign up' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Signed up' })).toBeVisible();
    expect(contract.calls.at(-1)?.body).toEqual({
      email: 'ada@example.com',
      username: 'ada',
      password: 'correct horse 9',
    });
  });

  it('asks for an address that is one', async () => {
    const { screen, contract } = await mountWidget({ [modeRoute]: flowOf(PASSWORD) }, { type: 'signup' });
    await screen.getByLabelText('Email address').fill('ada');
    await screen.getByLabelText('Choose a password', { exact: true }).fill('correct horse 9');
    await screen.getByRole('button', { name: 'Sign up' }).click();
    await expect.element(screen.getByText('Please enter your email address')).toBeVisible();
    expect(contract.calls).toHaveLength(1);
  });
});

describe('states without a form', () => {
  it('says that authentication is disabled without first factors', async () => {
    const { screen } = await mountWidget({ [modeRoute]: flowOf() });
    await expect.element(screen.getByRole('heading', { name: 'Authentication is disabled' })).toBeVisible();
    await expect.element(screen.getByText('Please contact an administrator for assistance')).toBeVisible();
  });

  it('offers to ask again when the flow cannot be had', async () => {
    const { screen } = await mountWidget({
      [modeRoute]: (_, count) =>
        count === 1 ? refused(500, 'An internal server error occurred') : flowOf(PASSWORD),
    });
    await expect.element(screen.getByRole('heading', { name: 'Oops, something went wrong' })).toBeVisible();
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
  });

  it('shows the given flow at once, remembers a choice and acts on it when the server has answered', async () => {
    let answer: (value: unknown) => void = () => {};
    const { screen, client } = await mountWidget(
      {},
      { flow: { firstFactors: [PASSWORD, LINK], secondFactors: [] } },
    );
    await expect.element(screen.getByRole('heading', { name: 'Oops, something went wrong' })).toBeVisible();
    await screen.unmount();
    vi.spyOn(client, 'fetchMode').mockReturnValue(
      new Promise((resolve) => {
        answer = resolve as typeof answer;
      }),
    );
    const { render } = await import('vitest-browser-react');
    const { SignInWidget } = await import('./sign-in-widget.tsx');
    const second = await render(
      <SignInWidget client={client} flow={{ firstFactors: [PASSWORD, LINK], secondFactors: [] }} />,
    );
    await second.getByRole('button', { name: 'Email me a link' }).click();
    await expect.element(second.getByRole('heading', { name: 'Log in' })).toBeVisible();
    answer({
      mode: 'test',
      reason: 'http',
      flow: { firstFactors: [PASSWORD, LINK], secondFactors: [] },
      answer: {},
    });
    await expect.element(second.getByRole('heading', { name: 'Email me a link' })).toBeVisible();
  });

  it('greets somebody who is signed in, and logs them out', async () => {
    const routes = {
      [modeRoute]: flowOf(PASSWORD),
      'POST {t}/auth/basic': signOn(),
      'GET auth/logout': { status: 200, body: { message: 'OK', redirectTo: '/signin' } },
    } as const;
    const first = await mountWidget(routes);
    await first.screen.getByLabelText('Email address or username').fill('ada');
    await first.screen.getByLabelText('Password', { exact: true }).fill('secret');
    await first.screen.getByRole('button', { name: 'Log in' }).click();
    await expect.element(first.screen.getByRole('heading', { name: 'Logged in' })).toBeVisible();
    await first.screen.unmount();
    const second = await mountWidget(routes);
    await expect.element(second.screen.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await second.screen.getByRole('button', { name: 'Log out' }).click();
    await expect.poll(() => second.visits).toEqual(['/signin']);
    expect(second.client.snapshot().isSignedIn).toBe(false);
  });

  it('leaves for a provider with all that it needs to return', async () => {
    const { screen, visits } = await mountWidget({ [modeRoute]: flowOf(GOOGLE) }, { redirect: '/time' });
    await screen.getByRole('button', { name: 'Google' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Redirecting...' })).toBeVisible();
    const url = new URL(visits[0] ?? '');
    expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      '/v0/auth/google/login',
      { origin: window.location.origin, tenant_id: 'abcd1234', redirect: '/time' },
    ]);
  });

  it('tells the application and stays with redirect={false}', async () => {
    const onSignedIn = vi.fn<(result: SignedIn) => void>();
    const { screen, visits } = await mountWidget(
      { [modeRoute]: flowOf(PASSWORD), 'POST {t}/auth/basic': signOn() },
      { redirect: false, onSignedIn },
    );
    await screen.getByLabelText('Email address or username').fill('ada');
    await screen.getByLabelText('Password', { exact: true }).fill('secret');
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Logged in' })).toBeVisible();
    expect(onSignedIn).toHaveBeenCalledOnce();
    expect(visits).toEqual([]);
  });

  it('speaks German', async () => {
    const { screen } = await mountWidget({ [modeRoute]: flowOf(PASSWORD) }, { locale: 'de-AT' });
    await expect.element(screen.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
    await screen.getByRole('button', { name: 'Anmelden' }).click();
    await expect.element(screen.getByText('Bitte geben Sie Ihr Passwort ein')).toBeVisible();
  });
});
