import { plainName } from '@stint/domain/plain-name.ts';
import type { Notice } from '../outbox/notices.ts';

export const ownerRole = (workspace: string): Notice => ({
  subject: 'You are now an owner',
  paragraphs: [`You were made an owner of ${plainName(workspace)}.`],
  footnote: 'Owners can change settings, members and billing.',
});

export const accountDeleted: Notice = {
  subject: 'Your account was deleted',
  paragraphs: ['Your sessions have ended and your personal data will be erased within 30 days.'],
  footnote: 'If this was not you, answer this message now.',
};

export const passwordChanged: Notice = {
  subject: 'Your password was changed',
  paragraphs: ['All other sessions were ended.'],
};
