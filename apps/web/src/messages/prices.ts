/** What a change of rates does to recorded time. */
export const prices = {
  preview: (change: { hours: string; entries: number; before: string; after: string }) =>
    `This changes ${change.hours} open hours: ${change.before} → ${change.after}. ${change.entries === 1 ? 'It is one entry' : `These are ${change.entries} entries`}.`,
  locked: (hours: string) => `${hours} of these hours lie up to the lock date.`,
  nothing: 'No open time changes its amount.',
  approvedKept: (hours: string, amount: string) =>
    `${hours} approved hours keep what they are worth: ${amount}.`,
  noMoney: 'nothing',
};
