import { toAuthError } from '@latchkey/client';
import { ApiError } from './api-error.ts';

/** What is there now, where a change was refused because somebody else was faster: it comes with the refusal. */
export function theirsOf<Thing>(error: unknown): Thing | null {
  if (!(error instanceof Error)) return null;
  const { type, body } =
    error instanceof ApiError ? { type: error.code, body: error.body } : toAuthError(error);
  return type === 'version_conflict' ? ((body['current'] as Thing | undefined) ?? null) : null;
}
