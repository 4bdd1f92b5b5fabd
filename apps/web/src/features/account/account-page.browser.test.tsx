import { expect, onTestFinished, test } from 'vitest';
import { inTurn, openSitePage, Refusal } from '../../ui/page.fixture.tsx';
import { AccountPage } from './account-page.tsx';

const account = {
  userUuid: 'u1',
  email: 'ada@example.com',
  isEmailConfirmed: true,
  phoneNumber: null,
  isPhoneNumberConfirmed: false,
  name: 'Ada Lovelace',
  username: null,
  image: null,
  hasPassword: true,
  hasAuthenticator: false,
  backupCodesLeft: 0,
  authorization: { acme0001: { roles: ['owner'], name: 'Acme' } },
};
const here = {
  sessionId: 's1',
  tenantId: 'root0001',
  tenantName: 'Stint',
  isCurrent: true,
  device: 'Chrome on Linux',
  address: '127.0.0.1',
  factors: ['email/password'],
  createdAt: '2026-11-20T10:00:00Z',
  lastUsedAt: '2026-11-22T10:00:00Z',
  expiresAt: '2026-11-29T10:00:00Z',
};
const answers = {
  'GET /v0/self': account,
  'GET /v0/self/sessions': {
    results: [here, { ...here, sessionId: 's2', isCurrent: false, device: 'Firefox on Windows' }],
  },
  'GET /v0/self/identities': { results: [] },
  'GET /v0/tenants/:tenantId/mode': {
    mode: 'test' as const,
    authentication: { firstFactors: [], secondFactors: [] },
    sso: [],
  },
};
/** As the provider words a refusal. */
const refused = (status: number, type: string, message: string, more: object = {}) => {
  const refusal = new Refusal(status, type, message);
  Object.assign(refusal.body, { statusCode: status, error: { type }, ...more });
  return refusal;
};

test('a refused name keeps what was typed, and says why where it was typed', async () => {
  const { screen } = await openSitePage(AccountPage, {
    ...answers,
    'PUT /v0/self': refused(400, 'username_exists', 'Username exists'),
  });
  await screen.getByLabelText('Username').fill('ada');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Username exists')).toBeVisible();
  await expect.element(screen.getByLabelText('Username')).toHaveValue('ada');
});

test('a picture is cut to a square and sent as a PNG; another kind of file is refused where it was chosen', async () => {
  const { screen, asked } = await openSitePage(AccountPage, {
    ...answers,
    'PUT /v0/self/picture': account,
  });
  await expect.element(screen.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const choose = (file: File) => {
    const given = new DataTransfer();
    given.items.add(file);
    if (input) input.files = given.files;
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }));
  await expect.element(screen.getByText('Choose a PNG, JPEG or WebP picture.')).toBeVisible();
  choose(new File(['nonsense'], 'a.png', { type: 'image/png' }));
  await expect.element(screen.getByText('This picture could not be read. Choose another one.')).toBeVisible();
  const canvas = document.createElement('canvas');
  canvas.width = 40;
  canvas.height = 20;
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp'));
  choose(new File([blob ?? ''], 'a.webp', { type: 'image/webp' }));
  await expect.element(screen.getByText('Saved.')).toBeVisible();
  const sent = asked.find(({ key }) => key === 'PUT /v0/self/picture')?.body as { png: string };
  expect(atob(sent.png).slice(1, 4)).toBe('PNG');
});

test('an empty name is not sent', async () => {
  const { screen, asked } = await openSitePage(AccountPage, answers);
  await screen.getByLabelText('Your name').fill(' ');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Enter your name.')).toBeVisible();
  expect(asked.some(({ key }) => key.startsWith('PUT'))).toBe(false);
});

test('a wrong current password is told, and both fields keep what was typed', async () => {
  const { screen } = await openSitePage(AccountPage, {
    ...answers,
    'PUT /v0/tenants/:tenantId/auth/basic': refused(400, 'bad_request_error', 'Incorrect password'),
  });
  await screen.getByLabelText('Current password').fill('not this one');
  await screen.getByLabelText('New password').fill('correct horse battery 9');
  await screen.getByRole('button', { name: 'Change the password' }).click();
  await expect.element(screen.getByText('Incorrect password')).toBeVisible();
  await expect.element(screen.getByLabelText('New password')).toHaveValue('correct horse battery 9');
});

test('a change that asks for a fresh proof opens the form for it; closing it loses nothing that was typed', async () => {
  const password = { channel: 'email', strategy: 'password', isConfiguredByUser: true };
  const { screen } = await openSitePage(AccountPage, {
    ...answers,
    'PUT /v0/self/email': refused(403, 'step_up_required', 'Please confirm that it is you.', {
      authentication: { secondFactors: [password] },
    }),
  });
  await screen.getByRole('button', { name: 'Change the address' }).click();
  await screen.getByLabelText('New email address').fill('new@example.com');
  await screen.getByRole('button', { name: 'Send the confirmation' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByLabelText('New email address')).toHaveValue('new@example.com');
});

test('an address that was changed says that it waits for its proof', async () => {
  const { screen, asked } = await openSitePage(AccountPage, {
    ...answers,
    'PUT /v0/self/email': { message: 'OK' },
  });
  await screen.getByRole('button', { name: 'Change the address' }).click();
  await screen.getByLabelText('New email address').fill('nonsense');
  await screen.getByRole('button', { name: 'Send the confirmation' }).click();
  await expect.element(screen.getByText('Enter an address such as ada@example.com.')).toBeVisible();
  await screen.getByLabelText('New email address').fill('new@example.com');
  await screen.getByRole('button', { name: 'Send the confirmation' }).click();
  await expect.element(screen.getByText(/We sent a link to new@example.com/)).toBeVisible();
  expect(asked.find(({ key }) => key === 'PUT /v0/self/email')?.body).toEqual({ email: 'new@example.com' });
});

test('a phone number is removed after a question; the last way in is kept, and says what to do first', async () => {
  const own = { ...account, phoneNumber: '+41446681800', isPhoneNumberConfirmed: true };
  const { screen, asked } = await openSitePage(AccountPage, {
    ...answers,
    'GET /v0/self': inTurn(own, account),
    'DELETE /v0/self/phone': inTurn(
      refused(422, 'last_factor', 'Set up an authenticator or a password first.'),
      { message: 'OK' },
    ),
  });
  await screen.getByRole('button', { name: 'Remove the number' }).click();
  expect(asked.some(({ key }) => key.startsWith('DELETE'))).toBe(false);
  const dialog = screen.getByRole('dialog', { name: 'Remove the number' });
  await dialog.getByRole('button', { name: 'Remove the number' }).click();
  await expect.element(dialog.getByText('Set up an authenticator or a password first.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove the number' }).click();
  await expect.element(screen.getByText('Your number is removed.')).toBeVisible();
  await expect.element(screen.getByText('None yet')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Remove the number' })).not.toBeInTheDocument();
});

/** Pairing is refused by the library before it is asked for, unless somebody is signed in. */
function signIn(): void {
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 600, userUuid: 'u1' }));
  // biome-ignore lint/suspicious/noDocumentCookie: the session's cookie as the client writes it
  document.cookie = `access.acme0001=e30.${claims}.x; path=/`;
  onTestFinished(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: see above
    document.cookie = 'access.acme0001=; path=/; max-age=0';
  });
}

test('an authenticator is paired by its code, and its backup codes are shown once', async () => {
  signIn();
  const { screen, asked } = await openSitePage(AccountPage, {
    ...answers,
    'GET /v0/auth/totp': {
      qrCode: 'data:image/png;base64,AAAA',
      totpSecret: 'ABCD',
      backupCodes: ['aa', 'bb'],
    },
    'POST /v0/tenants/:tenantId/auth/totp': inTurn(refused(400, 'invalid_totp', 'Invalid TOTP code'), {
      message: 'OK',
    }),
  });
  await screen.getByRole('button', { name: 'Set up an authenticator' }).click();
  await screen.getByLabelText('Six-digit code').fill('000 000');
  await screen.getByRole('button', { name: 'Turn on' }).click();
  await expect.element(screen.getByText('Invalid TOTP code')).toBeVisible();
  await screen.getByLabelText('Six-digit code').fill('123 456');
  await screen.getByRole('button', { name: 'Turn on' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Save your backup codes' })).toBeVisible();
  await expect.element(screen.getByText('aa', { exact: true })).toBeVisible();
  const sent = asked.filter(({ key }) => key.endsWith('/auth/totp') && key.startsWith('POST'));
  expect(sent.map(({ body }) => body)).toEqual([{ totpCode: '000000' }, { totpCode: '123456' }]);
});

test('a session elsewhere is ended by its own button, and all others by one', async () => {
  const { screen, asked } = await openSitePage(AccountPage, {
    ...answers,
    'DELETE /v0/self/sessions/:sessionId': { message: 'OK' },
  });
  await screen.getByRole('button', { name: 'Sign out of Firefox on Windows · Stint' }).click();
  await expect.element(screen.getByText('Signed out there.')).toBeVisible();
  // The button went with its row: who works by keys goes on in the same section.
  await expect.poll(() => document.activeElement?.closest('section')?.id).toBe('sessions');
  await screen.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect.element(screen.getByText('Signed out everywhere else.')).toBeVisible();
  const ended = asked.filter(({ key }) => key.startsWith('DELETE')).map(({ params }) => params.sessionId);
  expect(ended).toEqual(['s2', 'others']);
});

test('deleting asks for the address, and says which workspace needs another owner', async () => {
  const { screen, asked } = await openSitePage(AccountPage, {
    ...answers,
    'DELETE /v0/self': refused(409, 'last_owner', 'Make somebody else an owner of Acme first.'),
  });
  await screen.getByRole('button', { name: 'Delete my account' }).click();
  await screen.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect.element(screen.getByText('What you typed is not your address.')).toBeVisible();
  expect(asked.some(({ key }) => key === 'DELETE /v0/self')).toBe(false);
  await screen.getByLabelText('Type ada@example.com to confirm').fill('Ada@Example.com');
  await screen.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect.element(screen.getByText('Make somebody else an owner of Acme first.')).toBeVisible();
});
