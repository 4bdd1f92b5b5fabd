import type { LinkType } from '@stint/domain/auth/link.ts';
import { plainName } from '@stint/domain/plain-name.ts';
import { composeMail } from '../outbox/html.ts';
import type { Notice } from '../outbox/notices.ts';

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

/** For somebody who signs up with an address that has an account. */
export const alreadyRegistered = (href: string): Notice => ({
  subject: 'You already have an account',
  paragraphs: [
    'Somebody tried to sign up with this address, which already has an account. You can log in instead.',
  ],
  button: { label: 'Log in', href },
  footnote: 'If this was not you, there is nothing to do.',
});
