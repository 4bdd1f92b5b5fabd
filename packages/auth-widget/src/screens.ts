import { type Factor, findFactorKind } from '@stint/domain/auth/factor.ts';
import type { StatePath } from './machine/state-paths.ts';
import type { Context, CustomProvider, FlowType, ViewError } from './machine/types.ts';
import type { Strings } from './strings.ts';

/** What every form shows and knows. */
interface FormState {
  title: string;
  error: ViewError | null;
  /** A call runs: the form keeps what was typed and cannot be sent twice. */
  isBusy: boolean;
  canGoBack: boolean;
}

/** The password fields, alone or inside the selection. */
export interface PasswordFields {
  type: FlowType;
  isSecondFactor: boolean;
  askUsername: boolean;
  askConfirmation: boolean;
  email: string;
  emailOrUsername: string;
  username: string;
}

/** What each view is given: one entry per view, so that a view cannot read what is not there. */
export interface Screens {
  loading: { title: string };
  selectFactor: FormState & {
    subtitle: string | null;
    factors: readonly Factor[];
    customProviders: readonly CustomProvider[];
    /** The password form is part of the list; null where it is a button. */
    inlinePassword: PasswordFields | null;
  };
  emailForm: FormState & { email: string };
  /** Where a password was sent along, which is not kept, only Back leads to another mail. */
  linkSent: FormState & SentState & { canResend: boolean };
  phoneForm: FormState & { phoneNumber: string };
  codeForm: FormState & SentState & { channel: 'email' | 'sms' };
  passwordForm: FormState & PasswordFields;
  totpForm: FormState & { useBackupCode: boolean; emailOrUsername: string | null };
  totpSetup: FormState & { qrCode: string; totpSecret: string | null };
  totpError: FormState;
  backupCodes: { title: string; codes: readonly string[] };
  newPasswordForm: FormState & { needsExisting: boolean; askConfirmation: boolean; username: string };
  done: {
    title: string;
    text: string | null;
    hasRedirect: boolean;
    canLogOut: boolean;
    error: ViewError | null;
  };
  notice: { title: string; text: string; canRetry: boolean };
  confirmLink: { title: string; text: string; button: string };
}

/** What the screens after a sending know. */
interface SentState {
  address: string;
  /** What was sent, in words. */
  sentText: string;
  message: string | null;
  sentAt: number | null;
}

/** One view with what it shows. */
export type Screen = { [Name in keyof Screens]: { view: Name; props: Screens[Name] } }[keyof Screens];

type Describe = (context: Context, strings: Strings, isBusy: boolean) => Screen;

const loading: Describe = (_, { titles }) => ({ view: 'loading', props: { title: titles.loading } });
const redirecting: Describe = (_, { titles }) => ({ view: 'loading', props: { title: titles.redirecting } });
const signingIn: Describe = (_, { titles }) => ({ view: 'loading', props: { title: titles.signingIn } });

const selection: Describe = (context, strings, isBusy) => {
  const { config, isSecondFactor, view } = context;
  const factors = isSecondFactor ? view.allowedSecondFactors : (config.flow?.firstFactors ?? []);
  const isInline = !isSecondFactor && !config.compact;
  return {
    view: 'selectFactor',
    props: {
      ...form(context, isBusy, titleOf(context, strings)),
      subtitle: subtitleOf(context, strings),
      canGoBack: isSecondFactor,
      factors,
      customProviders: isSecondFactor ? [] : config.customProviders,
      inlinePassword: isInline ? passwordFields(context) : null,
    },
  };
};

/** With the flow that was given: its only form, or the selection. */
const preview: Describe = (context, strings, isBusy) => {
  const { flow, customProviders, activeFactor } = context.config;
  const factors = flow?.firstFactors ?? [];
  const sole = factors.length + customProviders.length === 1 ? factors[0] : undefined;
  const isWaiting = isBusy || context.pendingSubmit !== null || activeFactor !== null;
  return soleForm(sole)(context, strings, isWaiting);
};

const emailForm =
  (title: 'emailLink' | 'emailCode'): Describe =>
  (context, strings, isBusy) => ({
    view: 'emailForm',
    props: {
      ...form(
        context,
        isBusy,
        context.config.type === 'reset' && title === 'emailLink'
          ? strings.titles.reset
          : strings.titles[title],
      ),
      email: context.view.email,
    },
  });

const linkSent =
  (canResend: boolean): Describe =>
  (context, strings, isBusy) => {
    const { email } = context.view;
    const text = context.config.type === 'reset' ? strings.texts.resetLinkSent : strings.texts.linkSent;
    const shown = form(context, isBusy, strings.titles.checkEmail);
    return { view: 'linkSent', props: { ...shown, ...sent(context, strings, email, text), canResend } };
  };

const phoneForm: Describe = (context, strings, isBusy) => ({
  view: 'phoneForm',
  props: { ...form(context, isBusy, strings.titles.smsCode), phoneNumber: context.view.phoneNumber },
});

const codeForm =
  (channel: 'email' | 'sms'): Describe =>
  (context, strings, isBusy) => ({
    view: 'codeForm',
    props: {
      ...form(context, isBusy, strings.titles.enterCode),
      ...sent(
        context,
        strings,
        channel === 'email' ? context.view.email : context.view.phoneNumber,
        strings.texts.codeSent,
      ),
      channel,
    },
  });

const passwordForm: Describe = (context, strings, isBusy) => ({
  view: 'passwordForm',
  props: {
    ...form(context, isBusy, titleOf(context, strings)),
    ...passwordFields(context),
  },
});

/** The password that was typed on the selection screen is sent from there: the screen stays. */
const sendingPassword: Describe = (context, strings, isBusy) =>
  (context.isInline ? selection : passwordForm)(context, strings, isBusy);

const totpForm: Describe = (context, { titles }, isBusy) => {
  const { useBackupCode, showEmailOrUsername, emailOrUsername } = context.view;
  return {
    view: 'totpForm',
    props: {
      ...form(context, isBusy, useBackupCode ? titles.backupCode : titles.totp),
      useBackupCode,
      emailOrUsername: showEmailOrUsername ? emailOrUsername : null,
    },
  };
};

const totpSetup: Describe = (context, { titles }, isBusy) => ({
  view: 'totpSetup',
  props: {
    ...form(context, isBusy, titles.totpSetup),
    qrCode: context.view.qrCode,
    totpSecret: context.view.totpSecret,
  },
});

const newPasswordForm: Describe = (context, { titles }, isBusy) => ({
  view: 'newPasswordForm',
  props: {
    ...form(context, isBusy, titles.newPassword),
    canGoBack: false,
    needsExisting: context.isLoggedIn && !context.query?.isValid,
    askConfirmation: context.config.askConfirmation,
    username: context.view.emailOrUsername,
  },
});

function soleForm(factor: Factor | undefined): Describe {
  const kind = factor && findFactorKind(factor);
  if (!kind || kind.isSso) return selection;
  const forms = {
    password: passwordForm,
    emailLink: emailForm('emailLink'),
    emailCode: emailForm('emailCode'),
    smsCode: phoneForm,
    totp: loading,
    sso: selection,
  };
  return forms[kind.screen];
}

/** A sign-in that ended well. */
const done =
  (
    title: (type: FlowType, titles: Strings['titles']) => string,
    text: keyof Strings['texts'] | null = 'loggedIn',
  ): Describe =>
  ({ answer, config }, { titles, texts }) => {
    const words = text && texts[text];
    return {
      view: 'done',
      props: {
        title: title(config.type, titles),
        text: typeof words === 'string' ? words : null,
        hasRedirect: config.redirect !== false && typeof answer?.redirectTo === 'string',
        canLogOut: false,
        error: null,
      },
    };
  };

const finished = done((type, titles) => (type === 'signup' ? titles.signedUp : titles.loggedIn));
const verified = done((_, titles) => titles.verified);

/** Errors before the first screen are for who embeds the widget, and say so in their own words. */
const INIT_ERRORS = ['initialization_error', 'usage_error'];

const unhandled: Describe = (context, strings) => {
  const { error } = context;
  const text = error && INIT_ERRORS.includes(error.error.type) ? error.message : strings.texts.unhandled;
  return { view: 'notice', props: { title: strings.titles.oops, text, canRetry: true } };
};

/** An invitation was asked for by nobody; every other link was, by another browser. */
const confirmLink: Describe = ({ query }, { titles, texts, buttons }) => {
  const isInvitation = query?.linkType === 'invite';
  const words = isInvitation ? 'confirmInvitation' : 'confirmLink';
  const button = isInvitation ? buttons.openInvitation : buttons.openLink;
  return { view: 'confirmLink', props: { title: titles[words], text: texts[words], button } };
};

const notice =
  (
    title: 'disabled' | 'oops',
    text: 'disabled' | 'missingFlowLocal' | 'missingFlowFromServer',
    canRetry = true,
  ): Describe =>
  (_, { titles, texts }) => ({
    view: 'notice',
    props: { title: titles[title], text: texts[text], canRetry },
  });

/** The one table from state to view. */
export const SCREENS: Readonly<Record<StatePath, Describe>> = {
  'init.obtainTenantId': loading,
  'init.initialiseClient': loading,
  placeholder: loading,
  preview,
  confirmLink,
  loginWithLink: signingIn,
  selectFirstFactor: selection,
  selectSecondFactor: selection,
  'emailLink.showForm': emailForm('emailLink'),
  'emailLink.sending': emailForm('emailLink'),
  'emailLink.showEmailSent': linkSent(true),
  'emailLink.resending': linkSent(true),
  'emailCode.showForm': emailForm('emailCode'),
  'emailCode.sending': emailForm('emailCode'),
  'emailCode.showCodeForm': codeForm('email'),
  'emailCode.resending': codeForm('email'),
  'emailCode.verifying': codeForm('email'),
  'emailCode.verified': verified,
  'smsCode.showForm': phoneForm,
  'smsCode.sending': phoneForm,
  'smsCode.showCodeForm': codeForm('sms'),
  'smsCode.resending': codeForm('sms'),
  'smsCode.verifying': codeForm('sms'),
  'smsCode.verified': verified,
  'password.showForm': passwordForm,
  'password.sending': sendingPassword,
  'password.passwordSet': finished,
  'password.showEmailSent': linkSent(false),
  'useTotp.showForm': totpForm,
  'useTotp.sending': totpForm,
  'useTotp.success': done((type, titles) => (type === 'reset' ? titles.passwordWasReset : titles.verified)),
  'setUpTotp.gettingQrCode': loading,
  'setUpTotp.showErrorMessage': (context, { titles }, isBusy) => ({
    view: 'totpError',
    props: form(context, isBusy, titles.totpSetup),
  }),
  'setUpTotp.showQrCode': totpSetup,
  'setUpTotp.confirmingCode': totpSetup,
  'setUpTotp.showBackupCodes': ({ view }, { titles }) => ({
    view: 'backupCodes',
    props: { title: titles.backupCodes, codes: view.backupCodes },
  }),
  'setUpTotp.setUpComplete': done((type, titles) => (type === 'signup' ? titles.signedUp : titles.totpAdded)),
  'setNewPassword.showForm': newPasswordForm,
  'setNewPassword.sending': newPasswordForm,
  'setNewPassword.newPasswordSet': done((_, titles) => titles.passwordReset, 'newPasswordSet'),
  'ssoProvider.goingToProvider': redirecting,
  'ssoProvider.leaving': redirecting,
  refreshTokens: loading,
  alreadyLoggedIn: (context, { titles, texts }) => ({
    view: 'done',
    props: {
      title: titles.welcome,
      text: texts.loggedIn,
      hasRedirect: context.config.redirectOnLoad,
      canLogOut: true,
      // A link that was refused, opened by somebody who is signed in.
      error: context.error,
    },
  }),
  finish: finished,
  disabled: notice('disabled', 'disabled'),
  missingFlowLocal: notice('oops', 'missingFlowLocal', false),
  missingFlowFromServer: notice('oops', 'missingFlowFromServer'),
  unhandledError: unhandled,
};

function form(context: Context, isBusy: boolean, title: string): FormState {
  return { title, error: context.error, isBusy, canGoBack: context.canGoBack };
}

/** The flow's name; a second factor that is set up, or used while resetting, is named itself. */
function titleOf(context: Context, { titles }: Strings): string {
  const { type, action } = context.config;
  if (!context.isSecondFactor || type === 'signup') return titles[type];
  if (action === 'setup') return titles.setUpSecond;
  return type === 'login' ? titles.login : titles.enterSecond;
}

/** What is asked for where the title names the flow. */
function subtitleOf(context: Context, strings: Strings): string | null {
  if (!context.isSecondFactor) return null;
  const { setUpSecond, enterSecond } = strings.titles;
  const subtitle = context.config.action === 'setup' ? setUpSecond : enterSecond;
  return subtitle === titleOf(context, strings) ? null : subtitle;
}

function passwordFields({ config, view, isSecondFactor }: Context): PasswordFields {
  const { type, askUsername, askConfirmation } = config;
  const { email, emailOrUsername, username } = view;
  return { type, isSecondFactor, askUsername, askConfirmation, email, emailOrUsername, username };
}

function sent(
  { view }: Context,
  { texts }: Strings,
  address: string,
  describe: (address: string) => string,
): SentState {
  return {
    address,
    sentText: describe(address),
    message: view.message && texts[view.message],
    sentAt: view.sentAt,
  };
}
