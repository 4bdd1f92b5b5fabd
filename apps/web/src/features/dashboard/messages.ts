/** Texts of the dashboard. */
export const text = {
  mine: 'Mine',
  team: 'The team',
  openWeek: 'Open the week',
  hours: {
    title: 'This week',
    today: (recorded: string, expected: string) => `Today ${recorded} of ${expected}`,
    todayFree: (recorded: string) => `Today ${recorded}`,
  },
  timer: {
    title: 'Timer',
    none: 'No timer runs.',
    since: (time: string) => `since ${time}`,
    noProject: 'No project yet',
  },
  missing: {
    title: 'Days without time',
    none: 'No working day of the last four weeks is empty.',
    record: 'Record',
  },
  weeks: {
    title: 'My weeks',
    none: 'No week has time yet.',
  },
  recent: {
    title: 'Worked on lately',
    none: 'What you record appears here, to go on with it.',
    start: (name: string) => `Start the timer for ${name}`,
    started: (name: string) => `The timer runs for ${name}.`,
  },
  pending: {
    title: 'Waiting for your decision',
    none: 'Nothing waits for you.',
    more: (count: number) => (count === 1 ? 'Review one week' : `Review ${count} weeks`),
  },
  missingWeeks: {
    title: 'Not submitted',
    none: 'Everybody has submitted.',
    more: (count: number) => (count === 1 ? 'See one week' : `See ${count} weeks`),
  },
  budgets: {
    title: 'Budgets near their limit',
    none: 'No budget is used by four fifths.',
    used: (percent: string) => `${percent} % used`,
    over: 'Used up',
    shown: (shown: number, total: number) => `${shown} of ${total} are shown.`,
  },
  teamHours: {
    title: 'Team this week',
    none: 'Nobody has recorded time this week.',
    expected: (recorded: string, expected: string, percent: string) =>
      `${recorded} of ${expected} expected hours (${percent} %)`,
  },
};
