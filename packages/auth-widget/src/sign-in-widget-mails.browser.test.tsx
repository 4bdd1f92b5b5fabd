import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { flowOf, refused, sent, signOn } from './testing/contract.ts';
import { mountWidget } from './testing/mount.fixture.tsx';
import { EMAIL_CODE, LINK, PASSWORD, SMS_CODE } from './testing/walk.ts';

const modeRoute = 'GET {t}/mode';

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
