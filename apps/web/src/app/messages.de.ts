import type { Translation } from '../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  loadFailed: 'Der Arbeitsbereich konnte nicht geladen werden',
  dismiss: 'Ausblenden',
  skipToContent: 'Zum Inhalt springen',
  notFound: 'Diese Seite gibt es nicht',
  notFoundText: 'Vielleicht ist die Adresse vertippt, oder die Seite ist umgezogen.',
  toTime: 'Zu Ihrer Zeit',
  goBack: 'Zurück, woher Sie kamen',
  navigation: 'Arbeitsbereich',
  more: 'Mehr',
  switchWorkspace: 'Arbeitsbereich wechseln',
  createWorkspace: 'Arbeitsbereich anlegen',
  colorMode: 'Farbmodus umschalten',
  account: 'Ihr Konto',
  help: 'Hilfe',
  shortcuts: 'Tastenkürzel',
  signOut: 'Abmelden',
  personMenu: (name) => `Menü von ${name}`,
  workspaceMenu: (name) => `Arbeitsbereich ${name}`,
  trialLeft: (days) => `Testphase: noch ${days} ${days === 1 ? 'Tag' : 'Tage'}`,
  offline: (count) =>
    count === 0
      ? 'Sie sind offline. Was Sie eingeben, bleibt auf diesem Gerät.'
      : `Sie sind offline. ${changes(count)} auf diesem Gerät aufgehoben und gespeichert, sobald Sie zurück sind.`,
  showUnsent: 'Zeigen, was aufgehoben ist',
  offlinePage: {
    title: 'Sie sind offline',
    text: 'Zum Anmelden braucht es eine Verbindung. Was Sie vorher eingegeben haben, ist noch auf diesem Gerät.',
    again: 'Noch einmal versuchen',
  },
  unsent: (count) =>
    count === 1 ? 'Eine Änderung wartet auf den Server.' : `${count} Änderungen warten auf den Server.`,
  inactive: 'Das Abonnement dieses Arbeitsbereichs ist nicht aktiv. Lesen und Exportieren bleiben offen.',
  toBilling: 'Zur Abrechnung',
  oldTime: (date: string) => `Ab ${date} wird alte Zeit endgültig entfernt.`,
  toData: 'Ansehen oder zurücknehmen',
  signOutDialog: {
    title: 'Noch ist nicht alles gespeichert',
    text: (count) =>
      count === 1
        ? 'Eine Änderung ist noch nicht gespeichert. Vor dem Abmelden speichern?'
        : `${count} Änderungen sind noch nicht gespeichert. Vor dem Abmelden speichern?`,
    send: 'Speichern und abmelden',
    discard: 'Verwerfen und abmelden',
    failed:
      'Das Speichern hat nicht geklappt. Die Änderungen sind noch da: versuchen Sie es noch einmal, oder verwerfen Sie sie.',
  },
  palette: {
    title: 'Wohin, oder was tun',
  },
};

function changes(count: number): string {
  return count === 1 ? 'Eine Änderung wird' : `${count} Änderungen werden`;
}
