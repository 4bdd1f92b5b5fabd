import type { Notice } from '../../mechanisms/outbox/notices.ts';

export const identityLinked = (provider: string): Notice => ({
  subject: 'A sign-in was linked to your account',
  paragraphs: [`From now on an account at ${provider} signs in to yours.`],
});

export const identityUnlinked = (provider: string): Notice => ({
  subject: 'A sign-in was unlinked from your account',
  paragraphs: [`The account at ${provider} does not sign in to yours any more.`],
});
