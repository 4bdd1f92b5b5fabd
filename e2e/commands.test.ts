import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sendHttp } from '../apps/server/src/testing/http-call.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('a SIGTERM to npm stops everything that npm start began', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stint-npm-'));
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
    // A group of its own, so that a failed test leaves nothing running.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => npm.once('exit', () => resolve()));
  try {
    await expect.poll(() => status(port), { timeout: 120_000, interval: 100 }).toBe(200);
    npm.kill('SIGTERM');
    await ended;
    await expect.poll(() => status(port), { timeout: 30_000, interval: 100 }).toBe(null);
    // The lock of the data directory is held as long as anything of the product lives.
    await expect.poll(() => isStartable(port, dataDir), { timeout: 60_000 }).toBe(true);
  } finally {
    killGroup(npm.pid);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

test('npm run dev serves the pages from their sources', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stint-dev-'));
  const port = await freePort();
  const npm = spawn('npm', ['run', 'dev'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise<void>((resolve) => npm.once('exit', () => resolve()));
  try {
    await expect.poll(() => status(port), { timeout: 120_000, interval: 100 }).toBe(200);
    const page = await sendHttp(port, { method: 'GET', path: '/signin', host: `stint.localhost:${port}` });
    expect(page.status).toBe(200);
    expect(page.text).toContain('/@vite/client');
    npm.kill('SIGTERM');
    await ended;
    await expect.poll(() => status(port), { timeout: 30_000, interval: 100 }).toBe(null);
  } finally {
    killGroup(npm.pid);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended already, as it should.
  }
}

/** The product's readiness status at a port, or null where nothing answers. */
async function status(port: number): Promise<number | null> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.status,
    () => null,
  );
}

/** Starts the product on the directory, which is refused while another one runs on it, and stops it again. */
async function isStartable(port: number, dataDir: string): Promise<boolean> {
  const main = join(root, 'apps/server/src/main.ts');
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const product = spawn(process.execPath, [main], { env, stdio: 'ignore' });
  const ended = new Promise<'ended'>((resolve) => product.once('exit', () => resolve('ended')));
  for (;;) {
    if ((await Promise.race([ended, pause(100)])) === 'ended') return false;
    if ((await status(port)) !== 200) continue;
    product.kill('SIGTERM');
    await ended;
    return true;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
