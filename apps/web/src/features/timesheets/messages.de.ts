import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  today: 'Heute',
  pinRow: 'In jeder Woche anheften',
  unpinRow: 'Nicht mehr anheften',
  pinned: (row) => `${row} steht von jetzt an in jeder Woche.`,
  unpinned: (row) => `${row} ist nicht mehr angeheftet.`,
  weekOf: (person) => `Woche von ${person}`,
  somebody: 'jemand anderem',
  ownWeek: 'Zurück zur eigenen Woche',
  previousWeek: 'Vorige Woche',
  nextWeek: 'Nächste Woche',
  thisWeek: 'Diese Woche',
  ghost: 'Hinzufügen …',
  moreActions: 'Mehr zu dieser Woche',
  sheetFile: {
    menu: 'Stundenzettel als PDF',
  },
  copyWeekAs: (what) => `Vorige Woche übernehmen: ${what}`,
  noClient: 'Ohne Kunde',
  subtotal: (client) => `Summe von ${client}`,
  views: { title: 'Ansicht', day: 'Tag', week: 'Woche', calendar: 'Kalender' },
  selected: (cells, hours) => `${cells} Zellen ausgewählt, ${hours}`,
  paste: {
    title: 'Stunden einfügen',
  },
  addRow: 'Zeile hinzufügen',
  copyWeek: 'Vorige Woche übernehmen',
  copyRows: 'Zeilen',
  copyHours: 'Zeilen und Stunden',
  copyComments: 'Zeilen, Stunden und Kommentare',
  copied: (rows) =>
    rows === 0
      ? 'Es gab nichts zu übernehmen.'
      : rows === 1
        ? 'Eine Zeile ist übernommen.'
        : `${rows} Zeilen sind übernommen.`,
  leftOut: (names) => `Ausgelassen: ${names}.`,
  skipReasons: {
    projectArchived: 'Projekt archiviert',
    activityArchived: 'Tätigkeit archiviert',
    notAllowed: 'nicht für Sie offen',
    alreadyThere: 'schon da',
    dayLocked: 'Tag gesperrt',
  },
  columnRow: 'Projekt',
  total: 'Summe',
  dayTotal: 'Tag',
  hoursLabel: (row, day) => `Stunden, ${row}, ${day}`,
  over: (amount) => `${amount} über 24:00`,
  overLong: (day, amount) =>
    `${day} hat ${amount} mehr als 24:00. Berichtigen Sie das, bevor die Woche eingereicht wird.`,
  nonBillable: 'Nicht abrechenbar',
  ofExpected: (total) => `von ${total} erwartet`,
  weekTotal: 'Summe der Woche',
  lacks: { comment: 'Kommentar fehlt', activity: 'Tätigkeit fehlt', tag: 'Schlagwort fehlt' },
  lackCount: (count) =>
    count === 1
      ? 'In einer Zelle fehlt etwas, das dieser Arbeitsbereich verlangt.'
      : `In ${count} Zellen fehlt etwas, das dieser Arbeitsbereich verlangt.`,
  toLack: 'Ergänzen',
  details: 'Einzelheiten',
  detailsOf: (row, day) => `${row}, ${day}`,
  openDetails: (row, day, entries) =>
    `Einzelheiten zu ${row}, ${day}${entries > 1 ? `: ${entries} Einträge` : ''}`,
  rowMenu: (row) => `Aktionen für ${row}`,
  removeRow: 'Zeile entfernen',
  cleared: (entries) => (entries === 1 ? 'Ein Eintrag ist entfernt.' : `${entries} Einträge sind entfernt.`),
  removedRow: (row) => `${row} ist aus dieser Woche entfernt.`,
  state: {
    nothing: '',
    saved: 'Gespeichert',
    invalid: 'Nicht gespeichert: Stunden, die sich nicht lesen lassen',
    waiting: 'Wird gespeichert …',
    saving: 'Wird gespeichert …',
    offline: 'Auf diesem Gerät aufgehoben',
    refused: 'Nicht gespeichert',
    conflict: 'Zwei Fassungen',
  },
  toInvalid: 'Zeigen',
  unsaved: {
    invalid:
      'Es gibt Stunden, die sich nicht lesen lassen. Berichtigen oder leeren Sie zuerst die markierten Zellen.',
    waiting: 'Noch ist nicht alles in dieser Woche gespeichert. Speichern Sie vor dem Einreichen.',
  },
  unsentRemoved: 'Entfernt',
  refusedDiscard: 'Meine Änderungen verwerfen',
  locked: {
    pending: 'Diese Woche ist eingereicht und lässt sich nicht ändern.',
    approved: 'Diese Woche ist genehmigt und lässt sich nicht ändern.',
    lockDate: 'Tage bis zum Sperrdatum lassen sich nicht ändern.',
    readOnly: 'Sie können diese Woche sehen, aber nicht ändern.',
  },
  lockedDay: 'Gesperrt',
  empty: {
    title: 'In dieser Woche ist noch keine Zeit',
    text: 'Beginnen Sie mit einer Zeile.',
    textWithCopy: 'Beginnen Sie mit einer Zeile, oder übernehmen Sie die vorige Woche.',
  },
  picker: {
    title: 'Zeile hinzufügen',
    find: 'Projekt, Tätigkeit oder Kunde',
  },
  conflict: {
    title: 'Jemand hat das inzwischen geändert',
    compare: 'Vergleichen',
  },
  flagged: 'Beim Prüfen markiert',
  flaggedWith: (note) => `Beim Prüfen markiert: ${note}`,
};
