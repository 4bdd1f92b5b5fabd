import { type ComponentType, lazy } from 'react';
import type { Screens } from '../screens.ts';
import { EmailForm } from './email-form.tsx';
import { Loading, Notice } from './messages.tsx';
import { PasswordForm } from './password-form.tsx';
import { SelectFactor } from './select-factor.tsx';
import type { ViewProps } from './view.ts';

/** Loads the screens that follow the first one; called ahead, so that they are there when they are needed. */
export const loadLaterViews = () => insist(() => import('./later.ts'));

const PAUSE_MILLISECONDS = 700;

/** A part that the network lost is asked for again, twice. */
async function insist<Part>(load: () => Promise<Part>, triesLeft = 2): Promise<Part> {
  try {
    return await load();
  } catch (thrown) {
    if (triesLeft === 0) throw thrown;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    return insist(load, triesLeft - 1);
  }
}

type LaterViews = Awaited<ReturnType<typeof loadLaterViews>>;

function later<Props>(pick: (views: LaterViews) => ComponentType<Props>) {
  return lazy(async () => ({ default: pick(await loadLaterViews()) }));
}

/** The component of every view. What nobody sees first, and what brings data with it, loads on first use. */
export const VIEWS: { readonly [Name in keyof Screens]: ComponentType<ViewProps<Screens[Name]>> } = {
  loading: Loading,
  selectFactor: SelectFactor,
  emailForm: EmailForm,
  linkSent: later((views) => views.LinkSent),
  phoneForm: lazy(async () => ({ default: (await insist(() => import('./phone-form.tsx'))).PhoneForm })),
  codeForm: later((views) => views.CodeForm),
  passwordForm: PasswordForm,
  totpForm: later((views) => views.TotpForm),
  totpSetup: later((views) => views.TotpSetup),
  totpError: later((views) => views.TotpError),
  backupCodes: later((views) => views.BackupCodes),
  newPasswordForm: later((views) => views.NewPasswordForm),
  done: later((views) => views.Done),
  notice: Notice,
  confirmLink: later((views) => views.ConfirmLink),
};
