/** Texts of a week that is handed in, and of what becomes of it. */
export const text = {
  sentBack: {
    text: (week: string, reason: string | null) =>
      reason ? `The week ${week} was disapproved: ${reason}` : `The week ${week} was disapproved.`,
    open: 'Open the week',
  },
  states: { open: 'Open', pending: 'Pending', approved: 'Approved', disapproved: 'Disapproved' },
  stepper: 'State of this week',
  by: (name: string, at: string) => `${name}, ${at}`,
  somebody: 'Somebody',
  submit: {
    button: 'Submit week',
    again: 'Resubmit week',
    title: (week: string) => `Submit ${week}`,
    byProject: 'Totals by project',
    total: 'Total',
    empty: 'There is no time in this week.',
    missing: (days: string) => `No time yet on ${days}. You can submit the week as incomplete.`,
    weekend: (days: string) => `There is time on ${days}.`,
    noActivity: (count: number) =>
      count === 1 ? 'One entry has no activity.' : `${count} entries have no activity.`,
    noTag: (count: number) => (count === 1 ? 'One entry has no tag.' : `${count} entries have no tag.`),
    archived: (names: string) => `There is time on archived projects: ${names}.`,
    noComment: (count: number) =>
      count === 1 ? 'One entry has no comment.' : `${count} entries have no comment.`,
    over: (day: string, total: string, amount: string) =>
      `${day} has ${total}, ${amount} over 24:00. Correct it before submitting the week.`,
    note: 'Note',
    incomplete: 'Submit incomplete week',
    done: 'The week is submitted.',
  },
  withdraw: { button: 'Withdraw', done: 'The week is withdrawn and open again.' },
  takenBack: 'It is as it was before.',
  reasonFrom: (name: string) => `${name} disapproved this week:`,
  flagged: 'Marked lines',
  waiting: (count: number) => (count === 1 ? 'One week waiting' : `${count} weeks waiting`),
  reason: 'Reason',
  reopen: {
    button: 'Reopen',
    title: (person: string, week: string) => `Reopen ${week} of ${person}`,
    titleOwn: (week: string) => `Reopen ${week}`,
    text: 'The week can be changed again and has to be submitted and approved anew. What was approved stays in its history.',
    hint: 'Sent to the person and kept in the history.',
    missing: 'Say why the approved week is reopened.',
    done: 'The week is reopened.',
  },
  note: 'Note',
  history: 'History',
  historyOf: (week: string) => `History of ${week}`,
  steps: {
    submit: 'Submitted',
    withdraw: 'Withdrawn',
    approve: 'Approved',
    disapprove: 'Disapproved',
    reopen: 'Reopened',
    undo: 'Taken back',
  } as Record<string, string>,
};
