/** Texts of the list of clients and its form. */
export const text = {
  add: 'Add client',
  edit: 'Edit client',
  contact: 'Contact',
  email: 'Email',
  projects: 'Projects',
  billable: 'Billable this year',
  withoutProjects: 'Without projects',
  phone: 'Phone',
  address: 'Address',
  taxNumber: 'Tax number',
  currency: 'Currency',
  currencyHint: (own: string) => `Three letters. Empty: ${own}, as the workspace.`,
  currencyWrong: 'Enter three letters such as EUR.',
  rate: (currency: string) => `An hour is billed at (${currency})`,
  rateHint: 'Where a project has no rate of its own, until the first rate of the client by date (Rates).',
  rateWrong: 'Enter an amount such as 90 or 90.50.',
  notes: 'Notes',
  mergePreview: (projects: number, hours: string, name: string) =>
    `${projects === 1 ? 'One project' : `${projects} projects`} with ${hours} hours move. ${name} is archived.`,
  empty: 'No clients yet',
  emptyText: 'Clients are whom projects are done for.',
};
