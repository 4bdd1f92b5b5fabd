/** What was removed can be brought back this long, in milliseconds: 30 days. */
export const purgeAfterMs = 30 * 24 * 60 * 60_000;
