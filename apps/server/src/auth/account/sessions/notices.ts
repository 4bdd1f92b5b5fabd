import type { Notice } from '../../mechanisms/outbox/notices.ts';

export const tokenTheft: Notice = {
  en: {
    subject: 'A session was ended to protect your account',
    paragraphs: [
      'An old copy of a session was used a second time. This can mean that somebody copied it, so the session was ended. Please log in again.',
    ],
  },
  de: {
    subject: 'Zum Schutz Ihres Kontos wurde eine Sitzung beendet',
    paragraphs: [
      'Eine alte Kopie einer Sitzung wurde ein zweites Mal benutzt. Das kann heißen, dass jemand sie kopiert hat; deshalb wurde die Sitzung beendet. Bitte melden Sie sich noch einmal an.',
    ],
  },
};
