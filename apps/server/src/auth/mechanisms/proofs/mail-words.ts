import type { LinkType } from '@stint/domain/auth/link.ts';
import type { Language } from '@stint/domain/language.ts';

type Words = { subject: string; heading: string; paragraphs: string[]; label: string; footnote: string };

/** `app` is the tenant's name, `life` such as "10 minutes", `by` who invites. */
type LinkCatalogue = Record<Exclude<LinkType, 'sso'>, (app: string, life: string, by: string) => Words>;

const ignore = 'If you did not ask for this, you can ignore this message; nothing happens without you.';

const english: LinkCatalogue = {
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

const ignoreIt =
  'Wenn Sie das nicht angefordert haben, brauchen Sie nichts zu tun; ohne Sie geschieht nichts.';

const german: LinkCatalogue = {
  login: (app, life) => ({
    subject: `Bei ${app} anmelden`,
    heading: `Bei ${app} anmelden`,
    paragraphs: [`Mit der Schaltfläche melden Sie sich an. Sie gilt einmal, ${life} lang.`],
    label: 'Anmelden',
    footnote: ignoreIt,
  }),
  welcome: (app, life) => ({
    subject: `Willkommen bei ${app}`,
    heading: `Willkommen bei ${app}`,
    paragraphs: [
      `Mit der Schaltfläche bestätigen Sie Ihre E-Mail-Adresse und beginnen. Sie gilt einmal, ${life} lang.`,
    ],
    label: 'Bestätigen und beginnen',
    footnote: ignoreIt,
  }),
  verify: (app, life) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${app}`,
    heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      `Mit der Schaltfläche bestätigen Sie, dass diese Adresse Ihnen gehört. Sie gilt einmal, ${life} lang.`,
    ],
    label: 'E-Mail-Adresse bestätigen',
    footnote: `${ignoreIt} Wenn jemand Ihre Adresse aus Versehen angegeben hat, bestätigen Sie sie nicht.`,
  }),
  invite: (app, life, by) => ({
    subject: by ? `${by} lädt Sie zu ${app} ein` : `Sie sind zu ${app} eingeladen`,
    heading: by ? `${by} lädt Sie zu ${app} ein` : `Sie sind zu ${app} eingeladen`,
    paragraphs: [`Mit der Schaltfläche nehmen Sie die Einladung an. Sie gilt einmal, ${life} lang.`],
    label: 'Einladung annehmen',
    footnote: 'Wenn Sie nicht dazukommen möchten, brauchen Sie nichts zu tun.',
  }),
  reset: (app, life) => ({
    subject: `Ihr Passwort für ${app} zurücksetzen`,
    heading: 'Passwort zurücksetzen',
    paragraphs: [`Mit der Schaltfläche wählen Sie ein neues Passwort. Sie gilt einmal, ${life} lang.`],
    label: 'Neues Passwort wählen',
    footnote:
      'Wenn Sie das nicht angefordert haben, brauchen Sie nichts zu tun; Ihr Passwort bleibt, wie es ist.',
  }),
};

/** The mail of each type of link, in each language. */
export const linkWords: Record<Language, LinkCatalogue> = { en: english, de: german };

type ProofCatalogue = {
  code(app: string): { subject: string; heading: string; paragraphs: string[]; footnote: string };
  codeText(app: string, code: string): string;
};

/** What is said of codes, in each language. */
export const proofWords: Record<Language, ProofCatalogue> = {
  en: {
    code: (app) => ({
      subject: `Your ${app} verification code`,
      heading: 'Your verification code',
      paragraphs: ['Enter this code where you asked for it. It works once, within 10 minutes.'],
      footnote: `${ignore} Never tell this code to anybody.`,
    }),
    codeText: (app, code) =>
      `${code} is your ${app} verification code. It works for 10 minutes. Never tell it to anybody.`,
  },
  de: {
    code: (app) => ({
      subject: `Ihr Bestätigungscode für ${app}`,
      heading: 'Ihr Bestätigungscode',
      paragraphs: [
        'Geben Sie diesen Code dort ein, wo Sie ihn angefordert haben. Er gilt einmal, 10 Minuten lang.',
      ],
      footnote: `${ignoreIt} Nennen Sie diesen Code niemandem.`,
    }),
    codeText: (app, code) =>
      `${code} ist Ihr Bestätigungscode für ${app}. Er gilt 10 Minuten. Nennen Sie ihn niemandem.`,
  },
};
