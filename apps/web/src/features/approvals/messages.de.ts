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
  waiting: (count) => (count === 1 ? 'Eine Woche wartet' : `${count} Wochen warten`),
  reason: 'Grund',
  reopen: {
    button: 'Wieder öffnen',
    title: (person, week) => `${week} von ${person} wieder öffnen`,
    titleOwn: (week) => `${week} wieder öffnen`,
    text: 'Die Woche lässt sich wieder ändern und muss neu eingereicht und genehmigt werden. Was genehmigt war, bleibt in ihrem Verlauf.',
    hint: 'Geht an die Person und bleibt im Verlauf.',
    missing: 'Sagen Sie, warum die genehmigte Woche wieder geöffnet wird.',
    done: 'Die Woche ist wieder geöffnet.',
  },
  note: 'Notiz',
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
