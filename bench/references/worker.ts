/**
 * Does one kind of work over and over in a process of its own, for as long as it is told: the limits that the product is
 * measured against when no program such as pgbench does them.
 */
import { argon2, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { DatabaseAddress } from '../../apps/server/src/platform/connections.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import { sql } from '../../apps/server/src/platform/sql.ts';
import { weekStatement } from './week-statement.ts';

export type WorkerSettings = {
  /** As the owner, for whom there is no row security, and as the service logs in. */
  owner: DatabaseAddress;
  login: DatabaseAddress;
  identity: DatabaseAddress;
  tenantId: string;
  memberIds: string[];
  weekEnds: string[];
  sessionIds: string[];
};

export type WorkerOrder = { kind: keyof typeof works; milliseconds: number; concurrency: number };

/** What each session was left at; sessions of this worker are nobody else's. */
const generations = new Map<string, number>();

let settings: WorkerSettings;
let owner: Database;
let login: Database;
let identity: Database;

const hash = promisify(argon2);
/** Security 1: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** About as long as the claims of our tokens. */
const claims = {
  sid: randomBytes(18).toString('hex'),
  userUuid: randomBytes(18).toString('hex'),
  filler: 'x'.repeat(300),
};

const works = {
  hash: async () => {
    await hash('argon2id', { message: randomBytes(16), nonce: randomBytes(16), ...cost });
  },
  signatures: async () => signThree(),
  /** One conditional update that only one of two callers wins, and the three tokens (performance P4). */
  swapAndSign: async (turn: number) => {
    const id = pick(settings.sessionIds, turn);
    const gen = generations.get(id) ?? 1;
    const swapped = await identity.run(sql`
      update auth.session set gen = gen + 1, rotated_at = ${new Date()}, last_used_at = ${new Date()}
      where id = ${id} and gen = ${gen} and ended_at is null`);
    generations.set(id, gen + 1);
    if (swapped !== 1) throw new Error('the session was not at its generation');
    signThree();
  },
  weekPlain: async (turn: number) => {
    await owner.rows(weekOf(turn));
  },
  weekOfTenant: async (turn: number) => {
    await login.tenantRows(settings.tenantId, weekOf(turn));
  },
};

/** The bare call of Node, at once: what three tokens cost at the least. */
function signThree(): void {
  for (const typ of ['at+jwt', 'JWT', 'rt+jwt']) {
    const text = [{ alg: 'ES256', typ, kid: 'k' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  }
}

function weekOf(turn: number) {
  const { tenantId, memberIds, weekEnds } = settings;
  return weekStatement(tenantId, pick(memberIds, turn), pick(weekEnds, Math.floor(turn / memberIds.length)));
}

function pick<T>(items: readonly T[], turn: number): T {
  return items[turn % items.length] as T;
}

async function run({ kind, milliseconds, concurrency }: WorkerOrder) {
  const started = performance.now();
  let count = 0;
  // Every lane has turns of its own, so that two lanes never work on the same session.
  const repeat = async (lane: number) => {
    for (let turn = lane; performance.now() - started < milliseconds; turn += concurrency) {
      await works[kind](turn);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_lane, at) => repeat(at)));
  return { count, seconds: (performance.now() - started) / 1000 };
}

process.on('message', (message: { settings: WorkerSettings } | { order: WorkerOrder }) => {
  if ('settings' in message) {
    settings = message.settings;
    owner = openDatabase({ address: settings.owner });
    login = openDatabase({ address: settings.login });
    identity = openDatabase({ address: settings.identity });
    process.send?.('ready');
    return;
  }
  run(message.order).then(answer, ({ message: error }: Error) => answer({ error }));
});

function answer(what: object): void {
  process.send?.(what);
}

process.on('disconnect', () => process.exit(0));
