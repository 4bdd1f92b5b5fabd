import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { masterSecret, masterSecrets } from './data-directory.ts';
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
