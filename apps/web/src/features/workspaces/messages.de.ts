import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  chooser: {
    title: 'Ihre Arbeitsbereiche',
    create: 'Arbeitsbereich anlegen',
    empty: 'Sie sind noch in keinem Arbeitsbereich.',
    organisation: 'Ihrer Organisation',
    linked: (provider) => `Von jetzt an können Sie sich auch mit ${provider} anmelden.`,
    archived: 'Archiviert',
    provisioning: 'Wird angelegt …',
    signedInAs: (email) => `Angemeldet als ${email}`,
  },
  archive: {
    which: 'Welcher Arbeitsbereich?',
    whichText:
      'Wählen Sie den, der archiviert oder wiederhergestellt werden soll. Nichts geschieht, bevor Sie es bestätigen.',
    title: (name) => `${name} archivieren?`,
    text: 'In einen archivierten Arbeitsbereich kommt niemand. Er lässt sich 30 Tage lang wiederherstellen; dann wird er endgültig gelöscht.',
    submit: 'Arbeitsbereich archivieren',
    keep: 'Behalten',
    password: 'Ihr Passwort',
    passwordHint: 'Bitte bestätigen Sie, dass Sie es sind.',
    archivedTitle: (name) => `${name} ist archiviert`,
    archivedText: (date) =>
      date
        ? `Bis ${date} lässt er sich wiederherstellen; dann wird er endgültig gelöscht.`
        : 'Er lässt sich 30 Tage lang wiederherstellen.',
    restore: 'Arbeitsbereich wiederherstellen',
  },
};
