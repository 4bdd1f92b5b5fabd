import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres.ts';

/** Debian's `games`: an account that exists everywhere and owns nothing. */
const SOMEBODY = 5;
const NOBODY = 65534;

let base: string;
let dataDir: string;
let server: EmbeddedPostgres | undefined;
const path = process.env.PATH;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'stint-run-as-'));
  dataDir = join(base, 'data');
});

afterEach(async () => {
  process.env.PATH = path;
  await server?.stop();
  server = undefined;
  rmSync(base, { recursive: true, force: true, maxRetries: 40, retryDelay: 50 });
});

async function start(): Promise<void> {
  server = await startEmbeddedPostgres({ dataDir });
}

async function stop(): Promise<void> {
  await server?.stop();
  server = undefined;
}

/** As in a container that forbids user namespaces. */
function forbidUserNamespaces(): void {
  const folder = join(base, 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'unshare'),
    '#!/bin/sh\necho "unshare failed: Operation not permitted" >&2\nexit 1\n',
    {
      mode: 0o755,
    },
  );
  process.env.PATH = `${folder}:${path}`;
}

function databaseOwner(): number {
  return statSync(join(dataDir, 'postgres', 'PG_VERSION')).uid;
}

/** The copied programs, if any were needed. */
function findCopy(): string | undefined {
  return readdirSync(dataDir).find((name) => name.startsWith('postgres-binaries-'));
}

if (process.getuid?.() === 0) {
  describe('as root', () => {
    test('the files stay root’s, inside a folder that only root may enter', async () => {
      chmodSync(base, 0o700);
      await start();
      expect(databaseOwner()).toBe(0);
      expect(findCopy()).toBeUndefined();
    });

    test('in a folder that only somebody else may enter, the server runs as that user', async () => {
      chownSync(base, SOMEBODY, SOMEBODY);
      chmodSync(base, 0o700);
      await start();
      expect(databaseOwner()).toBe(SOMEBODY);
      expect(statSync(dataDir).uid).toBe(SOMEBODY);
      await stop();
      await start();
    });

    test('without user namespaces it runs as nobody, from a copy of its programs', async () => {
      chmodSync(base, 0o755);
      forbidUserNamespaces();
      await start();
      expect(databaseOwner()).toBe(NOBODY);
      expect(findCopy()).toBeDefined();
    });

    test('a database made with user namespaces is found again without them, and back', async () => {
      chmodSync(base, 0o755);
      await start();
      await stop();
      forbidUserNamespaces();
      await start();
      expect(databaseOwner()).toBe(NOBODY);
      await stop();
      process.env.PATH = path;
      await start();
      expect(databaseOwner()).toBe(NOBODY);
    });

    test('where nothing works, the message names every attempt and the ways out', async () => {
      chmodSync(base, 0o700);
      forbidUserNamespaces();
      await expect(start()).rejects.toMatchObject({
        code: 'cannot_run',
        message: expect.stringMatching(
          /root in a user namespace: unshare failed.*nobody: .*cannot be entered.*DATA_DIR.*_DATABASE_URL/s,
        ),
      });
    });
  });
} else {
  describe('as an ordinary user', () => {
    test('the database belongs to that user', async () => {
      chmodSync(base, 0o700);
      await start();
      expect(databaseOwner()).toBe(process.getuid?.());
    });
  });
}
