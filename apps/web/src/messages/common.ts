/** Words that the pages of a workspace share. */
export const common = {
  loading: 'Loading the workspace…',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  retry: 'Retry',
  undo: 'Undo',
  /** Somebody else changed the same thing a moment ago. */
  conflict: {
    text: 'Somebody changed this meanwhile. What you typed is still here.',
    title: 'Changed by somebody else',
    choose: 'Choose for each field what is to be saved.',
    taken: (names: string) =>
      `You had not touched these, so they are as the other person saved them: ${names}.`,
    mine: 'Mine',
    theirs: 'Theirs',
    nothing: 'nothing',
    save: (value: string) => `Save “${value}”`,
    take: (value: string) => `Take “${value}”`,
    saveChosen: 'Save as chosen',
    takeAll: 'Take all of theirs',
  },
  optional: '(optional)',
  ofWhichBillable: (percent: string) => `${percent} % billable`,
  showAll: (count: number) => `Show all ${count}`,
  showFewer: 'Show fewer',
  newest: (shown: number, total: number) => `The newest ${shown} of ${total} are shown.`,
  chart: {
    budget: (hours: string) => `Budget ${hours}`,
    forecast: (date: string) => `Used up about ${date} at the pace of the last four weeks`,
    asTable: 'As a table',
    month: 'Month',
    hours: 'Hours',
    billable: 'Billable',
    nonBillable: 'Non-billable',
    running: 'Until then',
  },
  /** The sentence about billable time, on every screen that has one. */
  billable: {
    sentence: (billable: string, recorded: string, percent: string) =>
      `${billable} of ${recorded} billable (${percent} %)`,
    remaining: (hours: string) => `${hours} to go`,
    nothing: 'Nothing recorded yet',
    bar: (billable: string, nonBillable: string, expected: string) =>
      `${billable} billable, ${nonBillable} non-billable, ${expected} expected`,
  },
  /** One sentence for each reason why hours cannot be taken. */
  wrongHours: {
    empty: 'Enter hours, such as 7:30.',
    unreadable: 'Enter hours as 7:30, 7.5, 7h 30m or 450m.',
    negative: 'Hours cannot be negative. Enter what was worked.',
    minutesOutOfRange: 'Minutes go up to 59. Write 1:70 as 2:10, or as 130m.',
    tooLong: 'A day has at most 24:00. For minutes add an m, as in 450m.',
  },
  wrongClock: 'Enter a time such as 9:30, 930 or 9:30 pm.',
  moment: { day: 'Day', time: 'Time' },
  chooser: {
    placeholder: 'Type to find or create',
    create: (name: string) => `Create “${name}”`,
    nothing: 'Nothing found.',
    searching: 'Searching…',
    clear: 'Clear',
  },
};

/** What pages are called, in the navigation and on the page itself. */
export const pageTitles = {
  time: 'Time',
  dashboard: 'Dashboard',
  approvals: 'Approvals',
  reports: 'Reports',
  projects: 'Projects',
  clients: 'Clients',
  activities: 'Activities',
  team: 'Team',
  settings: 'Settings',
  signIn: 'How people sign in',
  rules: 'Rules for time',
  programs: 'Programs',
  data: 'Data',
  log: 'Audit log',
  import: 'Import',
  ownSettings: 'General',
  billing: 'Billing',
};
