import { type ComponentType, lazy } from 'react';
import type { Screens } from '../screens.ts';
import { CodeForm } from './code-form.tsx';
import { EmailForm } from './email-form.tsx';
import { LinkSent } from './link-sent.tsx';
import { ConfirmLink, Done, Loading, Notice } from './messages.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SelectFactor } from './select-factor.tsx';
import { TotpForm } from './totp-form.tsx';
import type { ViewProps } from './view.ts';

/** The component of every view. What few people meet, and what brings data with it, loads on first use. */
export const VIEWS: { readonly [Name in keyof Screens]: ComponentType<ViewProps<Screens[Name]>> } = {
  loading: Loading,
  selectFactor: SelectFactor,
  emailForm: EmailForm,
  linkSent: LinkSent,
  phoneForm: lazy(async () => ({ default: (await import('./phone-form.tsx')).PhoneForm })),
  codeForm: CodeForm,
  passwordForm: PasswordForm,
  totpForm: TotpForm,
  totpSetup: lazy(async () => ({ default: (await import('./totp-setup.tsx')).TotpSetup })),
  totpError: lazy(async () => ({ default: (await import('./totp-setup.tsx')).TotpError })),
  backupCodes: lazy(async () => ({ default: (await import('./backup-codes.tsx')).BackupCodes })),
  newPasswordForm: NewPasswordForm,
  done: Done,
  notice: Notice,
  confirmLink: ConfirmLink,
};
