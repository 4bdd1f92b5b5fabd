import type { LinkType } from '@stint/domain/auth/link.ts';
import type { Language } from '@stint/domain/language.ts';
import { plainName } from '@stint/domain/plain-name.ts';
import type { LinkLife } from '../../model/proofs/links.ts';
import { composeMail } from '../outbox/html.ts';
import type { Notice } from '../outbox/notices.ts';
import { linkWords, proofWords } from './mail-words.ts';

export type LinkMailInput = {
  app: string;
  href: string;
  life: LinkLife;
  language: Language;
  /** The name of who invites. */
  by?: string | null;
};

/** The mail that carries a link. */
export function linkMail(type: Exclude<LinkType, 'sso'>, input: LinkMailInput) {
  const app = plainName(input.app);
  const { href, language, life } = input;
  const { label, ...words } = linkWords[language][type](
    app,
    inWords(life, language),
    plainName(input.by ?? ''),
  );
  return composeMail({ ...words, button: { label, href }, sender: app, language });
}

/** Such as "10 minutes". */
function inWords({ count, unit }: LinkLife, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

type CodeInput = { app: string; code: string; language: Language };

/** The mail that carries a verification code. */
export function codeMail({ app: name, code, language }: CodeInput) {
  const app = plainName(name);
  return composeMail({ ...proofWords[language].code(app), code, sender: app, language });
}

/** The text message that carries a verification code. */
export function codeText({ app, code, language }: CodeInput): string {
  return proofWords[language].codeText(plainName(app), code);
}

/** For somebody who signs up with an address that has an account. */
export const alreadyRegistered = (href: string): Notice => ({
  en: {
    subject: 'You already have an account',
    paragraphs: [
      'Somebody tried to sign up with this address, which already has an account. You can log in instead.',
    ],
    button: { label: 'Log in', href },
    footnote: 'If this was not you, there is nothing to do.',
  },
  de: {
    subject: 'Sie haben schon ein Konto',
    paragraphs: [
      'Jemand wollte sich mit dieser Adresse registrieren, die schon ein Konto hat. Sie können sich stattdessen anmelden.',
    ],
    button: { label: 'Anmelden', href },
    footnote: 'Wenn Sie das nicht waren, ist nichts zu tun.',
  },
});
