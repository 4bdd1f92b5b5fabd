/**
 * Does one kind of work over and over in a process of its own, for as long as it is told: the limits that the product is
 * measured against when no program such as pgbench does them.
 */
import { randomBytes } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import type { DatabaseAddress } from '../../apps/server/src/platform/connections.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import { signThree } from './sign-three.ts';
import { weekStatement } from './week-statement.ts';

export type WorkerSettings = {
  /** As the owner, for whom there is no row security, and as the service logs in. */
  owner: DatabaseAddress;
  login: DatabaseAddress;
  tenantId: string;
  memberIds: string[];
  weekEndDates: string[];
};

export type WorkerOrder = { kind: keyof typeof works; milliseconds: number; concurrency: number };

let settings: WorkerSettings;
let owner: Database;
let login: Database;

/** Argon2id (kind 2), 19 MiB, two passes, one lane: what stored hashes have. */
const cost = {
  algorithm: 2,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
};
const works = {
  hash: async () => {
    await hashRaw(randomBytes(16), { salt: randomBytes(16), ...cost });
  },
  signatures: async () => signThree(),
  weekPlain: async (turn: number) => {
    await owner.rows(weekOf(turn));
  },
  weekOfTenant: async (turn: number) => {
    await login.tenantRows(settings.tenantId, weekOf(turn));
  },
};

function weekOf(turn: number) {
  const { tenantId, memberIds, weekEndDates } = settings;
  return weekStatement(
    tenantId,
    pick(memberIds, turn),
    pick(weekEndDates, Math.floor(turn / memberIds.length)),
  );
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
    process.send?.('ready');
    return;
  }
  run(message.order).then(answer, ({ message: error }: Error) => answer({ error }));
});

function answer(what: object): void {
  process.send?.(what);
}

process.on('disconnect', () => process.exit(0));
