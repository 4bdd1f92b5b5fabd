import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  sentBack: {
    text: (week, reason) =>
      reason
        ? `Die Woche ${week} wurde zurückgewiesen: ${reason}`
        : `Die Woche ${week} wurde zurückgewiesen.`,
    open: 'Woche öffnen',
  },
  states: { open: 'Offen', pending: 'Eingereicht', approved: 'Genehmigt', disapproved: 'Zurückgewiesen' },
  takenBack: 'Es ist wieder wie vorher.',
  stepper: 'Stand dieser Woche',
  by: (name, at) => `${name}, ${at}`,
  somebody: 'Jemand',
  submit: {
    button: 'Woche einreichen',
    again: 'Woche erneut einreichen',
    title: (week) => `${week} einreichen`,
    byProject: 'Summen je Projekt',
    total: 'Summe',
    empty: 'In dieser Woche ist keine Zeit.',
    missing: (days) => `Noch keine Zeit am ${days}. Sie können die Woche unvollständig einreichen.`,
    weekend: (days) => `Am ${days} ist Zeit eingetragen.`,
    noActivity: (count) =>
      count === 1 ? 'Ein Eintrag hat keine Tätigkeit.' : `${count} Einträge haben keine Tätigkeit.`,
    noTag: (count) =>
      count === 1 ? 'Ein Eintrag hat kein Schlagwort.' : `${count} Einträge haben kein Schlagwort.`,
    archived: (names) => `Es ist Zeit auf archivierten Projekten: ${names}.`,
    noComment: (count) =>
      count === 1 ? 'Ein Eintrag hat keinen Kommentar.' : `${count} Einträge haben keinen Kommentar.`,
    over: (day, total, amount) =>
      `${day} hat ${total}, ${amount} über 24:00. Berichtigen Sie das, bevor Sie die Woche einreichen.`,
    note: 'Notiz',
    incomplete: 'Unvollständig einreichen',
    done: 'Die Woche ist eingereicht.',
  },
  withdraw: { button: 'Zurückziehen', done: 'Die Woche ist zurückgezogen und wieder offen.' },
  reasonFrom: (name) => `${name} hat diese Woche zurückgewiesen:`,
  flagged: 'Markierte Zeilen',
  tabs: 'Wochen nach Stand',
  tab: {
    pending: 'Eingereicht',
    disapproved: 'Zurückgewiesen',
    open: 'Nicht eingereicht',
    approved: 'Genehmigt',
  },
  waiting: (count) => (count === 1 ? 'Eine Woche wartet' : `${count} Wochen warten`),
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
  reason: 'Grund',
  reasonHint: 'Geht mit der Woche an die Person.',
  reasonMissing: 'Sagen Sie, was zu berichtigen ist.',
  reopen: {
    button: 'Wieder öffnen',
    title: (person, week) => `${week} von ${person} wieder öffnen`,
    titleOwn: (week) => `${week} wieder öffnen`,
    text: 'Die Woche lässt sich wieder ändern und muss neu eingereicht und genehmigt werden. Was genehmigt war, bleibt in ihrem Verlauf.',
    hint: 'Geht an die Person und bleibt im Verlauf.',
    missing: 'Sagen Sie, warum die genehmigte Woche wieder geöffnet wird.',
    done: 'Die Woche ist wieder geöffnet.',
  },
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
  note: 'Notiz',
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
  history: 'Verlauf',
  historyOf: (week) => `Verlauf von ${week}`,
  steps: {
    submit: 'Eingereicht',
    withdraw: 'Zurückgezogen',
    approve: 'Genehmigt',
    disapprove: 'Zurückgewiesen',
    reopen: 'Wieder geöffnet',
    undo: 'Zurückgenommen',
  },
};
