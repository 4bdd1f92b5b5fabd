import type { common as english, pageTitles as englishTitles } from './common.ts';
import type { Translation } from './translation.ts';

export const common: Translation<typeof english> = {
  loading: 'Der Arbeitsbereich wird geladen …',
  tryAgain: 'Noch einmal versuchen',
  cancel: 'Abbrechen',
  close: 'Schließen',
  save: 'Speichern',
  retry: 'Wiederholen',
  undo: 'Rückgängig',
  conflict: {
    text: 'Jemand hat das inzwischen geändert. Was Sie eingegeben haben, steht noch hier.',
    mine: 'Meine speichern',
    theirs: 'Die anderen übernehmen',
  },
  optional: '(freiwillig)',
  ofWhichBillable: (percent) => `${percent} % abrechenbar`,
  showAll: (count) => `Alle ${count} zeigen`,
  showFewer: 'Weniger zeigen',
  chart: {
    budget: (hours) => `Budget ${hours}`,
    forecast: (date) => `Beim Tempo der letzten vier Wochen etwa am ${date} aufgebraucht`,
    asTable: 'Als Tabelle',
    month: 'Monat',
    hours: 'Stunden',
    billable: 'Abrechenbar',
    running: 'Bis dahin',
  },
  billable: {
    sentence: (billable, recorded, percent) => `${billable} von ${recorded} abrechenbar (${percent} %)`,
    remaining: (hours) => `noch ${hours}`,
    nothing: 'Noch nichts aufgezeichnet',
    bar: (billable, nonBillable, expected) =>
      `${billable} abrechenbar, ${nonBillable} nicht abrechenbar, ${expected} erwartet`,
  },
  wrongHours: {
    empty: 'Geben Sie Stunden ein, etwa 7:30.',
    unreadable: 'Geben Sie Stunden als 7:30, 7,5, 7h 30m oder 450m ein.',
    negative: 'Stunden können nicht negativ sein. Geben Sie ein, was gearbeitet wurde.',
    minutesOutOfRange: 'Minuten gehen bis 59. Schreiben Sie 1:70 als 2:10 oder als 130m.',
    tooLong: 'Ein Tag hat höchstens 24:00. Für Minuten setzen Sie ein m dahinter, etwa 450m.',
  },
  chooser: {
    placeholder: 'Tippen zum Suchen oder Anlegen',
    create: (name) => `„${name}“ anlegen`,
    nothing: 'Nichts gefunden.',
    clear: 'Leeren',
  },
};

export const pageTitles: Translation<typeof englishTitles> = {
  time: 'Zeit',
  dashboard: 'Übersicht',
  approvals: 'Genehmigungen',
  projects: 'Projekte',
  clients: 'Kunden',
  activities: 'Tätigkeiten',
  team: 'Team',
  reports: 'Berichte',
  rules: 'Regeln für Zeit',
  programs: 'Programme',
  data: 'Daten',
  log: 'Protokoll',
  import: 'Import',
  ownSettings: 'Allgemein',
  settings: 'Einstellungen',
  signIn: 'Wie man sich anmeldet',
  billing: 'Abrechnung',
};
