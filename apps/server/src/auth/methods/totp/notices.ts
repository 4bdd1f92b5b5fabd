import type { Notice } from '../../mechanisms/outbox/notices.ts';

export const factorAdded: Notice = {
  subject: 'An authenticator was added',
  paragraphs: ['From now on logging in asks for a code from your authenticator app.'],
};

export const factorRemoved: Notice = {
  subject: 'Your authenticator was removed',
  paragraphs: ['Logging in no longer asks for a code from your authenticator app.'],
};

export const backupUsed = (left: number): Notice => ({
  subject: 'A backup code was used',
  paragraphs: [`Somebody logged in with one of your backup codes. ${left} are left.`],
});

export const backupRenewed: Notice = {
  subject: 'Your backup codes were renewed',
  paragraphs: ['The older codes no longer work.'],
};
