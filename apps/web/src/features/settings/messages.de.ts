import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  accountTitle: 'Konto und Anmeldung',
  accountText:
    'Adresse, Passwort, Anmelden in zwei Schritten und Bild gehören Ihnen, nicht einem Arbeitsbereich.',
  account: 'Ihr Konto',
  signIn: 'Wie man sich hier anmeldet',
  ownData: 'Meine Stunden als Datei',
  ownDataText: 'Jeder Ihrer Einträge in diesem Arbeitsbereich, als Tabelle, die sich überall öffnen lässt.',
  download: 'Herunterladen',
  downloading: (count) => `Bisher ${count} Einträge …`,
  fileName: (slug) => `${slug}-meine-stunden.csv`,
  columns: ['Datum', 'Kunde', 'Projekt', 'Tätigkeit', 'Stunden', 'Minuten', 'Abrechenbar', 'Kommentar'],
  yes: 'ja',
  no: 'nein',
  exportAll: 'Alles exportieren',
  exportAllText:
    'Der ganze Arbeitsbereich als Zip; damit lässt sich anderswo ein leerer Arbeitsbereich füllen.',
  language: 'Sprache',
  profile: 'Profil',
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail',
  workspace: 'Arbeitsbereich',
  workspaceText: (address) => `Die Adresse ist ${address}. Die Datenregion lässt sich nicht ändern.`,
  workspaceName: 'Name des Arbeitsbereichs',
  region: 'Datenregion',
  weekly: 'Erwartete Stunden je Woche',
  weeklyInvalid: 'Geben Sie Stunden als 37:30, 37,5 oder 37h 30m ein, höchstens 168:00.',
  decimals: 'Stunden mit Komma',
  decimalReading: { decimal: '1,5 bedeutet 1:30', minutes: '1,30 bedeutet 1:30' },
  currency: 'Währung',
  dates: 'Datum',
  currencyHint: 'Drei Buchstaben, etwa EUR oder USD.',
  readOnly: 'Das kann jemand mit Inhaber- oder Adminrechten ändern.',
  appearance: 'Aussehen',
  light: 'Hell',
  dark: 'Dunkel',
  saved: 'Gespeichert.',
  notifications: 'Benachrichtigungen',
  notificationsText: 'E-Mails zu Ihrem Konto und seiner Sicherheit kommen immer an.',
  tryAgain: 'Noch einmal versuchen',
  mails: {
    reminders: {
      label: 'Erinnerungen',
      hint: 'Wenn eine Woche fällig ist und Sie sie noch nicht eingereicht haben.',
    },
    digests: {
      label: 'Wochenüberblick',
      hint: 'Was auf Ihre Entscheidung wartet, und wer noch nicht eingereicht hat.',
    },
    weeks: {
      label: 'Wochen',
      hint: 'Wenn jemand eine Woche bei Ihnen einreicht, und wenn Ihre genehmigt, zurückgewiesen oder wieder geöffnet wird.',
    },
    budgets: {
      label: 'Budgets',
      hint: 'Wenn ein Projekt, das Sie leiten, einen Teil seines Budgets erreicht.',
    },
  },
  archive: 'Diesen Arbeitsbereich archivieren …',
};
