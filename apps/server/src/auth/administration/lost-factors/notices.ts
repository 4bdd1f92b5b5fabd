import type { Language } from '@stint/domain/language.ts';
import { plainName } from '@stint/domain/plain-name.ts';
import type { Notice } from '../../mechanisms/outbox/notices.ts';

/** For the person: the proof of the address, and the way to stop it. */
export const lostFactorAsked = (workspace: string, href: string): Notice => ({
  en: {
    subject: 'Somebody asks to remove your authenticator',
    paragraphs: [
      `An owner of ${plainName(workspace)} says that you have lost your authenticator and asks that it be removed.`,
      'It is removed after you confirm by the link and a second owner or admin agrees, or after 24 hours.',
    ],
    button: { label: 'Confirm or stop it', href },
    footnote: 'If you did not ask for this, open the link and stop it; nothing happens without it.',
  },
  de: {
    subject: 'Jemand bittet, Ihren Authenticator zu entfernen',
    paragraphs: [
      `Jemand mit Inhaberrechten in ${plainName(workspace)} sagt, dass Sie Ihren Authenticator verloren haben, und bittet, ihn zu entfernen.`,
      'Er wird entfernt, wenn Sie es über den Link bestätigen und eine zweite Person mit Inhaberrechten oder ein Admin zustimmt, oder nach 24 Stunden.',
    ],
    button: { label: 'Bestätigen oder verhindern', href },
    footnote:
      'Wenn Sie nicht darum gebeten haben, öffnen Sie den Link und verhindern Sie es; ohne ihn geschieht nichts.',
  },
});

/** For owners and admins of every workspace of the person. */
export const lostFactorTold = (workspace: string, who: string): Notice => ({
  en: {
    subject: 'A lost authenticator was reported',
    paragraphs: [
      `An owner of ${plainName(workspace)} asks that the authenticator of ${plainName(who)} be removed.`,
      'The person has to confirm it; an owner or admin can agree or stop it in the settings, under “How people sign in”.',
    ],
    footnote: 'If you know of nothing of the kind, stop it there and speak to the person.',
  },
  de: {
    subject: 'Ein verlorener Authenticator wurde gemeldet',
    paragraphs: [
      `Jemand mit Inhaberrechten in ${plainName(workspace)} bittet, den Authenticator von ${plainName(who)} zu entfernen.`,
      'Die Person muss es bestätigen; wer Inhaberrechte hat oder Admin ist, kann in den Einstellungen unter „Wie man sich anmeldet“ zustimmen oder es verhindern.',
    ],
    footnote: 'Wenn Sie davon nichts wissen, verhindern Sie es dort und sprechen Sie mit der Person.',
  },
});

export const lostFactorStopped: Notice = {
  en: {
    subject: 'Your authenticator stays',
    paragraphs: ['The request to remove your authenticator was stopped. Nothing has changed.'],
  },
  de: {
    subject: 'Ihr Authenticator bleibt',
    paragraphs: ['Die Bitte, Ihren Authenticator zu entfernen, wurde verhindert. Nichts hat sich geändert.'],
  },
};

export const lostFactorDone: Notice = {
  en: {
    subject: 'Your authenticator was removed',
    paragraphs: [
      'As was asked for and confirmed, your authenticator and its backup codes are gone, and you are signed out everywhere.',
      'Set up a new one when you sign in again.',
    ],
  },
  de: {
    subject: 'Ihr Authenticator wurde entfernt',
    paragraphs: [
      'Wie erbeten und bestätigt, sind Ihr Authenticator und seine Ersatzcodes entfernt, und Sie sind überall abgemeldet.',
      'Richten Sie einen neuen ein, wenn Sie sich wieder anmelden.',
    ],
  },
};

const texts: Record<Language, string> = {
  en: 'somebody asks to remove your authenticator. If it was not you, open the mail about it and stop it.',
  de: 'Jemand bittet, Ihren Authenticator zu entfernen. Waren Sie das nicht, öffnen Sie die E-Mail dazu und verhindern Sie es.',
};

export const lostFactorText = (app: string, language: Language) => `${plainName(app)}: ${texts[language]}`;
