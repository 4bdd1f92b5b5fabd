import type { LoginResult, SignupResult } from '@latchkey/client';
import type { SignOnOutcome } from '../machine/types.ts';

/** How a call ended that has to sign in or to say what is missing; an answer that does neither is no answer. */
export function toSignedIn(result: LoginResult | SignupResult): SignOnOutcome {
  const outcome = toOutcome(result);
  // A sign-up may wait for its mail, and says so (protocol 7.2).
  const isWaiting = outcome.answer.isEmailConfirmed === false;
  // Without words of its own, so that the form shows the general sentence.
  if (outcome.outcome === 'accepted' && !isWaiting) throw new Error();
  return outcome;
}

/** What the machine wants to know of a client's result. */
export function toOutcome(result: LoginResult | SignupResult): SignOnOutcome {
  switch (result.outcome) {
    case 'signedIn':
      return { outcome: 'signedIn', secondFactors: [], answer: result.answer };
    case 'secondFactorRequired':
      return { ...result, outcome: 'secondFactorRequired' };
    case 'pkceRequired':
      return { outcome: 'leaving', secondFactors: [], answer: result.answer };
    case 'accepted':
    case 'sent':
      return { outcome: 'accepted', secondFactors: [], answer: result.answer };
    default:
      return { outcome: 'leaving', secondFactors: [], answer: {} };
  }
}
