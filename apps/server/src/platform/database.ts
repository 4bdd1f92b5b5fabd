import { AppError } from '@stint/domain/errors.ts';
import pg from 'pg';
import { createPool, type DatabaseAddress, dropIdle, gatherWrites } from './connections.ts';
import { type Copied, CopyQuery, type Room } from './copied.ts';
import { isAborted, isSilence } from './database-errors.ts';
import { type Held, transactions } from './held-connections.ts';
import { isUuid } from './ids.ts';
import { withRetry } from './retry.ts';
import { type Sql, statementName } from './sql.ts';
import { type Tracing, traced } from './tracing/tracing.ts';

// A SQL date is a plain date and a bigint a count: neither becomes a Date or a string.
pg.types.setTypeParser(1082, (text) => text);
pg.types.setTypeParser(20, Number);

export type DatabaseOptions = {
  address: DatabaseAddress;
  /** Connections kept by this process; 8 to 10 is enough for one. */
  max?: number;
  /** Milliseconds a statement may run; 5000 where absent (security 14). */
  statementTimeoutMs?: number;
  applicationName?: string;
  /** Hears of each statement that took this long or longer, waits for a lock or an answer included. */
  slow?: SlowStatements;
  /** Each statement is a span below what asked for it. */
  tracing?: Tracing | undefined;
};

export type SlowStatements = {
  fromMs: number;
  /** @param statement its text with placeholders, never a value */
  tell(statement: string, ms: number): void;
};

/** What runs statements: a transaction, or the database itself for a single statement. */
export type Queryable = {
  /** All rows of a statement. */
  rows<Row>(statement: Sql, options?: StatementOptions): Promise<Row[]>;
  /** The only row, or null. */
  maybeOne<Row>(statement: Sql, options?: StatementOptions): Promise<Row | null>;
  /** The first row. @throws AppError `not_found` when there is none. */
  one<Row>(statement: Sql, options?: StatementOptions): Promise<Row>;
  /** Runs a statement and gives the number of rows it touched. */
  run(statement: Sql, options?: StatementOptions): Promise<number>;
};

/** `unnamed` statements are not kept prepared: for texts that hardly come twice. */
type StatementOptions = { unnamed?: boolean };

export type Transaction = Queryable & {
  /** The rows of a select as bytes (`copied.ts`), for what reads much at once; in a room of their own where none is given. */
  copied(statement: Sql, room?: Room): Promise<Copied>;
  /**
   * Statements whose answers the work does not need: it goes on without them, so that they leave in one write with the
   * commit, which fails with them.
   */
  withCommit(sent: Promise<unknown>): void;
  /** Runs after the commit succeeded, and is waited for; for side effects that must not happen when the transaction fails. */
  afterCommit(effect: Effect): void;
};

type Effect = () => unknown;

export type TransactionOptions = {
  /** 3 where absent; 1 for work that must not be repeated. */
  attempts?: number;
  statementTimeoutMs?: number;
  /** Statements are planned for their very values: for reports, whose one plan for all is three times as slow. */
  planForValues?: boolean;
  /** Nothing is written: the commit is sent together with the statement. */
  readOnly?: boolean;
  /** All statements see the database as it was at the first: for what one of them found and the next relies on. */
  isOneMoment?: boolean;
  /** Ends the work: what it sends goes out in one write with the commit, which fails with it. Null where nothing is to be said. */
  withCommit?(tx: Queryable): Promise<unknown> | null;
  /** Hears the id of a committed transaction that others were told of; see `change-feed/record.ts`. */
  afterWrite?(transactionId: string): void;
};

export type Database = Queryable & {
  /** A transaction over tables without tenant (identity, local). */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * A transaction for one tenant: row security sees only that tenant's rows (security 10).
   * @param tenantId internal uuid of the tenant
   */
  withTenant<T>(
    tenantId: string,
    work: (tx: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** One statement for one tenant in a single round trip: begin, set, statement and commit go out without a wait. */
  tenantRows<Row>(tenantId: string, statement: Sql, options?: StatementOptions): Promise<Row[]>;
  /** The pool itself, for COPY streams and tests. */
  pool: pg.Pool;
  close(): Promise<void>;
};

/** What a process asked of a database since its start. */
export type StatementCounts = { statements: number; failures: number; retries: number };

const countsOfPools = new WeakMap<object, StatementCounts>();

/** What went over a pool so far: statements, those that failed, and transactions that were tried again. */
export function countsOf(pool: object): StatementCounts {
  return countsOfPools.get(pool) ?? { statements: 0, failures: 0, retries: 0 };
}

/** So much longer than the server allows a statement we wait for it: then nobody is there who would end it. */
const spareMs = 2000;

/** Opens a pool of pipelined connections. Nothing connects before the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? 5000;
  const pool = createPool(options.address, {
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'stint',
    connectionTimeoutMillis: 2000,
    statement_timeout: statementTimeoutMs,
    query_timeout: patienceMs(statementTimeoutMs),
    idle_in_transaction_session_timeout: 10_000,
    lock_timeout: 3000,
    idleTimeoutMillis: 60_000,
    // Texts that the database makes show instants in UTC and dates in ISO form, whatever the server is set to (security 14).
    options: '-c TimeZone=UTC -c DateStyle=ISO',
    pipeline: true,
  } as pg.PoolConfig);

  const counts: StatementCounts = { statements: 0, failures: 0, retries: 0 };
  countsOfPools.set(pool, counts);
  const source: Source = { pool, timed: countedBy(counts, tracedBy(options.tracing, timedBy(options.slow))) };

  /** What follows the commit holds no connection, and where it fails nothing is run again: it was committed. */
  async function inTransaction<T>(
    before: string[],
    work: (tx: Transaction) => Promise<T>,
    { attempts = 3, ...transactionOptions }: TransactionOptions = {},
  ): Promise<T> {
    const run = () => runOnce(source, before, work, transactionOptions);
    const { result, effects } = await withRetry(counts, attempts, run);
    for (const effect of effects) await effect();
    return result;
  }

  const single = createQueryable((statement, statementOptions) =>
    source
      .timed(statement.text, () => pool.query(config(statement, statementOptions)))
      .catch((error: unknown) => {
        noteSilence(pool, error);
        throw error;
      }),
  );

  return {
    ...single,
    pool,
    transaction: (work, transactionOptions) =>
      inTransaction(beginParts(null, transactionOptions), work, transactionOptions),
    withTenant: (tenantId, work, transactionOptions) =>
      inTransaction(beginParts(tenantId, transactionOptions), work, transactionOptions),
    async tenantRows<Row>(tenantId: string, statement: Sql, statementOptions?: StatementOptions) {
      return withRetry(counts, 3, () =>
        singleRoundTrip<Row>(source, beginParts(tenantId), config(statement, statementOptions)),
      );
    },
    close: () => pool.end(),
  };
}

/** SET takes no parameters, so the uuid is checked and written as a literal. */
function beginParts(tenantId: string | null, options: TransactionOptions = {}): string[] {
  const { isOneMoment, readOnly } = options;
  const parts = [
    `begin${isOneMoment ? ' isolation level repeatable read' : ''}${readOnly ? ' read only' : ''}`,
  ];
  if (tenantId !== null) {
    if (!isUuid(tenantId)) throw new Error('tenant id is not a uuid');
    parts.push(`set local app.tenant_id = '${tenantId}'`);
  }
  if (options.statementTimeoutMs) {
    parts.push(`set local statement_timeout = ${Math.trunc(options.statementTimeoutMs)}`);
  }
  if (options.planForValues) parts.push('set local plan_cache_mode = force_custom_plan');
  return parts;
}

async function singleRoundTrip<Row>(
  { pool, timed }: Source,
  before: string[],
  statement: pg.QueryConfig,
): Promise<Row[]> {
  const client = await pool.connect();
  const { query, causeOf } = heard(client, timed);
  let broken: Error | undefined;
  try {
    // Not awaited in turn: they go out one after the other, and the answers come back in their order.
    const [, { rows }] = await Promise.all([begin(query, before), query(statement), query('commit')]);
    return rows as Row[];
  } catch (error) {
    noteSilence(pool, error);
    broken = await rollBack(client);
    throw causeOf(error);
  } finally {
    client.release(broken);
  }
}

/** One by one: to its workers Citus passes on the whole text in which it found a `set local`, a `begin` and all. */
function begin(query: RunQuery, before: string[]): Promise<unknown> {
  return Promise.all(before.map(query));
}

/** Where statements run, and what looks at their time. */
type Source = { pool: pg.Pool; timed: Timed };
type Timed = <T>(statement: string | pg.QueryConfig, run: () => Promise<T>) => Promise<T>;

/** Told of also when it failed: what was given up after five seconds is what one looks for. */
function timedBy(slow: SlowStatements | undefined): Timed {
  if (!slow) return (_statement, run) => run();
  return async (statement, run) => {
    const started = performance.now();
    try {
      return await run();
    } finally {
      const ms = performance.now() - started;
      if (ms >= slow.fromMs) slow.tell(typeof statement === 'string' ? statement : statement.text, ms);
    }
  };
}

function countedBy(counts: StatementCounts, timed: Timed): Timed {
  return async (statement, run) => {
    counts.statements += 1;
    try {
      return await timed(statement, run);
    } catch (error) {
      counts.failures += 1;
      throw error;
    }
  };
}

/** With the text, never the values; what begins and ends a transaction stands in no span of its own. */
function tracedBy(tracing: Tracing | undefined, timed: Timed): Timed {
  if (!tracing) return timed;
  return (statement, run) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (/^(?:begin|set local|commit|rollback)\b/.test(text)) return timed(statement, run);
    const name = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
    return traced(tracing, { name, kind: 'client', attributes }, () => timed(statement, run));
  };
}

type RunQuery = (statement: string | pg.QueryConfig) => Promise<pg.QueryResult>;

type RunCopy = (...asked: ConstructorParameters<typeof CopyQuery>) => Promise<Copied>;

/**
 * A connection that remembers its first failure. Statements go out without waiting for each other, and those after one
 * that failed hear only that the transaction is aborted (25P02); whichever of them is heard first, the first is the cause.
 */
function heard(
  client: pg.PoolClient,
  timed: Timed,
): { query: RunQuery; copy: RunCopy; causeOf(error: unknown): unknown } {
  let first: unknown;
  const send = <T>(statement: string | pg.QueryConfig, run: () => Promise<T>): Promise<T> => {
    gatherWrites(client);
    return timed(statement, run).catch((error: unknown) => {
      first ??= error;
      throw error;
    });
  };
  return {
    query: (statement) => send(statement, () => client.query(statement as pg.QueryConfig)),
    copy: (statement, ...how) => send(statement.text, () => runCopy(client, statement, ...how)),
    causeOf: (error) => (isAborted(error) ? first : error),
  };
}

function runCopy(client: pg.PoolClient, ...asked: Parameters<RunCopy>): ReturnType<RunCopy> {
  const copy = new CopyQuery(...asked);
  const ended = new Promise<void>((resolve, reject) => {
    client.query(
      Object.assign(copy, { callback: (error: Error | null) => (error ? reject(error) : resolve()) }),
    );
  });
  return ended.then(() => copy.copied());
}

/** @returns why the connection is of no more use, if it is not */
function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  return client.query('rollback').then(
    () => undefined,
    (failure: Error) => failure,
  );
}

async function runOnce<T>(
  { pool, timed }: Source,
  before: string[],
  work: (tx: Transaction) => Promise<T>,
  { withCommit, statementTimeoutMs }: TransactionOptions,
): Promise<{ result: T; effects: Effect[] }> {
  const client = await pool.connect();
  const { query, copy, causeOf } = heard(client, timed);
  const patience = statementTimeoutMs ? { query_timeout: patienceMs(statementTimeoutMs) } : {};
  const effects: Effect[] = [];
  const unread: Promise<unknown>[] = [];
  const held: Held = { pool, isOver: false };
  let broken: Error | undefined;
  try {
    // Not awaited: the statements with which the work starts follow at once.
    const begun = begin(query, before);
    begun.catch(() => {});
    // The connection may be somebody else's by now.
    const requireOpen = () => {
      if (held.isOver) throw new Error('a statement was sent after its transaction had ended');
    };
    const tx: Transaction = {
      ...createQueryable(async (statement, options) => {
        requireOpen();
        return query({ ...config(statement, options), ...patience });
      }),
      copied: async (statement, room) => {
        requireOpen();
        return copy(statement, patience, room);
      },
      withCommit: (sent) => {
        sent.catch(() => {});
        unread.push(sent);
      },
      afterCommit: (effect) => void effects.push(effect),
    };
    const result = await transactions.runStores(held, () => work(tx));
    await Promise.all([begun, ...unread, withCommit?.(tx), query('commit')]);
    return { result, effects };
  } catch (error) {
    held.isOver = true;
    noteSilence(pool, error);
    broken = await rollBack(client);
    throw causeOf(error);
  } finally {
    held.isOver = true;
    client.release(broken);
  }
}

/** How long an answer is waited for; 0 is for ever, as it is to the server. */
function patienceMs(statementTimeoutMs: number): number {
  return statementTimeoutMs === 0 ? 0 : statementTimeoutMs + spareMs;
}

function noteSilence(pool: pg.Pool, error: unknown): void {
  if (isSilence(error)) dropIdle(pool);
}

type RunStatement = (statement: Sql, options?: StatementOptions) => Promise<pg.QueryResult>;

function createQueryable(execute: RunStatement): Queryable {
  const rows = async <Row>(statement: Sql, options?: StatementOptions) =>
    (await execute(statement, options)).rows as Row[];
  return {
    rows,
    maybeOne: async <Row>(statement: Sql, options?: StatementOptions) =>
      (await rows<Row>(statement, options))[0] ?? null,
    one: async <Row>(statement: Sql, options?: StatementOptions) => {
      const [row] = await rows<Row>(statement, options);
      if (row === undefined) throw new AppError('not_found');
      return row;
    },
    run: async (statement, options) => (await execute(statement, options)).rowCount ?? 0,
  };
}

/** A text of more values has many rows of them, and hardly comes again with the same number. */
const mostValuesKept = 320;

type Written = string | Buffer | null;
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): Written } }).utils;

/** Values are written before anything is sent: of one that cannot be, the driver takes back the name and believes that it is there. */
function config(statement: Sql, { unnamed = false }: StatementOptions = {}): pg.QueryConfig {
  const [text, values] = [statement.text, statement.values.map((value) => prepareValue(value))];
  return unnamed || values.length > mostValuesKept
    ? { text, values }
    : { text, values, name: statementName(text) };
}
