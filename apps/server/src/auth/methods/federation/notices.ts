import type { Notice } from '../../mechanisms/outbox/notices.ts';

export const identityLinked = (provider: string): Notice => ({
  en: {
    subject: 'A sign-in was linked to your account',
    paragraphs: [`From now on an account at ${provider} signs in to yours.`],
  },
  de: {
    subject: 'Ihr Konto wurde mit einer Anmeldung verbunden',
    paragraphs: [`Ab jetzt meldet ein Konto bei ${provider} bei Ihrem an.`],
  },
});

export const identityUnlinked = (provider: string): Notice => ({
  en: {
    subject: 'A sign-in was unlinked from your account',
    paragraphs: [`The account at ${provider} does not sign in to yours any more.`],
  },
  de: {
    subject: 'Eine Anmeldung wurde von Ihrem Konto getrennt',
    paragraphs: [`Das Konto bei ${provider} meldet nicht mehr bei Ihrem an.`],
  },
});
