import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { type Held, transactions } from '../platform/held-connections.ts';

/** Long work says how far it is while it reads what was so at one moment; a process does two of them at a time at most. */
const ALLOWED = /gateway\/long-work\/run\.ts/;
/** Our own doors to a pool: whoever began a transaction, or asks, stands behind them. */
const DOORS =
  /\/platform\/(database|retry|change-feed\/record)\.ts|\/testing\/one-connection\.ts|node:internal/;
/** Tests hold rows that something is to wait for, and look meanwhile. */
const TESTS = /\.test\.ts|\/testing\/\S+(?<!\.fixture)\.ts/;
/** What asks stands behind the driver, its pool and those doors. */
const STACK_LINES = 40;

const holding = new AsyncLocalStorage<readonly Held[]>();
transactions.bindStore(holding, (held) => {
  const before = holding.getStore() ?? [];
  return isOfTest(stackNow()) ? before : [...before, held as Held];
});

const found: string[] = [];

const { connect } = pg.Pool.prototype;
pg.Pool.prototype.connect = function (this: pg.Pool, ...asked: unknown[]) {
  const isSecond = holding.getStore()?.some(({ pool, isOver }) => pool === this && !isOver) ?? false;
  const stack = isSecond ? stackNow() : '';
  if (isSecond && !ALLOWED.test(stack) && !isOfTest(stack)) found.push(stack);
  return (connect as (...asked: unknown[]) => unknown).apply(this, asked);
} as typeof connect;

function isOfTest(stack: string): boolean {
  const from = stack.split('\n').find((line) => line.includes('/apps/server/src/') && !DOORS.test(line));
  return from !== undefined && TESTS.test(from);
}

function stackNow(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = STACK_LINES;
  const { stack = '' } = new Error('a transaction waits for a second connection');
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}

/** Where a transaction asked its pool for a second connection since the last time: with ten of those at once, none would go on. */
export function takeSecondConnections(): string[] {
  return found.splice(0);
}
