import { toAuthError } from '@latchkey/client';
import { errors as text } from '../messages/errors.ts';
import { refusals } from '../messages/refusals.ts';
import { ApiError } from './api-error.ts';
import { isLostPart } from './lost-part.ts';

const nothingKnown = `${text.problem}. ${text.tryAgain}`;

/** What to tell a person about anything that was thrown by a call. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return nothingKnown;
  if (error.name === 'ConnectionError' || isLostPart(error)) return text.offline;
  if (error.name === 'SessionEndedError') return text.signedOut;
  const { type, fields } = error instanceof ApiError ? readApiError(error) : toAuthError(error);
  if (type === 'network_error' || type === 'timeout_error') return text.offline;
  const words = isFault(error) ? '' : error.message;
  return refusal(type, fields[0]?.code) ?? (words || nothingKnown);
}

/** What the language itself throws is a fault of ours, whose words are for nobody who uses the page. */
function isFault(error: Error): boolean {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}

type Refusal = { type: string; fields: readonly { code: string }[] };

function readApiError({ code, fields }: ApiError): Refusal {
  return { type: code, fields };
}

/** What many refusals share; the sentence that comes with each says more than this one could. */
const GENERAL: ReadonlySet<string> = new Set(['bad_request', 'validation_failed', 'state_conflict']);

/** The refusal in the language of the page, where it is not that of the wire; provider calls name what it is in their list. */
function refusal(type: string, listed: string | undefined): string | undefined {
  const code = [listed, type].find((each) => each !== undefined && refusals?.[each] !== undefined);
  return code === undefined || GENERAL.has(code) ? undefined : refusals?.[code];
}
