import type { Config, Context, KnownUser, SignInInput, ViewData } from './types.ts';

const EMPTY_VIEW: ViewData = {
  email: '',
  emailOrUsername: '',
  username: '',
  phoneNumber: '',
  useBackupCode: false,
  showEmailOrUsername: false,
  qrCode: '',
  totpSecret: null,
  backupCodes: [],
  message: null,
  isMfaRequired: false,
  allowedSecondFactors: [],
  sentAt: null,
};

/** What holds where a page sets nothing. */
export const DEFAULT_CONFIG: Config = {
  flow: null,
  tenantId: '',
  shouldFetchFlow: true,
  mode: 'live',
  modeReason: 'domain',
  compact: false,
  type: 'login',
  action: 'use',
  redirect: undefined,
  redirectOnLoad: false,
  activeFactor: null,
  customProviders: [],
  askUsername: false,
  askConfirmation: false,
};

/** The context a widget starts with. */
export function initialContext({ user, config }: SignInInput): Context {
  return {
    user,
    config,
    view: { ...EMPTY_VIEW, ...typed(user) },
    query: null,
    isSecondFactor: false,
    isLoggedIn: false,
    canGoBack: false,
    isInline: false,
    error: null,
    answer: null,
    pendingSubmit: null,
  };
}

function typed(user: KnownUser): Pick<ViewData, 'email' | 'emailOrUsername' | 'username' | 'phoneNumber'> {
  const { email = '', username = '', emailOrUsername = email || username, phoneNumber = '' } = user;
  return { email, username, emailOrUsername, phoneNumber };
}
