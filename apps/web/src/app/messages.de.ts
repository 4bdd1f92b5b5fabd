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
    title: 'Gehe zu, oder tue',
    placeholder: 'Suchen, oder eine Seite, eine Woche, eine Aktion tippen',
    nothing: 'Nichts gefunden. Versuchen Sie weniger Buchstaben oder ein anderes Wort.',
    corrected: (words) => `So geschrieben gibt es nichts. Gezeigt wird „${words}“.`,
    failed: (reason) => `Projekte, Kunden und Personen konnten nicht durchsucht werden. ${reason}`,
    groups: {
      recent: 'Zuletzt',
      pages: 'Seiten',
      weeks: 'Wochen',
      actions: 'Aktionen',
      projects: 'Projekte',
      clients: 'Kunden',
      people: 'Personen',
      activities: 'Tätigkeiten',
    },
    thisWeek: 'Diese Woche',
    lastWeek: 'Vorige Woche',
    nextWeek: 'Nächste Woche',
    weekOf: (name) => `Woche von ${name}`,
    newProject: 'Neues Projekt',
    newClient: 'Neuer Kunde',
    newActivity: 'Neue Tätigkeit',
    invite: 'Personen einladen',
    move: 'bewegen',
    choose: 'öffnen',
    close: 'schließen',
  },
  keys: {
    title: 'Tastenkürzel',
    everywhere: 'Überall',
    week: 'In der Woche',
    approvals: 'In den Genehmigungen',
    own: {
      single: 'Einzelne Tasten wirken allein',
      singleHint:
        'Sonst wirken nur Tasten mit Strg, Alt oder Cmd. Zum Ersetzen eine anklicken und eine andere drücken.',
      reset: 'Die üblichen Tasten zurückholen',
      change: (label, key) => `${label}: ${key}. Diese Taste ersetzen`,
      press: (label) =>
        `Die neue Taste für „${label}“ drücken. Entf holt die übliche zurück, Esc lässt sie, wie sie ist.`,
      chosen: (label, key) => `${key} ist jetzt die Taste für „${label}“.`,
      usual: (label, key) => `${key} ist wieder die Taste für „${label}“.`,
      taken: (key, label) => `${key} ist schon die Taste für „${label}“. Eine andere drücken.`,
      notOne:
        'Einen Buchstaben oder ein Zeichen drücken, ohne Strg, Alt oder Cmd; Ziffern gehören den Zellen.',
    },
    rows: {
      palette: 'Gehe zu, oder tue',
      help: 'Diese Liste',
      timerStart: 'Stoppuhr starten',
      timerStop: 'Stoppuhr anhalten (mit Alt in der Woche)',
      timerContinue: 'Letzte Stoppuhr fortsetzen (mit Alt in der Woche)',
      go: (titles) => `Gehe zu ${titles.join(', ')}`,
      previous: 'Vorige und nächste Woche',
      today: 'Diese Woche',
      views: 'Tag, Woche, Kalender',
      add: 'Zeile hinzufügen',
      move: 'Zwischen den Zellen bewegen',
      type: 'Ersetzen, was da steht',
      edit: 'Bearbeiten, was da steht',
      cancel: 'Eingabe zurücknehmen',
      next: 'Nächster Tag',
      fill: 'Zelle bis zum Ende der Auswahl oder in den nächsten Tag kopieren',
      clear: 'Die Zelle leeren',
      comment: 'Kommentar und Einzelheiten',
      undo: 'Rückgängig',
      redo: 'Noch einmal tun',
      edges: 'Erster und letzter Tag der Zeile',
      select: 'Block von Zellen auswählen',
      copy: 'Block kopieren und einfügen, auch aus einer Tabelle',
      submit: 'Die Woche einreichen',
      nextWeek: 'Nächste und vorige Woche',
      decided: 'Nächste Woche',
      approve: 'Genehmigen',
      disapprove: 'Zurückweisen',
    },
  },
};

function changes(count: number): string {
  return count === 1 ? 'Eine Änderung wird' : `${count} Änderungen werden`;
}
