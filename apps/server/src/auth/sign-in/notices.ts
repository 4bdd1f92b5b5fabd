import type { Notice } from '../mechanisms/outbox/notices.ts';

export const newDevice = (device: string | null): Notice => ({
  subject: 'New log-in to your account',
  paragraphs: [`Your account was used from a browser we have not seen before: ${device ?? 'unknown'}.`],
});
