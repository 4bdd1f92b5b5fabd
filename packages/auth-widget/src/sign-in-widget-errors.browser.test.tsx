import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type LinkRefusal, SignInWidget } from './sign-in-widget.tsx';
import { flowOf, refused, signOn } from './testing/contract.ts';
import { mountWidget } from './testing/mount.fixture.tsx';
import { GOOGLE, LINK, PASSWORD } from './testing/walk.ts';

const modeRoute = 'GET {t}/mode';
const signInLink = '/signin?token=T1&uuid=U1&type=login';
const resetLink = '/reset?token=T1&uuid=U1&type=reset';

describe('a provider that cannot be gone to', () => {
  it('leaves the person on the form, with the error', async () => {
    const { screen } = await mountWidget({
      [modeRoute]: flowOf(PASSWORD, { channel: 'email', strategy: 'twitter' }),
    });
    await screen.getByRole('button', { name: 'Twitter' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('invalid method property');
    await expect.element(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await expect.element(screen.getByLabelText('Password', { exact: true })).toBeVisible();
  });

  it('that is the only way can be tried again', async () => {
    const { screen, client, visits } = await mountWidget({ [modeRoute]: flowOf(GOOGLE) });
    const login = vi.spyOn(client, 'login').mockRejectedValueOnce(new Error('Not now.'));
    await screen.getByRole('button', { name: 'Google' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Not now.');
    login.mockRestore();
    await screen.getByRole('button', { name: 'Google' }).click();
    await expect.poll(() => visits).toHaveLength(1);
  });
});

describe('a password that has to be set anew', () => {
  it.each([
    ['live', 'Please reset your password to continue signing using email and password.'],
    ['test', 'Incorrect email or password'],
  ] as const)('is told in %s mode as: %s', async (mode, words) => {
    const flow = { mode, authentication: { firstFactors: [PASSWORD], secondFactors: [] } };
    const { screen, client } = await mountWidget({
      [modeRoute]: { status: 200, body: flow },
      'POST {t}/auth/basic': refused(400, 'Incorrect email or password', 'intended_error'),
    });
    await screen.getByLabelText('Email address or username').fill('ada@example.com');
    await screen.getByLabelText('Password', { exact: true }).fill('secret');
    expect(client.mode()).toBe(mode);
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent(words);
  });
});

describe('a refusal of what was typed', () => {
  const routes = {
    [modeRoute]: flowOf(PASSWORD, { channel: 'email', strategy: 'twitter' }),
    'POST {t}/auth/basic': (_: unknown, count: number) =>
      count === 1 ? refused(400, 'Incorrect email or password', 'wrong_credentials') : ('offline' as const),
  };

  it('is tied to the field, which has the focus and its text selected, until something else is typed', async () => {
    const { screen } = await mountWidget(routes);
    const password = screen.getByLabelText('Password', { exact: true });
    await screen.getByLabelText('Email address or username').fill('ada');
    await password.fill('secret');
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect.element(password).toHaveFocus();
    await expect.element(password).toHaveAccessibleDescription('Incorrect email or password');
    await expect.element(password).toBeInvalid();
    await expect.element(screen.getByLabelText('Email address or username')).toBeValid();
    await userEvent.keyboard('x');
    await expect.element(password).toHaveValue('x');
    await expect.element(password).toBeValid();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Incorrect email or password');
  });

  it('that no field could put right leaves the focus where it is', async () => {
    const { screen } = await mountWidget({ ...routes, 'POST {t}/auth/basic': 'offline' });
    await screen.getByLabelText('Email address or username').fill('ada');
    await screen.getByLabelText('Password', { exact: true }).fill('secret');
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('The server could not be reached. What you typed is still here: try again.');
    await expect.element(screen.getByLabelText('Password', { exact: true })).toBeValid();
    await expect.element(screen.getByRole('button', { name: 'Log in' })).toHaveFocus();
  });

  it('of two passwords that differ is told again at the second of them', async () => {
    const { screen } = await mountWidget(routes, { type: 'signup', askConfirmation: true });
    const second = screen.getByLabelText('Confirm your password');
    await screen.getByLabelText('Email address').fill('ada@example.com');
    await screen.getByLabelText('Choose a password', { exact: true }).fill('correct horse 9');
    for (const typed of ['correct house 9', 'correct mouse 9']) {
      await second.fill(typed);
      await screen.getByRole('button', { name: 'Sign up' }).click();
      await expect.element(second).toHaveFocus();
      await expect.element(second).toBeInvalid();
    }
    await expect
      .element(second)
      .toHaveAccessibleDescription("The passwords don't match. Please re-enter your password.");
  });
});

describe('resetting a password', () => {
  it.each([
    [refused(500, ''), 'There was a problem sending password reset email. Please try again.'],
    [refused(400, 'Email format is invalid'), 'Email format is invalid'],
    ['offline' as const, 'The server could not be reached. What you typed is still here: try again.'],
  ])('tells why no mail was sent: %o', async (answer, words) => {
    const { screen } = await mountWidget({ 'POST {t}/auth/reset/link': answer }, { type: 'reset' });
    await screen.getByLabelText('Email address').fill('ada@example.com');
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent(words);
    await expect.element(screen.getByLabelText('Email address')).toHaveValue('ada@example.com');
  });

  it.each([
    [
      refused(400, 'Invalid token', 'invalid_token'),
      'There was a problem resetting your password. Please try again. This link was used already or is too old. Ask for a new one.',
    ],
    [refused(500, ''), 'There was a problem resetting your password. Please try again.'],
    [refused(400, 'Too easy to guess.', 'password_refused'), 'Too easy to guess.'],
  ])('tells why no password was set: %o', async (answer, words) => {
    const { screen } = await mountWidget({ 'PUT {t}/auth/reset': answer }, { type: 'reset' }, resetLink);
    await screen.getByLabelText('Choose a new password', { exact: true }).fill('correct horse 9');
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent(words);
  });
});

describe('a spent link that waited for a person', () => {
  const routes = {
    [modeRoute]: flowOf(PASSWORD, LINK),
    'PUT {t}/auth/link': refused(400, 'Invalid token', 'invalid_token'),
    'POST {t}/auth/basic': signOn(),
  };
  const words = 'Invalid token. This link was used already or is too old. Ask for a new one.';

  it('says so on the form, and to the application', async () => {
    const onLinkRefused = vi.fn<(refusal: LinkRefusal) => void>();
    const { screen } = await mountWidget(routes, { onLinkRefused }, signInLink);
    await screen.getByRole('button', { name: 'Yes, open it here' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent(words);
    expect(onLinkRefused.mock.calls).toEqual([
      [
        {
          linkType: 'login',
          statusCode: 400,
          message: 'Invalid token',
          error: { type: 'invalid_token' },
        },
      ],
    ]);
  });

  it('says so to somebody who is signed in as well', async () => {
    const first = await mountWidget(routes);
    await first.screen.getByLabelText('Email address or username').fill('ada');
    await first.screen.getByLabelText('Password', { exact: true }).fill('secret');
    await first.screen.getByRole('button', { name: 'Log in' }).click();
    await expect.element(first.screen.getByRole('heading', { name: 'Logged in' })).toBeVisible();
    await first.screen.unmount();
    const { screen } = await mountWidget(routes, {}, signInLink);
    await screen.getByRole('button', { name: 'Yes, open it here' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect.element(screen.getByRole('alert')).toHaveTextContent(words);
  });
});

describe('an invitation', () => {
  it('is not called a link of another browser, and names who invited to what where that is known', async () => {
    const { screen } = await mountWidget(
      { [modeRoute]: flowOf(PASSWORD), 'PUT {t}/auth/link': signOn() },
      { linkNote: 'Priya invited you to Harbour Studio.' },
      '/signin?token=T1&uuid=U1&type=invite',
    );
    await expect.element(screen.getByRole('heading', { name: 'You are invited' })).toBeVisible();
    await expect.element(screen.getByText('Priya invited you to Harbour Studio.')).toBeVisible();
    expect(screen.container.textContent).not.toContain('another browser');
    await screen.getByRole('button', { name: 'Continue' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Logged in' })).toBeVisible();
  });
});

describe('a widget that cannot begin', () => {
  it('names the tenant id that is missing', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const screen = await render(<SignInWidget />);
    await expect.element(screen.getByText('Missing tenantId')).toBeVisible();
    warn.mockRestore();
  });

  it('takes the tenant id of the client that it is given', async () => {
    const { screen, contract } = await mountWidget({ [modeRoute]: flowOf(PASSWORD) });
    await expect.element(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
    expect(contract.routes()).toEqual(['GET tenants/abcd1234/mode']);
  });

  it('says that the application could not be initialised', async () => {
    const { client } = await mountWidget({ [modeRoute]: flowOf(PASSWORD) });
    const broken = {
      ...client,
      snapshot: () => {
        throw new Error('storage is gone');
      },
    };
    const screen = await render(<SignInWidget client={broken} />);
    await expect.element(screen.getByText('Application initialization error')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

it('the footer leads to a page about the provider, beside the form', async () => {
  const { screen } = await mountWidget({ [modeRoute]: flowOf(PASSWORD) });
  const footer = screen.getByRole('link', { name: 'Secured by Latchkey' });
  expect((footer.element() as HTMLAnchorElement).pathname).toBe('/about');
  await expect.element(footer).toHaveAttribute('target', '_blank');
});
