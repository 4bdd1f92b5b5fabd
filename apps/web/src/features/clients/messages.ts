/** Texts of the list of clients and its form. */
export const text = {
  add: 'Add client',
  edit: 'Edit client',
  contact: 'Contact',
  email: 'Email',
  projects: 'Projects',
  notes: 'Notes',
  empty: 'No clients yet',
  emptyText: 'Clients are whom projects are done for.',
};
