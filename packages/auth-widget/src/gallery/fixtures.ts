import type { Factor } from '@stint/domain/auth/factor.ts';
import { SOCIAL_PROVIDERS } from '@stint/domain/auth/factor.ts';
import { DEFAULT_CONFIG, initialContext } from '../machine/context.ts';
import type { StatePath } from '../machine/state-paths.ts';
import type { Config, Context, ViewData, ViewError } from '../machine/types.ts';

/** One picture of the gallery: a state of the machine with its memory. */
export interface Fixture {
  /** Unique; also the name in the address and of the screenshot. */
  id: string;
  state: StatePath;
  context: Context;
}

interface Memory extends Partial<Omit<Context, 'config' | 'view'>> {
  config?: Partial<Config>;
  view?: Partial<ViewData>;
}

const factor = (channel: string, strategy: string, isConfiguredByUser?: boolean): Factor => ({
  channel,
  strategy,
  ...(isConfiguredByUser === undefined ? {} : { isConfiguredByUser }),
});

const password = factor('email', 'password');
const every = [
  factor('email', 'google'),
  factor('email', 'github'),
  password,
  factor('email', 'link'),
  factor('email', 'verificationCode'),
  factor('sms', 'verificationCode'),
];
const firsts = (...firstFactors: Factor[]) => ({ flow: { firstFactors, secondFactors: [] } });
const some = firsts(...every);
const second = [factor('authenticator', 'totp', true), factor('sms', 'verificationCode', true)];
const typed = { email: 'ada@example.com', emailOrUsername: 'ada@example.com', phoneNumber: '+17025550123' };

const wrongPassword: ViewError = {
  statusCode: 400,
  message: 'Incorrect email or password',
  error: { type: 'wrong_credentials' },
};
const tooOften: ViewError = {
  statusCode: 429,
  message: 'Too many attempts. Please wait and try again.',
  error: { type: 'rate_limited' },
  retryAfterSeconds: 30,
};
const noNetwork: ViewError = { statusCode: 0, message: '', error: { type: 'network_error' } };
const mismatch: ViewError = { statusCode: 0, message: '', error: { type: 'password_mismatch_error' } };
const noWords: ViewError = { statusCode: 500, message: '', error: { type: 'unhandled_error' } };

const noStart: ViewError = {
  statusCode: 0,
  message: 'Application initialization error',
  error: { type: 'initialization_error' },
};
const noTenant: ViewError = { statusCode: 0, message: 'Missing tenantId', error: { type: 'usage_error' } };
const invitation = { token: 't', uuid: 'u', linkType: 'invite', isValid: true, isAskedHere: false };

/** A made-up code of the size that real ones have; it leads nowhere. */
const QR_CODE = `data:image/svg+xml,${encodeURIComponent(qrLookAlike())}`;
const BACKUP_CODES = [
  'k3vd2q-7hwx4m',
  'p9znt4-b2ycre',
  'h6mwqa-x3jd8k',
  't2rvbe-5gnzpy',
  'w8cxhu-q4adm7',
  'e5jkpz-n9vt2r',
  'y3bgda-c6whxq',
  'm7qnse-r2zk5t',
  'd4xpvu-j8ybhc',
  'z6tema-w3gqnd',
];

const rows: [id: string, state: StatePath, memory: Memory][] = [
  ['loading', 'placeholder', {}],
  ['select-login', 'selectFirstFactor', { config: some }],
  ['select-login-error', 'selectFirstFactor', { config: some, error: wrongPassword, view: typed }],
  ['select-login-busy', 'password.sending', { config: some, isInline: true, view: typed }],
  ['select-signup', 'selectFirstFactor', { config: { ...some, type: 'signup', askConfirmation: true } }],
  [
    'select-reset',
    'selectFirstFactor',
    { config: { ...firsts(factor('email', 'link'), password), type: 'reset' } },
  ],
  ['select-compact', 'selectFirstFactor', { config: { ...some, compact: true } }],
  [
    'select-providers',
    'selectFirstFactor',
    {
      config: {
        ...firsts(...SOCIAL_PROVIDERS.map((name) => factor('email', name))),
        customProviders: [
          { providerId: 'acme', label: 'Acme Corporation' },
          { provider: 'saml', providerId: '' },
        ],
      },
    },
  ],
  ['preview-waiting', 'preview', { config: { ...some, activeFactor: every[3] ?? null } }],
  ['password-login', 'password.showForm', { config: firsts(password) }],
  ['password-login-network-error', 'password.showForm', { error: noNetwork, canGoBack: true, view: typed }],
  ['password-signup', 'password.showForm', { config: { type: 'signup', askUsername: true } }],
  [
    'password-mismatch',
    'password.showForm',
    { config: { type: 'signup', askConfirmation: true }, error: mismatch },
  ],
  ['password-second', 'password.showForm', { isSecondFactor: true, canGoBack: true }],
  ['email-link', 'emailLink.showForm', { canGoBack: true }],
  ['email-link-limited', 'emailLink.showForm', { canGoBack: true, error: tooOften, view: typed }],
  ['reset-link', 'emailLink.showForm', { config: { type: 'reset' } }],
  ['email-sent', 'emailLink.showEmailSent', { view: typed }],
  [
    'email-resent',
    'emailLink.showEmailSent',
    { view: { ...typed, message: 'emailResent', sentAt: Date.now() } },
  ],
  ['reset-sent', 'emailLink.showEmailSent', { view: typed, config: { type: 'reset' } }],
  ['email-code', 'emailCode.showForm', { canGoBack: true }],
  ['email-code-enter', 'emailCode.showCodeForm', { view: typed }],
  ['email-code-error', 'emailCode.showCodeForm', { view: typed, error: noWords }],
  ['sms', 'smsCode.showForm', { canGoBack: true }],
  ['sms-enter', 'smsCode.showCodeForm', { view: { ...typed, message: 'codeResent' } }],
  ['sms-verifying', 'smsCode.verifying', { view: typed }],
  ['verified', 'smsCode.verified', { answer: { redirectTo: '/time' } }],
  ['second-use', 'selectSecondFactor', { isSecondFactor: true, view: { allowedSecondFactors: second } }],
  [
    'second-setup',
    'selectSecondFactor',
    { isSecondFactor: true, config: { action: 'setup' }, view: { allowedSecondFactors: second } },
  ],
  [
    'second-signup',
    'selectSecondFactor',
    {
      isSecondFactor: true,
      config: { action: 'setup', type: 'signup' },
      view: { allowedSecondFactors: second },
    },
  ],
  [
    'second-reset',
    'selectSecondFactor',
    { isSecondFactor: true, config: { type: 'reset' }, view: { allowedSecondFactors: second } },
  ],
  ['totp', 'useTotp.showForm', { isSecondFactor: true, canGoBack: true }],
  ['totp-first', 'useTotp.showForm', { view: { showEmailOrUsername: true } }],
  ['backup-code', 'useTotp.showForm', { view: { useBackupCode: true } }],
  ['totp-success', 'useTotp.success', {}],
  ['totp-success-reset', 'useTotp.success', { config: { type: 'reset' } }],
  [
    'totp-setup',
    'setUpTotp.showQrCode',
    { view: { qrCode: QR_CODE, totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' } },
  ],
  ['totp-setup-error', 'setUpTotp.showErrorMessage', { canGoBack: true, error: noNetwork }],
  ['backup-codes', 'setUpTotp.showBackupCodes', { view: { backupCodes: BACKUP_CODES } }],
  ['totp-added', 'setUpTotp.setUpComplete', {}],
  ['totp-signed-up', 'setUpTotp.setUpComplete', { config: { type: 'signup' } }],
  ['new-password', 'setNewPassword.showForm', { config: { type: 'reset', askConfirmation: true } }],
  ['new-password-existing', 'setNewPassword.showForm', { config: { type: 'reset' }, isLoggedIn: true }],
  ['new-password-set', 'setNewPassword.newPasswordSet', { config: { type: 'reset' } }],
  ['logged-in', 'finish', { answer: { redirectTo: '/time' } }],
  ['signup-email-sent', 'password.showEmailSent', { config: { type: 'signup' }, view: typed }],
  ['signed-up', 'password.passwordSet', { config: { type: 'signup' } }],
  ['welcome', 'alreadyLoggedIn', { isLoggedIn: true }],
  ['confirm-link', 'confirmLink', {}],
  ['confirm-invitation', 'confirmLink', { query: invitation }],
  ['link-login', 'loginWithLink', {}],
  ['redirecting', 'ssoProvider.goingToProvider', {}],
  ['disabled', 'disabled', {}],
  ['missing-flow-local', 'missingFlowLocal', {}],
  ['missing-flow-server', 'missingFlowFromServer', {}],
  ['unhandled', 'unhandledError', {}],
  ['init-error', 'unhandledError', { error: noStart }],
  ['missing-tenant', 'unhandledError', { error: noTenant }],
];

/** Every screen in every variant that looks different. */
export const FIXTURES: readonly Fixture[] = rows.map(([id, state, { config, view, ...rest }]) => {
  const base = initialContext({
    user: {},
    config: { ...DEFAULT_CONFIG, mode: 'test', modeReason: 'http', ...config },
  });
  return { id, state, context: { ...base, ...rest, view: { ...base.view, ...view } } };
});

function qrLookAlike(): string {
  const size = 29;
  const corner = (x: number, y: number) => x < 8 && y < 8;
  const isDark = (x: number, y: number) => (x * 7 + y * 13 + ((x * y) % 5) * 3) % 3 === 0;
  const cells = Array.from({ length: size * size }, (_, index) => [index % size, Math.floor(index / size)])
    .filter(
      ([x = 0, y = 0]) =>
        isDark(x, y) && !corner(x, y) && !corner(size - 1 - x, y) && !corner(x, size - 1 - y),
    )
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
    .join('');
  const eye = (x: number, y: number) =>
    `M${x} ${y}h7v7h-7zM${x + 1} ${y + 1}v5h5v-5zM${x + 2} ${y + 2}h3v3h-3z`;
  const eyes = eye(0, 0) + eye(size - 7, 0) + eye(0, size - 7);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill-rule="evenodd" d="${cells}${eyes}"/></svg>`;
}
