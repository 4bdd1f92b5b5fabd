/** Work that has to happen after a commit. `tenantId` is null for work over all workspaces, and at the provider. */
export type Job<Payload = Record<string, unknown>> = {
  id: string;
  tenantId: string | null;
  kind: string;
  payload: Payload;
  attempts: number;
  /** Names the span that asked for it. */
  traceparent?: string | undefined;
};

const firstRetryMs = 10_000;
const longestRetryMs = 60 * 60_000;
export const maxAttempts = 10;

/** How long to wait after a failed try: 10 s, doubling to an hour. */
export function retryDelayMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** Math.max(0, attempts - 1), longestRetryMs);
}

/** Thrown by a job that no further try can help. */
export class HopelessJobError extends Error {}

/** Thrown by a job whose turn has not come: it waits, and that costs no try. */
export class PostponedJobError extends Error {
  readonly waitMs: number;

  /** @param waitMs milliseconds until it may start again */
  constructor(waitMs: number) {
    super(`not before ${waitMs} ms`);
    this.waitMs = waitMs;
  }
}
