import type { Notice } from '../outbox/notices.ts';

const canUndo = 'For 7 days you can take this back; that also ends every session.';

const undo = (href: string): Pick<Notice, 'button' | 'footnote'> => ({
  button: { label: 'Undo the change', href },
  footnote: 'If you made this change, there is nothing to do.',
});

/** For the former address. */
export const emailChanged = (newEmail: string, undoHref: string): Notice => ({
  subject: 'Your email address was changed',
  paragraphs: [`Your account now uses the address ${newEmail}.`, canUndo],
  ...undo(undoHref),
});

/** @param undoHref null where there was no number before */
export const phoneChanged = (undoHref: string | null): Notice => {
  const words = { subject: 'Your phone number was changed', paragraphs: ['Codes now go to the new number.'] };
  if (undoHref === null) return words;
  return { ...words, paragraphs: [...words.paragraphs, canUndo], ...undo(undoHref) };
};

export const phoneAdded: Notice = {
  subject: 'A phone number was added',
  paragraphs: ['From now on codes by text message go to this number when a sign-in asks for one.'],
};
