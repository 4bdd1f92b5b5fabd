import { type Flow, parseFlow } from '@stint/domain/auth/flow.ts';
import { type Mode, type ModeReason, parseMode } from '@stint/domain/auth/mode.ts';
import type { JsonObject } from './json.ts';
import { pageModeReason } from './mode.ts';
import { type ClientParts, tenantPath } from './parts.ts';

/** The answer of the mode call; `flow` is null where the server told none. */
export interface ModeAnswer {
  mode: Mode;
  reason: ModeReason;
  flow: Flow | null;
  /** The whole body, with settings that a server may add. */
  answer: JsonObject;
}

/** Asks mode and flow. A failed call is warned of and thrown. */
export async function fetchMode(parts: ClientParts): Promise<ModeAnswer> {
  try {
    const answer = await parts.call({ method: 'GET', path: tenantPath(parts, 'mode') });
    const mode = parseMode(answer.mode);
    parts.memory.mode = mode;
    const reason = pageModeReason(mode, parts.environment.location());
    return { mode, reason, flow: parseFlow(answer.authentication), answer };
  } catch (thrown) {
    parts.environment.warn('The mode of the tenant could not be read.', thrown);
    throw thrown;
  }
}
