/** How long any call of the page waits for its answer. */
export const TIMEOUT_MILLISECONDS = 15_000;
