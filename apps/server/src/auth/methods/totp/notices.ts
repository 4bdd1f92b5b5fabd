import type { Notice } from '../../mechanisms/outbox/notices.ts';

export const factorAdded: Notice = {
  en: {
    subject: 'An authenticator was added',
    paragraphs: ['From now on logging in asks for a code from your authenticator app.'],
  },
  de: {
    subject: 'Ein Authenticator wurde hinzugefügt',
    paragraphs: ['Ab jetzt fragt die Anmeldung nach einem Code aus Ihrem Authenticator.'],
  },
};

export const factorRemoved: Notice = {
  en: {
    subject: 'Your authenticator was removed',
    paragraphs: ['Logging in no longer asks for a code from your authenticator app.'],
  },
  de: {
    subject: 'Ihr Authenticator wurde entfernt',
    paragraphs: ['Die Anmeldung fragt nicht mehr nach einem Code aus Ihrem Authenticator.'],
  },
};

export const backupUsed = (left: number): Notice => ({
  en: {
    subject: 'A backup code was used',
    paragraphs: [`Somebody logged in with one of your backup codes. ${left} are left.`],
  },
  de: {
    subject: 'Ein Ersatzcode wurde benutzt',
    paragraphs: [`Jemand hat sich mit einem Ihrer Ersatzcodes angemeldet. Übrig sind ${left}.`],
  },
});

export const backupRenewed: Notice = {
  en: { subject: 'Your backup codes were renewed', paragraphs: ['The older codes no longer work.'] },
  de: { subject: 'Ihre Ersatzcodes wurden erneuert', paragraphs: ['Die älteren Codes gelten nicht mehr.'] },
};
