import type { Factor } from '@stint/domain/auth/factor.ts';
import { toAuthError } from './errors.ts';
import { readFactors } from './first-factor.ts';
import { asObject, type JsonObject } from './json.ts';
import { type Mode, type ModeReason, modeReason } from './mode.ts';
import { type ClientParts, tenantPath } from './parts.ts';

/** Which factors a tenant offers (auth protocol 12.1). */
export interface Flow {
  firstFactors: readonly Factor[];
  secondFactors: readonly Factor[];
}

/** The answer of the mode call; `flow` is null where the server told none. */
export interface ModeAnswer {
  mode: Mode;
  reason: ModeReason;
  flow: Flow | null;
  /** The whole body, with settings that a server may add. */
  answer: JsonObject;
}

/** Asks mode and flow (auth protocol 7.1). A failed call is warned of and thrown. */
export async function fetchMode(parts: ClientParts): Promise<ModeAnswer> {
  try {
    const answer = await parts.call({ method: 'GET', path: tenantPath(parts, 'mode') });
    const mode = answer.mode === 'live' ? 'live' : 'test';
    parts.memory.mode = mode;
    return { mode, reason: modeReason(mode, parts.environment.location()), flow: readFlow(answer), answer };
  } catch (thrown) {
    const error = toAuthError(thrown);
    parts.environment.warn('The mode of the tenant could not be read.', error);
    throw error;
  }
}

function readFlow(answer: JsonObject): Flow | null {
  const { firstFactors, secondFactors } = asObject(answer.authentication);
  if (!Array.isArray(firstFactors)) return null;
  return { firstFactors: readFactors(firstFactors), secondFactors: readFactors(secondFactors) };
}
