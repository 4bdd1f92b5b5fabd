import { toAuthError } from '@latchkey/client';
import { errors as text } from '../messages/errors.ts';

const nothingKnown = `${text.problem}. ${text.tryAgain}`;

/** What to tell a person about anything that was thrown by a call. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return nothingKnown;
  if (error.name === 'ConnectionError') return text.offline;
  const { type } = toAuthError(error);
  if (type === 'network_error' || type === 'timeout_error') return text.offline;
  return error.message || nothingKnown;
}
