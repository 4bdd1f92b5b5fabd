/** Texts of the list of projects and its form. */
export const text = {
  add: 'Add project',
  edit: 'Edit project',
  client: 'Client',
  billable: 'Time is billable',
  type: 'Project type',
  month: 'This month',
  total: 'Total',
  last: 'Last activity',
  description: 'Description',
  duplicate: 'Duplicate…',
  duplicateTitle: (name: string) => `Duplicate ${name}`,
  duplicateText: 'The new project has the same settings, people and activities, and no time.',
  copyOf: (name: string) => `${name} (copy)`,
  empty: 'No projects yet',
  emptyText: 'A project collects the time that belongs together.',
};
