import { createHash, randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, chmod, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { OtherKeys } from './secrets.ts';
import { StartError } from './start-error.ts';

/**
 * Makes the data directory, readable by its owner alone.
 * @throws StartError where nothing can be kept in it
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await chmod(directory, 0o700);
    await access(directory, constants.W_OK);
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    const advice = adviceFor[code] ?? 'mend that, or name another folder with DATA_DIR';
    throw new StartError(`The data directory ${directory} cannot be used (${code}): ${advice}.`, { cause });
  }
}

const adviceFor: Record<string, string> = {
  EROFS: 'it lies on a disk that is read-only; mount that for writing, or name another folder with DATA_DIR',
  ENOSPC: 'its disk is full; make room on it, or name another folder with DATA_DIR',
  ENOTDIR: 'something in that path is a file; name a folder with DATA_DIR',
  EEXIST: 'there is a file of that name; name a folder with DATA_DIR',
  EACCES: 'this user may not write there; make it theirs with chown, or name another folder with DATA_DIR',
  EPERM: 'it is another user’s; make it theirs with chown, or name another folder with DATA_DIR',
};

/** Writes a file of mode 0600 so that after a crash either the old or the new text is there, never a part. */
export async function writePrivateFile(directory: string, name: string, text: string): Promise<void> {
  const temporary = join(directory, `.${name}.${process.pid}`);
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(directory, name));
}

/** The text of a file in the data directory, or null. */
export async function readPrivateFile(directory: string, name: string): Promise<string | null> {
  const path = join(directory, name);
  return existsSync(path) ? readFile(path, 'utf8') : null;
}

/**
 * The master secret: from the configuration, else 48 random bytes kept in `secret.key` of the data directory (test
 * mode only; live mode has refused to start without one).
 */
export async function masterSecret(directory: string, configured: string | undefined): Promise<Buffer> {
  if (configured) return Buffer.from(configured, 'utf8');
  const [kept] = await readSecretKeys(directory);
  if (kept) return Buffer.from(kept, 'base64');
  const made = newSecretKey();
  await writeSecretKeys(directory, [made]);
  return Buffer.from(made, 'base64');
}

/** Tells one master secret from another; the secret itself cannot be had from it. */
export function fingerprint(secret: Uint8Array): string {
  return createHash('sha256').update('stint backup').update(secret).digest('hex').slice(0, 32);
}

/** Files of the data directory without which the databases are useless. */
export const keptFiles = ['secret.key', 'latchkey.json'] as const;

const secretFile = 'secret.key';

/** What stands in `secret.key`, in base64: the master secret in use, then the former one while it is being changed. */
export async function readSecretKeys(directory: string): Promise<string[]> {
  const text = await readPrivateFile(directory, secretFile);
  return text?.split('\n').filter(Boolean) ?? [];
}

export function writeSecretKeys(directory: string, keys: readonly string[]): Promise<void> {
  return writePrivateFile(directory, secretFile, `${keys.join('\n')}\n`);
}

export function newSecretKey(): string {
  return randomBytes(48).toString('base64');
}

/** Master secrets as the configuration names them. */
export type ConfiguredKeys = { dataDir: string; secretKey?: string; formerKey?: string; nextKey?: string };

/**
 * The master secret with those beside it: the former one, and the one to come. Where the configuration names the key, one
 * that lies in `secret.key` opens what it sealed; whether it was ever the key of this database, the database alone knows:
 * the file may be left over from a trial.
 */
export async function masterSecrets(config: ConfiguredKeys): Promise<{ key: Buffer; others: OtherKeys }> {
  const { dataDir, secretKey, formerKey, nextKey } = config;
  const key = await masterSecret(dataDir, secretKey);
  const kept = (await readSecretKeys(dataDir)).map((text) => Buffer.from(text, 'base64'));
  const beside = kept.filter((each) => !each.equals(key));
  const isKept = secretKey === undefined;
  return {
    key,
    others: {
      former: [...inUtf8(formerKey), ...(isKept ? beside : [])],
      next: [...inUtf8(nextKey), ...(isKept ? [] : beside)],
    },
  };
}

function inUtf8(text: string | undefined): Buffer[] {
  return text === undefined ? [] : [Buffer.from(text, 'utf8')];
}
