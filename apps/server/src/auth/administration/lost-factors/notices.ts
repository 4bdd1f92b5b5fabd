import { plainName } from '@stint/domain/plain-name.ts';
import type { Notice } from '../../mechanisms/outbox/notices.ts';

const RULE =
  'It is removed after you confirm by the link and a second owner or admin agrees, or after 24 hours.';

/** For the person: the proof of the address, and the way to stop it. */
export const lostFactorAsked = (workspace: string, href: string): Notice => ({
  subject: 'Somebody asks to remove your authenticator',
  paragraphs: [
    `An owner of ${plainName(workspace)} says that you have lost your authenticator and asks that it be removed.`,
    RULE,
  ],
  button: { label: 'Confirm or stop it', href },
  footnote: 'If you did not ask for this, open the link and stop it; nothing happens without it.',
});

/** For owners and admins of every workspace of the person. */
export const lostFactorTold = (workspace: string, who: string): Notice => ({
  subject: 'A lost authenticator was reported',
  paragraphs: [
    `An owner of ${plainName(workspace)} asks that the authenticator of ${plainName(who)} be removed.`,
    'The person has to confirm it; an owner or admin can agree or stop it in the settings, under “How people sign in”.',
  ],
  footnote: 'If you know of nothing of the kind, stop it there and speak to the person.',
});

export const lostFactorStopped: Notice = {
  subject: 'Your authenticator stays',
  paragraphs: ['The request to remove your authenticator was stopped. Nothing has changed.'],
};

export const lostFactorDone: Notice = {
  subject: 'Your authenticator was removed',
  paragraphs: [
    'As was asked for and confirmed, your authenticator and its backup codes are gone, and you are signed out everywhere.',
    'Set up a new one when you sign in again.',
  ],
};

export const lostFactorText = (app: string) =>
  `${plainName(app)}: somebody asks to remove your authenticator. If it was not you, open the mail about it and stop it.`;
