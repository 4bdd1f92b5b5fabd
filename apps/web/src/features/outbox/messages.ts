/** Texts of the outbox, which test mode has instead of mail. */
export const text = {
  title: 'Outbox',
  text: 'In test mode nothing is sent. What would have been sent is kept here.',
  filter: 'To',
  empty: 'Nothing has been sent yet',
  emptyText: 'Sign up or ask for a link, and the message appears here.',
  refresh: 'Refresh',
  openLink: 'Open the link',
  code: (code: string) => `Code ${code}`,
  failed: 'The outbox could not be read. Is the provider running?',
};
