import type { LinkType } from '@stint/domain/auth/link.ts';
import { plainName } from '@stint/domain/plain-name.ts';
import { composeMail } from './html.ts';

type Words = { subject: string; heading: string; paragraphs: string[]; label: string; footnote: string };

const ignore = 'If you did not ask for this, you can ignore this message; nothing happens without you.';

/** The mail of each type of link; `app` is the tenant's name, `life` such as "10 minutes", `by` who invites. */
const linkWords: Record<Exclude<LinkType, 'sso'>, (app: string, life: string, by: string) => Words> = {
  login: (app, life) => ({
    subject: `Log in to ${app}`,
    heading: `Log in to ${app}`,
    paragraphs: [`Use the button to log in. It works once, within ${life}.`],
    label: 'Log in',
    footnote: ignore,
  }),
  welcome: (app, life) => ({
    subject: `Welcome to ${app}`,
    heading: `Welcome to ${app}`,
    paragraphs: [`Use the button to confirm your email address and start. It works once, within ${life}.`],
    label: 'Confirm and start',
    footnote: ignore,
  }),
  verify: (app, life) => ({
    subject: `Confirm your email address for ${app}`,
    heading: 'Confirm your email address',
    paragraphs: [`Use the button to confirm that this address is yours. It works once, within ${life}.`],
    label: 'Confirm email address',
    footnote: `${ignore} If somebody used your address by mistake, do not confirm it.`,
  }),
  invite: (app, life, by) => ({
    subject: by ? `${by} invites you to ${app}` : `You are invited to ${app}`,
    heading: by ? `${by} invites you to ${app}` : `You are invited to ${app}`,
    paragraphs: [`Use the button to accept the invitation. It works once, within ${life}.`],
    label: 'Accept the invitation',
    footnote: 'If you do not want to join, you can ignore this message.',
  }),
  reset: (app, life) => ({
    subject: `Reset your ${app} password`,
    heading: 'Reset your password',
    paragraphs: [`Use the button to choose a new password. It works once, within ${life}.`],
    label: 'Choose a new password',
    footnote: 'If you did not ask for this, you can ignore this message; your password stays as it is.',
  }),
};

/** The mail that carries a link. */
export function linkMail(
  type: Exclude<LinkType, 'sso'>,
  input: { app: string; href: string; life: string; by?: string | null },
) {
  const app = plainName(input.app);
  const { label, ...words } = linkWords[type](app, input.life, plainName(input.by ?? ''));
  return composeMail({ ...words, button: { label, href: input.href }, sender: app });
}

/** The mail that carries a verification code. */
export function codeMail(input: { app: string; code: string }) {
  const app = plainName(input.app);
  return composeMail({
    subject: `Your ${app} verification code`,
    heading: 'Your verification code',
    paragraphs: ['Enter this code where you asked for it. It works once, within 10 minutes.'],
    code: input.code,
    footnote: `${ignore} Never tell this code to anybody.`,
    sender: app,
  });
}

/** The text message that carries a verification code. */
export function codeText(input: { app: string; code: string }): string {
  return `${input.code} is your ${plainName(input.app)} verification code. It works for 10 minutes. Never tell it to anybody.`;
}

export type Notice =
  | { kind: 'passwordChanged' }
  | { kind: 'emailChanged'; newEmail: string; undo: string }
  | { kind: 'phoneChanged'; undo: string | null }
  | { kind: 'factorAdded' }
  | { kind: 'phoneAdded' }
  | { kind: 'factorRemoved' }
  | { kind: 'identityLinked'; provider: string }
  | { kind: 'identityUnlinked'; provider: string }
  | { kind: 'backupUsed'; left: number }
  | { kind: 'backupRenewed' }
  | { kind: 'newDevice'; device: string | null }
  | { kind: 'tokenTheft' }
  | { kind: 'ownerRole'; workspace: string }
  | { kind: 'alreadyRegistered'; href: string }
  | { kind: 'accountDeleted' };

const notYou = 'If this was not you, reset your password now and end all sessions in your account settings.';

type NoticeWords = {
  subject: string;
  paragraphs: string[];
  footnote?: string;
  button?: { label: string; href: string };
};

/** Mail that tells somebody what happened to the account (security 12). */
export function noticeMail(app: string, notice: Notice) {
  const words = noticeWords(notice);
  return composeMail({
    subject: words.subject,
    heading: words.subject,
    paragraphs: words.paragraphs,
    ...(words.button ? { button: words.button } : {}),
    footnote: words.footnote ?? notYou,
    sender: plainName(app),
  });
}

const undoWords = {
  paragraphs: ['For 7 days you can take this back; that also ends every session.'],
  rest: (href: string) => ({
    button: { label: 'Undo the change', href },
    footnote: 'If you made this change, there is nothing to do.',
  }),
};

function noticeWords(notice: Notice): NoticeWords {
  switch (notice.kind) {
    case 'passwordChanged':
      return { subject: 'Your password was changed', paragraphs: ['All other sessions were ended.'] };
    case 'emailChanged':
      return {
        subject: 'Your email address was changed',
        paragraphs: [`Your account now uses the address ${notice.newEmail}.`, ...undoWords.paragraphs],
        ...undoWords.rest(notice.undo),
      };
    case 'phoneChanged': {
      const words = {
        subject: 'Your phone number was changed',
        paragraphs: ['Codes now go to the new number.'],
      };
      if (notice.undo === null) return words;
      return {
        ...words,
        paragraphs: [...words.paragraphs, ...undoWords.paragraphs],
        ...undoWords.rest(notice.undo),
      };
    }
    case 'factorAdded':
      return {
        subject: 'An authenticator was added',
        paragraphs: ['From now on logging in asks for a code from your authenticator app.'],
      };
    case 'phoneAdded':
      return {
        subject: 'A phone number was added',
        paragraphs: ['From now on codes by text message go to this number when a sign-in asks for one.'],
      };
    case 'factorRemoved':
      return {
        subject: 'Your authenticator was removed',
        paragraphs: ['Logging in no longer asks for a code from your authenticator app.'],
      };
    case 'identityLinked':
      return {
        subject: 'A sign-in was linked to your account',
        paragraphs: [`From now on an account at ${notice.provider} signs in to yours.`],
      };
    case 'identityUnlinked':
      return {
        subject: 'A sign-in was unlinked from your account',
        paragraphs: [`The account at ${notice.provider} does not sign in to yours any more.`],
      };
    case 'backupUsed':
      return {
        subject: 'A backup code was used',
        paragraphs: [`Somebody logged in with one of your backup codes. ${notice.left} are left.`],
      };
    case 'backupRenewed':
      return { subject: 'Your backup codes were renewed', paragraphs: ['The older codes no longer work.'] };
    case 'newDevice':
      return {
        subject: 'New log-in to your account',
        paragraphs: [
          `Your account was used from a browser we have not seen before: ${notice.device ?? 'unknown'}.`,
        ],
      };
    case 'tokenTheft':
      return {
        subject: 'A session was ended to protect your account',
        paragraphs: [
          'An old copy of a session was used a second time. This can mean that somebody copied it, so the session was ended. Please log in again.',
        ],
      };
    case 'ownerRole':
      return {
        subject: 'You are now an owner',
        paragraphs: [`You were made an owner of ${plainName(notice.workspace)}.`],
        footnote: 'Owners can change settings, members and billing.',
      };
    case 'alreadyRegistered':
      return {
        subject: 'You already have an account',
        paragraphs: [
          'Somebody tried to sign up with this address, which already has an account. You can log in instead.',
        ],
        button: { label: 'Log in', href: notice.href },
        footnote: 'If this was not you, there is nothing to do.',
      };
    case 'accountDeleted':
      return {
        subject: 'Your account was deleted',
        paragraphs: ['Your sessions have ended and your personal data will be erased within 30 days.'],
        footnote: 'If this was not you, answer this message now.',
      };
  }
}
