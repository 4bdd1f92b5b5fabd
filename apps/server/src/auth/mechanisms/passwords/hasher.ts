import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createFairQueue } from '../../../platform/fair-queue.ts';
import { isSameSecret, type Secrets } from '../../../platform/secrets.ts';
import { currentSource } from '../limits/source.ts';
import { createHashThreads, type HashCost } from './hash-threads.ts';

/** Argon2id parameters of security 1: memory in KiB. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const saltBytes = 16;
const mostWaiting = 50;
const defaultWaitMs = 2000;

/** How the pepper is applied; which master secret it comes from stands in the hash itself, as `keyid`. */
export const pepperVersion = 1;

export type PasswordHasher = {
  /** PHC string of a password; takes one place in the queue, in the line of who asks. @throws AppError `unavailable` when the queue is full */
  hash(password: string): Promise<string>;
  /** Compares in the same time for every stored value; a null one is compared with a decoy and never equal. */
  verify(password: string, stored: string | null): Promise<boolean>;
  /** Whether parameters or pepper are older than today's, so that a good sign-in should store a new hash. */
  needsRehash(stored: string): boolean;
  /** Waiting and running hashes, for metrics. */
  load(): number;
  /** Hashes refused since the start because the queue was full or slow, for metrics. */
  refusals(): number;
  /** Ends the threads. */
  close(): Promise<void>;
};

export type HasherOptions = {
  /** Hashes at a time; `hashesAtOnce` where absent. */
  cores?: number;
  /** A sign-in that waits longer for its turn is answered 503; 2 s where absent (security 1). */
  longestWaitMs?: number;
  /** How far below the process itself the threads that hash stand, in steps of niceness. */
  niceness?: number;
};

/** How many passwords are hashed at a time: one core stays free for everybody else, who would find each of them at work (decision 016). */
export function hashesAtOnce(cores = availableParallelism()): number {
  return Math.max(1, cores - 1);
}

/** Hashes at most one password per core at a time (security 1). */
export function createPasswordHasher(secrets: Secrets, options: HasherOptions = {}): PasswordHasher {
  const queue = createFairQueue({
    width: options.cores ?? hashesAtOnce(),
    mostWaiting,
    longestWaitMs: options.longestWaitMs ?? defaultWaitMs,
  });
  const threads = createHashThreads(options.niceness);
  const run = (message: Buffer, nonce: Buffer, cost: HashCost) =>
    queue.run(currentSource(), () => threads.hash({ message, nonce, cost }));
  const salt = () => randomBytes(saltBytes);
  const decoy = { salt: salt(), tag: randomBytes(parameters.tagLength), cost: parameters, keyId: '' };
  // The first pepper is not named, so that versions before the first change read what this one writes.
  const ownId = () => (secrets.isRotated() ? secrets.keyId : '');
  return {
    async hash(password) {
      const [nonce, keyId] = [salt(), ownId()];
      const tag = await run(secrets.mac('pepper', password), nonce, parameters);
      return formatPhc({ salt: nonce, tag, cost: parameters, keyId });
    },
    async verify(password, stored) {
      const known = stored === null ? null : parsePhc(stored);
      const { salt: nonce, tag, cost, keyId } = known ?? decoy;
      const peppered = secrets.macBy(keyId, 'pepper', password);
      const hashed = await run(peppered ?? secrets.mac('pepper', password), nonce, cost);
      return isSameSecret(hashed, tag) && known !== null && peppered !== null;
    },
    needsRehash(stored) {
      const known = parsePhc(stored);
      if (!known || known.keyId !== ownId()) return true;
      return known.cost.memory !== parameters.memory || known.cost.passes !== parameters.passes;
    },
    load: queue.load,
    refusals: queue.refusals,
    close: () => threads.close(),
  };
}

/** `keyId` names the master secret that the pepper comes from: '' for the first one. */
type Parts = { salt: Buffer; tag: Buffer; cost: HashCost; keyId: string };

function formatPhc({ salt, tag, cost, keyId }: Parts): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const pepper = keyId ? `,keyid=${text(Buffer.from(keyId, 'hex'))}` : '';
  const costs = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}${pepper}`;
  return `$argon2id$v=19$${costs}$${text(salt)}$${text(tag)}`;
}

function parsePhc(stored: string): Parts | null {
  const match =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)(?:,keyid=([A-Za-z\d+/]+))?\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!match) return null;
  const [, memory, passes, parallelism, keyId = '', salt = '', tag = ''] = match;
  const bytes = Buffer.from(tag, 'base64');
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: bytes.length,
  };
  return {
    salt: Buffer.from(salt, 'base64'),
    tag: bytes,
    cost,
    keyId: Buffer.from(keyId, 'base64').toString('hex'),
  };
}
