/** Tries of one call, the first included (security 14). */
export const MOST_TRIES = 5;

const FIRST_PAUSE_MILLISECONDS = 300;
const LONGEST_PAUSE_MILLISECONDS = 8_000;
const LONGEST_OBEYED_SECONDS = 60;

/** Statuses that a later try may not meet again. */
export function isWorthRetrying(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

/**
 * Milliseconds before the next try: what the server asks for, else twice as long each time, with jitter so that many
 * browsers do not come back at once. Null when the server asks for longer than anybody waits.
 */
export function pauseBeforeRetry(
  tries: number,
  retryAfterSeconds: number | null,
  random: () => number,
): number | null {
  if (retryAfterSeconds !== null) {
    if (retryAfterSeconds > LONGEST_OBEYED_SECONDS) return null;
    return retryAfterSeconds * 1000 + random() * 250;
  }
  const longest = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** (tries - 1), LONGEST_PAUSE_MILLISECONDS);
  return longest / 2 + (random() * longest) / 2;
}

/** Seconds of a Retry-After header in either of its forms (RFC 9110 10.2.3); null where absent or unreadable. */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (!header) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000);
}
