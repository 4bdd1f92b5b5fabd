/** Texts of the page that ends mail that comes round. */
export const text = {
  mails: {
    reminders: 'reminders of weeks that are not handed in',
    digests: 'the weekly digest of what waits for your decision',
    weeks: 'mails about weeks that are submitted, approved or disapproved',
    budgets: 'mails about budgets of your projects',
    report: 'the report',
  },
  question: 'Stop these mails?',
  about: (mail: string, workspace: string) => `This is about ${mail} of ${workspace}.`,
  named: (mail: string, name: string) => `${mail} “${name}”`,
  stop: 'Stop these mails',
  stopped: 'These mails stop',
  stoppedText: (mail: string, workspace: string) => `${workspace} does not send you ${mail} any more.`,
  againSwitch: 'You can switch them on again in your settings under Notifications.',
  againReport: 'If you want it again, ask whoever sends it to you.',
  ended: 'This link ends no mail any more',
  endedText: 'If mails still come, use the link in the newest one, or switch them off in your settings.',
};
