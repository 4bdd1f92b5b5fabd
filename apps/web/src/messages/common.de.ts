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
  optional: '(freiwillig)',
  billable: {
    sentence: (billable, recorded, percent) => `${billable} von ${recorded} abrechenbar (${percent} %)`,
    remaining: (hours) => `noch ${hours}`,
    nothing: 'Noch nichts aufgezeichnet',
    bar: (billable, nonBillable, expected) =>
      `${billable} abrechenbar, ${nonBillable} nicht abrechenbar, ${expected} erwartet`,
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
  approvals: 'Genehmigungen',
  projects: 'Projekte',
  clients: 'Kunden',
  activities: 'Tätigkeiten',
  team: 'Team',
  reports: 'Berichte',
  settings: 'Einstellungen',
  signIn: 'Wie man sich anmeldet',
  billing: 'Abrechnung',
};
