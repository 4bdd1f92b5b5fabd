/**
 * What a moment of the database shows, as PostgreSQL writes it: all transactions below `xmin` have ended, none from
 * `xmax` on had begun, and of those between them the listed ones were still at work.
 */
export type Snapshot = { text: string; xmax: string; running: readonly string[] };

const form = /^(\d{1,20}):(\d{1,20}):((?:\d{1,20}(?:,\d{1,20})*)?)$/;

/** Reads the text of a `pg_snapshot`, or null for anything else. */
export function parseSnapshot(text: string): Snapshot | null {
  const match = form.exec(text);
  if (!match) return null;
  const [, , xmax = '', running = ''] = match;
  return { text, xmax, running: running === '' ? [] : running.split(',') };
}

/** Whether what a transaction wrote is part of the moment, if it was committed at all. */
export function isPartOf({ xmax, running }: Snapshot, transactionId: string): boolean {
  return BigInt(transactionId) < BigInt(xmax) && !running.includes(transactionId);
}
