import type { Notice } from '../mechanisms/outbox/notices.ts';

export const newDevice = (device: string | null): Notice => ({
  en: {
    subject: 'New log-in to your account',
    paragraphs: [`Your account was used from a browser we have not seen before: ${device ?? 'unknown'}.`],
  },
  de: {
    subject: 'Neue Anmeldung bei Ihrem Konto',
    paragraphs: [
      `Ihr Konto wurde in einem Browser benutzt, den wir noch nicht kannten: ${device ?? 'unbekannt'}.`,
    ],
  },
});
