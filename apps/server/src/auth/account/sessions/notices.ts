import type { Notice } from '../../mechanisms/outbox/notices.ts';

export const tokenTheft: Notice = {
  subject: 'A session was ended to protect your account',
  paragraphs: [
    'An old copy of a session was used a second time. This can mean that somebody copied it, so the session was ended. Please log in again.',
  ],
};
