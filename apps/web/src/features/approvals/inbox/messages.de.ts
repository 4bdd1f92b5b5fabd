import type { Translation } from '../../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  tabs: 'Wochen nach Stand',
  tab: {
    pending: 'Eingereicht',
    disapproved: 'Zurückgewiesen',
    open: 'Nicht eingereicht',
    approved: 'Genehmigt',
  },
  empty: {
    pending: 'Nichts wartet',
    disapproved: 'Keine zurückgewiesenen Wochen',
    open: 'Alle haben eingereicht',
    approved: 'Keine genehmigten Wochen',
  },
  emptyText: {
    pending: 'Hier erscheinen Wochen, sobald sie eingereicht sind.',
    disapproved: 'Hier erscheinen die zurückgewiesenen Wochen der letzten acht Wochen.',
    open: 'Aus den letzten acht Wochen fehlt nichts.',
    approved: 'Hier erscheinen die genehmigten Wochen der letzten acht Wochen.',
  },
  nextDue: (week, date) => `Als Nächstes: Die Woche ${week} ist am ${date} fällig.`,
  remindersAt: 'Wer zu spät ist, wird am Tag danach um neun Uhr morgens per E-Mail erinnert.',
  chosen: (count) => (count === 1 ? 'Eine Woche ausgewählt' : `${count} Wochen ausgewählt`),
  clearChoice: 'Auswahl aufheben',
  list: 'Wochen',
  select: (person, week) => `${person}, ${week} auswählen`,
  selectAll: 'Alle ohne Warnung auswählen',
  billable: (percent) => `${percent} % abrechenbar`,
  norm: (difference) => `${difference} zur üblichen Woche`,
  flags: {
    dayOverLimit: 'Tag über 24:00',
    weekend: 'Wochenende',
    archivedProject: 'Archiviertes Projekt',
    missingComment: 'Kommentar fehlt',
  },
  approve: 'Genehmigen',
  approveMany: (count) => `${count} genehmigen`,
  approved: (count) => (count === 1 ? 'Eine Woche ist genehmigt.' : `${count} Wochen sind genehmigt.`),
  failed: (count) =>
    count === 1
      ? 'Eine Woche konnte nicht genehmigt werden.'
      : `${count} Wochen konnten nicht genehmigt werden.`,
  disapprove: 'Zurückweisen',
  disapproveTitle: (person, week) => `${week} von ${person} zurückweisen`,
  reasonHint: 'Geht mit der Woche an die Person.',
  reasonMissing: 'Sagen Sie, was zu berichtigen ist.',
  markLines: 'Zeilen markieren',
  disapproved: 'Die Woche ist zurückgewiesen.',
  remindMany: (count) => `${count} erinnern`,
  reminded: (count) =>
    count === 0
      ? 'Heute wurde schon erinnert.'
      : count === 1
        ? 'Eine Person ist erinnert.'
        : `Für ${count} Wochen ist erinnert.`,
  remindedAt: (at) => `Erinnert ${at}`,
  back: 'Zurück zur Liste',
  hours: (person) => `Stunden von ${person}`,
  project: 'Projekt',
  total: 'Summe',
  day: 'Tag',
  comments: 'Kommentare',
  noComments: 'Keine Kommentare.',
  difference: 'Geändert seit dem letzten Einreichen',
  added: 'Neu',
  removed: 'Entfernt',
  changed: 'Geändert',
  fields: {
    workDate: 'Tag',
    projectID: 'Projekt',
    activityID: 'Tätigkeit',
    minutes: 'Stunden',
    comment: 'Kommentar',
    isBillable: 'abrechenbar',
    tags: 'Schlagwörter',
  },
};
