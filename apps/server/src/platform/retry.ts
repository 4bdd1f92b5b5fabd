import { AppError } from '@stint/domain/errors.ts';
import { isRetryable } from './database-errors.ts';

/** Runs a whole transaction again after a failure of load or connection, with growing random pauses. */
export async function withRetry<T>(
  counts: { retries: number },
  attempts: number,
  run: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= attempts || error instanceof AppError || !isRetryable(error)) throw error;
      counts.retries += 1;
      await jitter(attempt);
    }
  }
}

/** A pause before another try, longer after each. */
export function jitter(attempt: number): Promise<void> {
  const milliseconds = 10 * 2 ** attempt * (0.5 + Math.random());
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
