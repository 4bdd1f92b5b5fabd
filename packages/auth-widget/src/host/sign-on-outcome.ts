import type { LoginResult, SignupResult } from '@latchkey/client';
import type { SignOnOutcome } from '../machine/types.ts';

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
