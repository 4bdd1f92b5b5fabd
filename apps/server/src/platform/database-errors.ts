import pg from 'pg';
import { HeldBackError } from './connections.ts';

/** SQLSTATEs after which the whole transaction may simply be run again (PostgreSQL appendix A). */
const retryable = new Set(['40001', '40P01', '55P03', '53300']);
/** Those with which a server says farewell; so does every one of class 08. */
const ended = new Set(['57P01', '57P02', '57P03']);
/** What a socket says of a server that cannot be reached, or is not there any more. */
const lost = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const retryableTexts = [/cached plan must not change result type/, /could not commit transaction for shard/];
const lostTexts = [
  /SSL SYSCALL error: EOF detected/,
  /Connection terminated(?! due to connection timeout)/,
  /not queryable$/,
  /server login has been failing/,
];

/** True when the failure is one of load or of a lost connection, so that another try may succeed. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (retryable.has((error as NodeJS.ErrnoException).code ?? '') || isLost(error)) return true;
  return retryableTexts.some((pattern) => pattern.test(error.message));
}

/** True when the connection went: whether the statement was still run, nobody knows. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (ended.has(code) || code.startsWith('08') || lost.has(code) || isNoSocket(error)) return true;
  return lostTexts.some((pattern) => pattern.test(error.message));
}

/** True when nobody answered for as long as one waits: to try again at once would only wait once more. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && silentTexts.some((pattern) => pattern.test(error.message));
}

const silentTexts = [
  /timeout exceeded when trying to connect/,
  /Connection terminated due to connection timeout/,
  /Query read timeout/,
  /^timeout expired$/,
];

/** Out of time, of room or of disk, or a server that takes no writes at the moment. */
const passing = /^(53...|57014|25P03|25006|58030)$/;

/** True when the database is away or overburdened: the request was right and may be sent again. */
export function isOutage(error: unknown): boolean {
  if (isRetryable(error) || isSilence(error) || error instanceof HeldBackError) return true;
  return error instanceof pg.DatabaseError && passing.test(error.code ?? '');
}

/** A unix socket whose server is gone; a file that is not there has another cause. */
function isNoSocket({ code, syscall }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' && syscall === 'connect';
}

/** A table, a schema or a column that is not there: whoever asked knows a newer schema than the database has. */
const unknownNames: ReadonlySet<string | undefined> = new Set(['42P01', '3F000', '42703']);

/** True where a database was not migrated yet to the schema that is asked for. */
export function isUnmigrated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && unknownNames.has(error.code);
}

/** The transaction is aborted; or the same text came twice, its name was prepared with the first of them, and that was aborted. */
const abortedBefore: ReadonlySet<string | undefined> = new Set(['25P02', '26000']);

/** True of a statement that was not run, because one before it in its transaction had failed. */
export function isAborted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && abortedBefore.has(error.code);
}

/** The name of the constraint that a statement ran into, without the shard number that Citus appends. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  const quoted = /constraint "([^"]+)"/.exec(error.message)?.[1];
  const name = error.constraint ?? quoted;
  return name ? name.replace(/_\d+$/, '') : null;
}

/** True where a column would have been left without its value (23502). */
export function isNotNullViolation(
  error: unknown,
  { table, column }: { table: string; column: string },
): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23502') return false;
  return error.table === table && error.column === column;
}

/** True for a unique violation (23505), of the named constraint where one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false;
  return constraint === undefined || violatedConstraint(error) === constraint;
}
