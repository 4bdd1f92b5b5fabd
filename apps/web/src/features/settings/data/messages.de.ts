import { formatHours } from '../../../lib/hours.ts';
import type { Translation } from '../../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  lead: 'Was dieser Arbeitsbereich aufbewahrt und wie lange.',
  elsewhere: 'Zeit hereinholen und alles mitnehmen',
  elsewhereText:
    'Eine Datei mit allem kann anderswo einen leeren Arbeitsbereich füllen; unterwegs geht nichts verloren.',
  toImport: 'Import',
  toExport: 'Alles exportieren',
  archive: 'Diesen Arbeitsbereich archivieren…',
  retention: {
    title: 'Wie lange Zeit aufbewahrt wird',
    off: 'Alle Zeit bleibt, bis jemand sie entfernt.',
    set: (months: number) => `Zeit wird ${months} Monate aufbewahrt.`,
    begins: (date: string) => `Ältere Wochen werden ab ${date} entfernt. Bis dahin keine.`,
    running: (date: string) => `Ältere Wochen werden seit ${date} entfernt.`,
    by: (person: string, date: string) => `Festgelegt von ${person} am ${date}.`,
    onlyOwners: 'Nur ein Eigentümer kann das ändern.',
    choose: 'Alte Zeit entfernen…',
    change: 'Ändern…',
    end: 'Alles aufbewahren',
    ended: 'Ab jetzt wird alles aufbewahrt.',
    saved: (date: string) =>
      `Ältere Wochen werden ab ${date} entfernt. Jeder Eigentümer bekommt eine E-Mail.`,
    dialogTitle: 'Wie lange Zeit aufbewahrt wird',
    dialogText:
      'Ältere Wochen werden endgültig entfernt: Einträge, Genehmigungen und Kommentare. Projekte, Personen, Sätze und gespeicherte Berichte bleiben. Es beginnt 30 Tage, nachdem es festgelegt wurde; jeder Eigentümer erfährt davon und kann es bis dahin zurücknehmen.',
    months: 'Zeit aufbewahren, in Monaten',
    monthsHint: 'Von 12 bis 240.',
    monthsInvalid: 'Geben Sie eine ganze Zahl von 12 bis 240 Monaten ein.',
    look: 'Ansehen, was geht',
    nothing: (until: string) => `Bis ${until} gibt es keine Zeit: Am ersten Tag ginge nichts.`,
    goes: (figures: { entries: number; minutes: number; weeks: number; people: number; until: string }) =>
      `Am ersten Tag gehen ${count(figures.entries, 'Eintrag', 'Einträge')} mit ${formatHours(figures.minutes)} Stunden: ${count(figures.weeks, 'Woche', 'Wochen')} von ${count(figures.people, 'Person', 'Personen')}, bis ${figures.until}.`,
    first: (date: string) =>
      `Dieser Tag ist der ${date}. Exportierte Dateien bleiben wie immer zwei Tage liegen.`,
    confirm: 'Ältere Zeit entfernen',
    everything: 'Alles bleibt',
  },
};

function count(number: number, one: string, many: string): string {
  return number === 1 ? `1 ${one}` : `${number} ${many}`;
}
