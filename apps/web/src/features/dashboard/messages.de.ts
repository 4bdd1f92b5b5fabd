import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  mine: 'Meines',
  team: 'Das Team',
  openWeek: 'Woche öffnen',
  hours: {
    title: 'Diese Woche',
    today: (recorded, expected) => `Heute ${recorded} von ${expected}`,
    todayFree: (recorded) => `Heute ${recorded}`,
  },
  timer: {
    title: 'Stoppuhr',
    none: 'Es läuft keine Stoppuhr.',
    since: (time) => `seit ${time}`,
    noProject: 'Noch kein Projekt',
  },
  missing: {
    title: 'Tage ohne Zeit',
    none: 'Kein Arbeitstag der letzten vier Wochen ist leer.',
    record: 'Eintragen',
  },
  weeks: {
    title: 'Meine Wochen',
    none: 'Noch keine Woche hat Zeit.',
  },
  recent: {
    title: 'Zuletzt bearbeitet',
    none: 'Was Sie aufzeichnen, erscheint hier, um damit fortzufahren.',
    start: (name) => `Stoppuhr für ${name} starten`,
    started: (name) => `Die Stoppuhr läuft für ${name}.`,
  },
  pending: {
    title: 'Wartet auf Ihre Entscheidung',
    none: 'Nichts wartet auf Sie.',
    more: (count) => (count === 1 ? 'Eine Woche prüfen' : `${count} Wochen prüfen`),
  },
  missingWeeks: {
    title: 'Nicht eingereicht',
    none: 'Alle haben eingereicht.',
    more: (count) => (count === 1 ? 'Eine Woche ansehen' : `${count} Wochen ansehen`),
  },
  budgets: {
    title: 'Budgets kurz vor dem Ende',
    none: 'Kein Budget ist zu vier Fünfteln verbraucht.',
    used: (percent) => `${percent} % verbraucht`,
    over: 'Aufgebraucht',
    shown: (shown, total) => `Gezeigt sind ${shown} von ${total}.`,
  },
  teamHours: {
    title: 'Das Team diese Woche',
    none: 'Diese Woche hat noch niemand Zeit aufgezeichnet.',
    expected: (recorded, expected, percent) =>
      `${recorded} von ${expected} erwarteten Stunden (${percent} %)`,
  },
};
