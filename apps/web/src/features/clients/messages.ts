/** Texts of the list of clients and its form. */
export const text = {
  add: 'Add client',
  edit: 'Edit client',
  contact: 'Contact',
  email: 'Email',
  projects: 'Projects',
  notes: 'Notes',
  mergePreview: (projects: number, hours: string, name: string) =>
    `${projects === 1 ? 'One project' : `${projects} projects`} with ${hours} hours move. ${name} is archived.`,
  empty: 'No clients yet',
  emptyText: 'Clients are whom projects are done for.',
};
