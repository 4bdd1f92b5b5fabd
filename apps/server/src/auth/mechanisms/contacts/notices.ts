import type { Language } from '@stint/domain/language.ts';
import type { Notice, NoticeWords } from '../outbox/notices.ts';

const canUndo: Record<Language, string> = {
  en: 'For 7 days you can take this back; that also ends every session.',
  de: 'Sieben Tage lang können Sie das rückgängig machen; das beendet auch alle Sitzungen.',
};

type Undo = Pick<NoticeWords, 'button' | 'footnote'>;

const undo = (href: string): Record<Language, Undo> => ({
  en: {
    button: { label: 'Undo the change', href },
    footnote: 'If you made this change, there is nothing to do.',
  },
  de: {
    button: { label: 'Änderung rückgängig machen', href },
    footnote: 'Wenn Sie das selbst geändert haben, ist nichts zu tun.',
  },
});

/** For the former address. */
export const emailChanged = (newEmail: string, undoHref: string): Notice => ({
  en: {
    subject: 'Your email address was changed',
    paragraphs: [`Your account now uses the address ${newEmail}.`, canUndo.en],
    ...undo(undoHref).en,
  },
  de: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    paragraphs: [`Ihr Konto verwendet jetzt die Adresse ${newEmail}.`, canUndo.de],
    ...undo(undoHref).de,
  },
});

const numberChanged: Notice = {
  en: { subject: 'Your phone number was changed', paragraphs: ['Codes now go to the new number.'] },
  de: { subject: 'Ihre Telefonnummer wurde geändert', paragraphs: ['Codes gehen jetzt an die neue Nummer.'] },
};

const numberRemoved: Notice = {
  en: {
    subject: 'Your phone number was removed',
    paragraphs: ['No codes go to it any more.'],
  },
  de: {
    subject: 'Ihre Telefonnummer wurde entfernt',
    paragraphs: ['An sie gehen keine Codes mehr.'],
  },
};

/** @param undoHref null where there was no number before */
export const phoneChanged = (undoHref: string | null): Notice =>
  undoHref === null ? numberChanged : withUndo(numberChanged, undoHref);

export const phoneRemoved = (undoHref: string): Notice => withUndo(numberRemoved, undoHref);

function withUndo(notice: Notice, undoHref: string): Notice {
  const back = undo(undoHref);
  const words = (language: Language): NoticeWords => ({
    ...notice[language],
    paragraphs: [...notice[language].paragraphs, canUndo[language]],
    ...back[language],
  });
  return { en: words('en'), de: words('de') };
}

export const phoneAdded: Notice = {
  en: {
    subject: 'A phone number was added',
    paragraphs: ['From now on codes by text message go to this number when a sign-in asks for one.'],
  },
  de: {
    subject: 'Eine Telefonnummer wurde hinzugefügt',
    paragraphs: ['Ab jetzt gehen Codes per SMS an diese Nummer, wenn eine Anmeldung danach fragt.'],
  },
};
