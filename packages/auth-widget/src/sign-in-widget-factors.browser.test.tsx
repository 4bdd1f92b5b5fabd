import { describe, expect, it } from 'vitest';
import { flowOf, mfaRequired, refused, signOn } from './testing/contract.ts';
import { mountWidget } from './testing/mount.fixture.tsx';
import { PASSWORD, SMS_CODE, TOTP } from './testing/walk.ts';

const modeRoute = 'GET {t}/mode';
const setUp = { ...TOTP, isConfiguredByUser: true };

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
    await expect.element(screen.getByLabelText('Six-digit code')).toBeInvalid();
    await expect.element(screen.getByLabelText('Six-digit code')).toHaveFocus();
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
