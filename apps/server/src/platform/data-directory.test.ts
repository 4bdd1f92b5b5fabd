import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { masterSecret, masterSecrets, prepareDataDirectory } from './data-directory.ts';
import { createSecrets } from './secrets.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'keys-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('security 12: a key left over in the data directory opens what it sealed and is not the first one beside SECRET_KEY', async () => {
  const trial = createSecrets(await masterSecret(dataDir, undefined));
  const secretKey = randomBytes(48).toString('base64');
  const [earlier, { key, others }] = [
    createSecrets(Buffer.from(secretKey)),
    await masterSecrets({ dataDir, secretKey }),
  ];
  const now = createSecrets(key, others);
  expect(now.keyId).toBe(earlier.keyId);
  expect(now.isRotated()).toBe(false);
  expect(now.macBy('', 'pepper', 'password')).toEqual(earlier.mac('pepper', 'password'));
  expect(now.open(trial.seal('a secret', 'ada').sealed, 'ada')).toBe('a secret');
});

test('a file in the place of the data directory, or of a folder above it, is said in a sentence', async () => {
  const file = join(dataDir, 'a-file');
  await writeFile(file, '');
  await expect(prepareDataDirectory(file)).rejects.toMatchObject({
    name: 'StartError',
    message: `The data directory ${file} cannot be used (EEXIST): there is a file of that name; name a folder with DATA_DIR.`,
  });
  await expect(prepareDataDirectory(join(file, 'below'))).rejects.toThrow(
    /\(ENOTDIR\): something in that path is a file; name a folder with DATA_DIR\.$/,
  );
});

/** Mounts need the right to; where a machine gives it to nobody, there is nothing to try. */
function canMount(): boolean {
  try {
    execFileSync('unshare', ['--user', '--map-root-user', '--mount', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!canMount())('so is a disk that is read-only', async () => {
  const folder = join(dataDir, 'read-only');
  await mkdir(folder);
  const module = JSON.stringify(new URL('./data-directory.ts', import.meta.url).href);
  const script = `import(${module}).then(({ prepareDataDirectory }) => prepareDataDirectory(${JSON.stringify(folder)}))
    .catch((error) => { console.log(error.name, error.message); })`;
  const inside = ['mount -t tmpfs -o ro none "$0" && exec "$1" -e "$2"', folder, process.execPath, script];
  const said = await new Promise<string>((resolve) => {
    const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', ...inside];
    execFile('unshare', args, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
  expect(said).toContain(
    `StartError The data directory ${folder} cannot be used (EROFS): it lies on a disk that is read-only; mount that for writing, or name another folder with DATA_DIR.`,
  );
});
