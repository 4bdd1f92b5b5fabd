import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes the data directory, readable by its owner alone. */
export async function prepareDataDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
}

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
  const kept = await readPrivateFile(directory, 'secret.key');
  if (kept) return Buffer.from(kept.trim(), 'base64');
  const made = randomBytes(48);
  await writePrivateFile(directory, 'secret.key', `${made.toString('base64')}\n`);
  return made;
}
