import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareProduct } from './prepared-data.ts';
import {
  commandOfRun,
  type ProductProcess,
  ProductStartError,
  startProductProcess,
} from './product-process.ts';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'shutdown-'));
  await chmod(root, 0o755);
});
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

describe('security 14: SIGTERM', () => {
  test('drains: not ready, no new connections, what is under way is answered, nothing is left running', async () => {
    const product = await startProductProcess({
      dataDir: join(root, 'drained'),
      // However slow the machine is: what ends with code 0 was not cut off.
      env: { DRAIN_SECONDS: '600' },
    });
    const before = product.pids();
    const tenantId = (await product.access()).tenantId;
    const body = JSON.stringify({ emailOrUsername: 'nobody@example.com', password: 'not the right one' });
    const underWay = await open(product, [
      `POST /v0/tenants/${tenantId}/auth/basic HTTP/1.1`,
      `host: ${product.mainDomain}`,
      `origin: http://${product.mainDomain}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body.slice(0, 10),
    ]);
    // A request whose head is not complete keeps its connection through the drain.
    const balancer = await open(product, ['GET /readyz HTTP/1.1', `host: ${product.mainDomain}`, '']);
    await product.send({ method: 'GET', path: '/healthz' });

    product.signal('SIGTERM');
    await untilRefused(product.port);
    balancer.socket.write('\r\n');
    expect(await balancer.answer).toMatch(/^HTTP\/1\.1 503 /);
    underWay.socket.write(body.slice(10));
    expect(await underWay.answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*Incorrect email or password/);

    expect(await product.ended).toMatchObject({ code: 0, signal: null });
    expect(before.length).toBeGreaterThan(3);
    expect(product.pids()).toEqual([]);
    expect(await readFile(join(product.dataDir, 'postgres', 'postgres.log'), 'utf8')).toMatch(
      /database system is shut down\s*$/,
    );
  });

  test('is not ready first and takes requests for a while, each the last on its connection; a second signal ends the wait', async () => {
    const product = await startProductProcess({
      dataDir: await prepareProduct(join(root, 'leaving')),
      // Nothing but the second signal ends it.
      env: { DRAIN_GRACE_SECONDS: '600', DRAIN_SECONDS: '600' },
    });
    const ready = () => product.send({ method: 'GET', path: '/readyz' });
    product.signal('SIGTERM');
    await expect.poll(async () => (await ready()).status).toBe(503);

    const agent = new Agent({ keepAlive: true });
    const page = await product.send({ method: 'GET', path: '/home', agent });
    expect(page).toMatchObject({ status: 200, headers: { connection: 'close' } });
    const call = await product.send({ method: 'GET', path: '/v0/self', agent });
    expect(call).toMatchObject({ status: 401, headers: { connection: 'close' } });
    expect(await product.send({ method: 'GET', path: '/healthz' })).toMatchObject({ status: 200 });

    product.signal('SIGTERM');
    expect(await product.ended).toMatchObject({ code: 0, signal: null });
  });

  test('cuts off what does not end in time, and leaves nothing running', async () => {
    const product = await startProductProcess({
      dataDir: await prepareProduct(join(root, 'hanging')),
      env: { DRAIN_SECONDS: '1' },
    });
    const before = product.pids();
    const hanging = await open(product, [
      `POST /v0/tenants/${(await product.access()).tenantId}/auth/basic HTTP/1.1`,
      `host: ${product.mainDomain}`,
      'content-type: application/json',
      'content-length: 100',
      '',
      '{',
    ]);
    await product.send({ method: 'GET', path: '/healthz' });
    const end = await product.stop();
    expect(end).toMatchObject({ code: 1, signal: null });
    expect(product.output().stderr).toContain('Requests under way were cut off after 1 s.');
    await hanging.answer.catch(() => {});
    expect(before.length).toBeGreaterThan(3);
    // Told by the end of its parent, the database shuts down by itself.
    await expect.poll(() => product.pids(), { timeout: 30_000 }).toEqual([]);
    expect(await readFile(join(product.dataDir, 'postgres', 'postgres.log'), 'utf8')).toMatch(
      /database system is shut down\s*$/,
    );
  });

  test('SIGINT does the same, and the data directory can be used again', async () => {
    const first = await startProductProcess({ dataDir: await prepareProduct(join(root, 'twice')) });
    const access = await first.access();
    first.signal('SIGINT');
    expect(await first.ended).toMatchObject({ code: 0 });
    const second = await startProductProcess({ dataDir: join(root, 'twice'), port: first.port });
    expect(await second.access()).toEqual(access);
    expect(await second.stop()).toMatchObject({ code: 0 });
  });
});

describe('a start that cannot be says why', () => {
  let running: ProductProcess;
  beforeAll(async () => {
    running = await startProductProcess({
      dataDir: await prepareProduct(join(root, 'running')),
      command: [...withFault, ...commandOfRun()],
    });
  });
  afterAll(() => running?.kill());

  test('a second product on the same data directory', async () => {
    const failure = await failedStart({ dataDir: running.dataDir });
    expect(failure.end.code).toBe(1);
    expect(failure.stderr).toContain(`${running.dataDir}`);
    expect(failure.stderr).toMatch(/running|in use/);
    expect(failure.stderr).toContain(String(running.pid));
    expect(failure.stderr).not.toContain('    at ');
    expect(await running.send({ method: 'GET', path: '/readyz' })).toMatchObject({ status: 200 });
  });

  test('a port that is taken, leaving no database behind', async () => {
    const failure = await failedStart({
      dataDir: await prepareProduct(join(root, 'other')),
      port: running.port,
    });
    expect(failure.end.code).toBe(1);
    expect(failure.stderr).toContain(
      `Port ${running.port} is in use. Stop what runs there, or choose another with PORT.`,
    );
    expect(failure.stderr).not.toContain('    at ');
  });

  test('a setting that is wrong', async () => {
    const failure = await failedStart({ dataDir: join(root, 'wrong'), env: { MODE: 'production' } });
    expect(failure.stderr).toContain('MODE is "production"; use one of test, live');
    expect(failure.stderr).not.toContain('    at ');
  });

  test('an error that nobody foresaw ends the one that runs in order, with a code of its own', async () => {
    running.signal('SIGUSR2');
    expect(await running.ended).toMatchObject({ code: 70, signal: null });
    expect(running.output().stderr).toContain('Error: nobody foresaw this');
    expect(running.pids()).toEqual([]);
  });
});

/** Fails where nothing waits for it, when it is told to. */
const withFault = [
  '--import',
  'data:text/javascript,process.on("SIGUSR2",()=>{throw new Error("nobody foresaw this")})',
];

async function failedStart(options: {
  dataDir: string;
  port?: number;
  env?: Record<string, string>;
}): Promise<ProductStartError> {
  const failure = await startProductProcess(options).then(
    async (product) => {
      await product.kill();
      return null;
    },
    (error: unknown) => error,
  );
  if (!(failure instanceof ProductStartError))
    throw new Error(`started, or failed otherwise: ${String(failure)}`);
  return failure;
}

/** A connection with the beginning of a request; `answer` is everything that comes back. */
async function open(
  product: ProductProcess,
  lines: string[],
): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(product.port, '127.0.0.1');
  await once(socket, 'connect');
  const answer = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
  answer.catch(() => {});
  socket.write(lines.join('\r\n'));
  return { socket, answer };
}

/** Resolves when the listener takes no connection any more. */
async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isRefused = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(false));
      socket.once('error', () => resolve(true));
    });
    socket.destroy();
    if (isRefused) return;
  }
}
