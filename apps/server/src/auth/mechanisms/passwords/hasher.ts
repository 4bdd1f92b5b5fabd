import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { isSameSecret, type Secrets } from '../../../platform/secrets.ts';
import { createQueue } from '../limits/queue.ts';
import { currentSource } from '../limits/source.ts';
import { createHashThreads, type HashCost } from './hash-threads.ts';

/** Argon2id parameters of security 1: memory in KiB. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const saltBytes = 16;
const mostWaiting = 50;
const defaultWaitMs = 2000;

/** The pepper in use; raised when the master secret changes. */
export const pepperVersion = 1;

export type PasswordHasher = {
  /** PHC string of a password; takes one place in the queue, in the line of who asks. @throws AppError `unavailable` when the queue is full */
  hash(password: string): Promise<string>;
  /** Compares in the same time for every stored value; a null one is compared with a decoy and never equal. */
  verify(password: string, stored: string | null): Promise<boolean>;
  /** Whether the parameters are older than today's, so that a good sign-in should store a new hash. */
  needsRehash(stored: string): boolean;
  /** Waiting and running hashes, for metrics. */
  load(): number;
  /** Hashes refused since the start because the queue was full or slow, for metrics. */
  refusals(): number;
  /** Ends the threads. */
  close(): Promise<void>;
};

export type HasherOptions = {
  /** Hashes at a time; the machine's cores where absent. */
  cores?: number;
  /** A sign-in that waits longer for its turn is answered 503; 2 s where absent (security 1). */
  longestWaitMs?: number;
  /** How far below the process itself the threads that hash stand, in steps of niceness. */
  niceness?: number;
};

/** Hashes at most one password per core at a time (security 1). */
export function createPasswordHasher(secrets: Secrets, options: HasherOptions = {}): PasswordHasher {
  const queue = createQueue({
    width: options.cores ?? availableParallelism(),
    mostWaiting,
    longestWaitMs: options.longestWaitMs ?? defaultWaitMs,
  });
  const threads = createHashThreads(options.niceness);
  const run = (password: string, nonce: Buffer, cost: HashCost) =>
    queue.run(currentSource(), () => threads.hash({ message: secrets.mac('pepper', password), nonce, cost }));
  const decoy = { salt: randomBytes(saltBytes), tag: randomBytes(parameters.tagLength), cost: parameters };
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      return formatPhc({ salt, tag: await run(password, salt, parameters), cost: parameters });
    },
    async verify(password, stored) {
      const known = stored === null ? null : parsePhc(stored);
      const { salt, tag, cost } = known ?? decoy;
      const isSame = isSameSecret(await run(password, salt, cost), tag);
      return isSame && known !== null;
    },
    needsRehash(stored) {
      const known = parsePhc(stored);
      return !known || known.cost.memory !== parameters.memory || known.cost.passes !== parameters.passes;
    },
    load: queue.load,
    refusals: queue.refusals,
    close: () => threads.close(),
  };
}

type Parts = { salt: Buffer; tag: Buffer; cost: HashCost };

function formatPhc({ salt, tag, cost }: Parts): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(salt)}$${text(tag)}`;
}

function parsePhc(stored: string): Parts | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!match) return null;
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  const bytes = Buffer.from(tag, 'base64');
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: bytes.length,
  };
  return { salt: Buffer.from(salt, 'base64'), tag: bytes, cost };
}
