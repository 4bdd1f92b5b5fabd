import { performance } from 'node:perf_hooks';
import pg from 'pg';

/** Where a database is: a PostgreSQL URL, or the parts of a unix-socket connection. */
export type DatabaseAddress =
  | string
  | { host: string; port: number; user: string; database: string; password?: string };

/** The kernel finds out about a server that went without a word, also while nothing is asked of it. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * A pool whose connections may break at any time, idle or in use: what ran on one fails and the next use connects anew.
 * An `error` event that nobody hears ends the process, and the pool itself listens to idle connections only.
 */
export function createPool(address: DatabaseAddress, settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...keptAlive, ...parts(address), ...settings });
  pool.on('error', () => {});
  pool.on('connect', surviveLoss);
  return pool;
}

/** A connection of its own, not yet open. One that breaks fails its statement and nothing else. */
export function createClient(address: DatabaseAddress, settings: pg.ClientConfig = {}): pg.Client {
  const client = new pg.Client({ ...keptAlive, ...parts(address), ...settings });
  surviveLoss(client);
  return client;
}

/** Code that is loaded while one waits for the third time will be loaded. */
const mostTries = 3;

/**
 * The same, open. A process that reads its code for longer than it waits hears of an answer after its time is over; who listened for
 * less than half of that asks again.
 * @throws Error where nobody answers
 */
export async function openClient(address: DatabaseAddress, patienceMs: number): Promise<pg.Client> {
  for (let tries = 1; ; tries++) {
    const client = createClient(address, { connectionTimeoutMillis: patienceMs });
    const before = performance.eventLoopUtilization();
    try {
      await client.connect();
      return client;
    } catch (error) {
      const { idle, active } = performance.eventLoopUtilization(before);
      const hasListened = active < patienceMs / 2 || idle > patienceMs / 2;
      if (hasListened || tries === mostTries) throw error;
    }
  }
}

/** Work on a connection that is opened for it and closed after it. */
export async function withClient(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = createClient(address);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Closes the idle connections of a pool: one of its connections fell silent, and the others lead to the same place.
 * Otherwise each of them would be waited for in turn.
 */
export function dropIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left--) {
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    );
  }
}

/**
 * The same pool for somebody who may give back a connection twice, as the queue library does with the one that it listens on where
 * that breaks while it is given back. The pool throws at the second time, and where nobody hears it the process ends.
 */
export function releasedOnce(pool: pg.Pool): pg.Pool {
  const connect = (done?: Connected) => {
    if (!done) return pool.connect();
    return pool.connect((error, client, release) => done(error, client, release && once(release)));
  };
  return Object.create(pool, { connect: { value: connect } });
}

type Connected = Parameters<pg.Pool['connect']>[0];
type Release = Parameters<Connected>[2];

function once(release: Release): Release {
  let isReleased = false;
  return (failure) => {
    if (isReleased) return;
    isReleased = true;
    release(failure);
  };
}

/**
 * What is sent over a connection before this process turns to something else leaves in one write, and the server reads it
 * in one go: a call of the system for each statement was a tenth of a week read.
 */
export function gatherWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as pg.Client).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Why nobody is let through to a pool: what it leads to has not been looked at yet. */
export class HeldBackError extends Error {
  override name = 'HeldBackError';
}

/**
 * Lets nobody through to a pool, its workers and its single statements included.
 * @returns what lets them through
 */
export function holdBack(pool: pg.Pool, reason: string): () => void {
  const connect = pool.connect;
  const refuse = (done?: (error: Error) => void) => {
    const error = new HeldBackError(reason);
    if (!done) return Promise.reject(error);
    process.nextTick(done, error);
    return undefined;
  };
  pool.connect = refuse as typeof pool.connect;
  return () => {
    pool.connect = connect;
  };
}

function surviveLoss(client: pg.ClientBase): void {
  client.on('error', () => {});
}

function parts(address: DatabaseAddress): pg.ClientConfig {
  return typeof address === 'string' ? { connectionString: address } : address;
}
