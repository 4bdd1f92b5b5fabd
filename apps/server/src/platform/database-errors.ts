import pg from 'pg';

/** SQLSTATEs after which the whole transaction may simply be run again (PostgreSQL appendix A). */
const retryable = new Set(['40001', '40P01', '55P03', '53300', '57P01', '57P02', '57P03', '08P01']);
const retryableTexts = [
  /cached plan must not change result type/,
  /could not commit transaction for shard/,
  /SSL SYSCALL error: EOF detected/,
  /Connection terminated/,
  /server login has been failing/,
];

/** True when the failure is one of load or of a lost connection, so that another try may succeed. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (retryable.has(code) || code.startsWith('08')) return true;
  if (['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOENT'].includes(code)) return true;
  return retryableTexts.some((pattern) => pattern.test(error.message));
}

/** The name of the constraint that a statement ran into, without the shard number that Citus appends. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  const quoted = /constraint "([^"]+)"/.exec(error.message)?.[1];
  const name = error.constraint ?? quoted;
  return name ? name.replace(/_\d+$/, '') : null;
}

/** True for a unique violation (23505), of the named constraint where one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false;
  return constraint === undefined || violatedConstraint(error) === constraint;
}
