/** Texts of the list of activities and its form. */
export const text = {
  add: 'Add activity',
  edit: 'Edit activity',
  billable: 'Billable by default',
  everywhere: 'On all projects',
  empty: 'No activities yet',
  emptyText: 'Activities say what kind of work it was: design, development, travel.',
};
