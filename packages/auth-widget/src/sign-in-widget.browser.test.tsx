import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { SignedIn } from './sign-in-widget.tsx';
import { flowOf, mfaRequired, refused, sent, signOn } from './testing/contract.ts';
import { mountWidget } from './testing/mount.fixture.tsx';
import { EMAIL_CODE, GOOGLE, LINK, PASSWORD, SMS_CODE, TOTP } from './testing/walk.ts';

const modeRoute = 'GET {t}/mode';
const setUp = { ...TOTP, isConfiguredByUser: true };

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

describe('links and codes', () => {
  it('mails a link, resends it after the pause and says so', async () => {
    const { screen, contract } = await mountWidget({
      [modeRoute]: flowOf(PASSWORD, LINK),
      'POST {t}/auth/link': sent,
    });
    await screen.getByRole('button', { name: 'Email me a link' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Email me a link' })).toBeVisible();
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByText('Please enter your email address')).toBeVisible();
    await screen.getByLabelText('Email address').fill('ada@example.com');
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect
      .element(screen.getByRole('button', { name: /Resend in/ }))
      .toHaveAttribute('aria-disabled', 'true');
    await screen.getByRole('button', { name: 'Resend', exact: true }).click();
    await expect.element(screen.getByText('Email resent.')).toBeVisible();
    expect(contract.routes().filter((route) => route.startsWith('POST'))).toHaveLength(2);
    await screen.getByRole('button', { name: 'Back' }).click();
    await expect.element(screen.getByLabelText('Email address')).toHaveValue('ada@example.com');
  });

  it('resets with the reset link, whatever the flow is', async () => {
    const { screen, contract } = await mountWidget({ 'POST {t}/auth/reset/link': sent }, { type: 'reset' });
    await expect.element(screen.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
    await screen.getByLabelText('Email address').fill('ada@example.com');
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByText(/If ada@example.com has an account/)).toBeVisible();
    expect(contract.calls.at(-1)?.body).toEqual({ email: 'ada@example.com' });
  });

  it('takes a code with spaces, also pasted out of a sentence', async () => {
    const { screen, contract } = await mountWidget({
      [modeRoute]: flowOf(EMAIL_CODE),
      'POST {t}/auth/code': sent,
      'PUT {t}/auth/code': (_, count) => (count === 1 ? refused(400, 'Invalid verificationCode') : signOn()),
    });
    await screen.getByLabelText('Email address').fill('ada@example.com');
    await screen.getByRole('button', { name: 'Submit' }).click();
    const field = screen.getByLabelText('Verification code');
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code');
    await field.fill('123 456');
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Invalid verificationCode');
    await field.clear();
    const data = new DataTransfer();
    data.setData('text', 'Your code is 654-321.');
    field
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    await expect.element(field).toHaveValue('654321');
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Verified' })).toBeVisible();
    expect(contract.calls.filter(({ route }) => route.startsWith('PUT')).map(({ body }) => body)).toEqual([
      { channel: 'email', verificationCode: '123456', email: 'ada@example.com' },
      { channel: 'email', verificationCode: '654321', email: 'ada@example.com' },
    ]);
  });

  it('finds a country by typing and sends the number in E.164', async () => {
    const { screen, contract } = await mountWidget({
      [modeRoute]: flowOf(SMS_CODE),
      'POST {t}/auth/code': sent,
    });
    const number = screen.getByLabelText('Mobile phone number');
    await expect.element(number).toHaveAttribute('placeholder', '1 (702) 123-4567');
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByText('Required field')).toBeVisible();
    await screen.getByRole('button', { name: 'Country: United States, US +1' }).click();
    const search = screen.getByRole('combobox', { name: 'Search country' });
    await expect.element(search).toHaveFocus();
    await search.fill('germ');
    await expect.element(screen.getByRole('option')).toHaveTextContent('Germany +49');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('button', { name: 'Country: Germany, DE +49' })).toHaveFocus();
    await number.fill('0171 234 56 78 90 12 34 56 78');
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Enter your verification code' })).toBeVisible();
    expect(contract.calls.at(-1)?.body).toEqual({ channel: 'sms', phoneNumber: '+491712345678901' });
  });
});

describe('second factor', () => {
  it('uses the authenticator that is set up, then a backup code', async () => {
    const { screen, contract } = await mountWidget({
      [modeRoute]: flowOf(PASSWORD),
      'POST {t}/auth/basic': mfaRequired([setUp, SMS_CODE]),
      'POST {t}/auth/totp': (_, count) => (count === 1 ? refused(400, 'Invalid TOTP code') : signOn()),
    });
    await screen.getByLabelText('Email address or username').fill('ada');
    await screen.getByLabelText('Password', { exact: true }).fill('secret');
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Enter your six-digit code' })).toBeVisible();
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByText('Please enter your six-digit code')).toBeVisible();
    await screen.getByLabelText('Six-digit code').fill('123456');
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Invalid TOTP code');
    await screen.getByRole('button', { name: 'Use a backup code' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Enter a backup code' })).toBeVisible();
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByText('Please enter your backup code')).toBeVisible();
    await screen.getByLabelText('Backup code').fill('k3vd2q-7hwx4m');
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Verified' })).toBeVisible();
    const last = contract.calls.at(-1);
    expect(last?.body).toEqual({ backupCode: 'k3vd2q-7hwx4m' });
    expect(last?.headers.get('authorization')).toBe('Bearer first-factor-token');
  });

  it('sets up an authenticator: QR code, code, backup codes, finish', async () => {
    const { screen, visits } = await mountWidget({
      [modeRoute]: flowOf(PASSWORD),
      'POST {t}/auth/basic': mfaRequired([{ ...TOTP, isConfiguredByUser: false }]),
      'GET auth/totp': (_, count) =>
        count === 1
          ? 'offline'
          : {
              status: 200,
              body: {
                qrCode: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
                totpSecret: 'ABCDEFGH',
                backupCodes: ['one-1', 'two-2'],
              },
            },
      'POST {t}/auth/totp': signOn(),
    });
    await screen.getByLabelText('Email address or username').fill('ada');
    await screen.getByLabelText('Password', { exact: true }).fill('secret');
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect
      .element(
        screen.getByText(
          'We could not retrieve your authenticator information. Please choose a different method or try again.',
        ),
      )
      .toBeVisible();
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect
      .element(screen.getByRole('img', { name: 'QR code for your authenticator app' }))
      .toBeVisible();
    await expect.element(screen.getByText('ABCD EFGH')).toBeVisible();
    await screen.getByLabelText('Six-digit code').fill('123456');
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Save your backup codes' })).toBeVisible();
    await expect.element(screen.getByText('two-2')).toBeVisible();
    expect(visits).toEqual([]);
    await screen.getByRole('button', { name: 'Finish' }).click();
    await expect
      .element(screen.getByRole('heading', { name: 'Added authenticator to your account' }))
      .toBeVisible();
    expect(visits).toEqual(['/next']);
  });

  it('goes on after a reload of the page', async () => {
    const routes = { [modeRoute]: flowOf(PASSWORD), 'POST {t}/auth/basic': mfaRequired([setUp]) };
    const first = await mountWidget(routes);
    await first.screen.getByLabelText('Email address or username').fill('ada');
    await first.screen.getByLabelText('Password', { exact: true }).fill('secret');
    await first.screen.getByRole('button', { name: 'Log in' }).click();
    await expect.element(first.screen.getByLabelText('Six-digit code')).toBeVisible();
    await first.screen.unmount();
    const second = await mountWidget(routes);
    await expect.element(second.screen.getByLabelText('Six-digit code')).toBeVisible();
  });
});

describe('addresses of mails', () => {
  const link = '/signin?token=T1&uuid=U1&type=login&redirect=%2Fweek';

  it('logs in at once where this browser asked for the link, and follows its redirect', async () => {
    localStorage.setItem('latchkey.abcd1234.asked', String(Date.now()));
    const { screen, contract, visits } = await mountWidget(
      { [modeRoute]: flowOf(PASSWORD), 'PUT {t}/auth/link': signOn() },
      {},
      link,
    );
    await expect.element(screen.getByRole('heading', { name: 'Logged in' })).toBeVisible();
    expect(contract.calls.at(-1)?.body).toEqual({ token: 'T1', uuid: 'U1', linkType: 'login' });
    expect(visits).toEqual(['/week']);
  });

  it('asks first where another browser asked for it (security 4)', async () => {
    const { screen, contract } = await mountWidget(
      { [modeRoute]: flowOf(PASSWORD), 'PUT {t}/auth/link': signOn() },
      {},
      link,
    );
    await expect.element(screen.getByRole('heading', { name: 'Open this link here?' })).toBeVisible();
    expect(contract.routes()).not.toContain('PUT tenants/abcd1234/auth/link');
    await screen.getByRole('button', { name: 'Yes, open it here' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Logged in' })).toBeVisible();
  });

  it('shows why a link failed, on the form', async () => {
    localStorage.setItem('latchkey.abcd1234.asked', String(Date.now()));
    const { screen } = await mountWidget(
      { [modeRoute]: flowOf(PASSWORD, LINK), 'PUT {t}/auth/link': refused(400, 'Invalid token') },
      {},
      link,
    );
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Invalid token');
    await expect.element(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
  });

  it('sets a new password with a reset link, without the old one', async () => {
    const { screen, contract } = await mountWidget(
      { 'PUT {t}/auth/reset': signOn() },
      { type: 'reset', askConfirmation: true },
      '/reset?token=T1&uuid=U1&type=reset',
    );
    await expect.element(screen.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByText('Please enter a new password')).toBeVisible();
    await expect.element(screen.getByText('Please confirm your new password')).toBeVisible();
    await screen.getByLabelText('Choose a new password', { exact: true }).fill('correct horse 9');
    await screen.getByLabelText('Confirm your new password', { exact: true }).fill('correct horse 9');
    await screen.getByRole('button', { name: 'Submit' }).click();
    await expect.element(screen.getByText('Your new password has been set.')).toBeVisible();
    expect(contract.calls.at(-1)?.body).toEqual({ uuid: 'U1', token: 'T1', password: 'correct horse 9' });
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
