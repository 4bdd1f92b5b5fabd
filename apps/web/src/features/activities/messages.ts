/** Texts of the list of activities and its form. */
export const text = {
  add: 'Add activity',
  edit: 'Edit activity',
  billable: 'Billable by default',
  everywhere: 'On all projects',
  used: 'Entries this year',
  unused: 'Unused this year',
  moveUp: 'Move up',
  moveDown: 'Move down',
  moved: (name: string) => `Moved ${name}.`,
  mergePreview: (entries: number, hours: string, approved: number) =>
    `${entries === 1 ? 'One entry moves' : `${entries} entries move`}. Altogether ${hours} hours are recorded; ${approved} approved entries stay as they were approved.`,
  empty: 'No activities yet',
  emptyText: 'Activities say what kind of work it was: design, development, travel.',
};
