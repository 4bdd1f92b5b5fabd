import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createLogger, createPlainLogger } from './log.ts';

function capture(level: string) {
  const lines: string[] = [];
  const log = createLogger(level, { write: (line) => void lines.push(line) });
  return { log, read: () => lines.map((line) => JSON.parse(line)) };
}

test('security 12: secrets that code of ours hands over are blanked, two levels deep', () => {
  const { log, read } = capture('info');
  log.info({ password: 'x', body: { token: 'x', inner: { email: 'x' } }, kept: 'y' }, 'said');
  expect(read()).toMatchObject([
    {
      password: '[redacted]',
      body: { token: '[redacted]', inner: { email: '[redacted]' } },
      kept: 'y',
      msg: 'said',
    },
  ]);
});

test('security 12: an error is written with its causes, never with the values bound to a statement', () => {
  const { log, read } = capture('info');
  const cause = Object.assign(new Error('refused'), { code: '23505', detail: 'Key (email)=(a@b.c)' });
  log.error({ err: new Error('failed', { cause }) }, 'request failed');
  expect(read()[0].err).toMatchObject({ message: 'failed', cause: { message: 'refused', code: '23505' } });
  expect(JSON.stringify(read())).not.toContain('a@b.c');
});

test('the plain logger writes to the same stream in the same form, at the same level', () => {
  const { log, read } = capture('info');
  log.info({ a: 1 }, 'first');
  const plain = createPlainLogger(log);
  plain.info({ a: 2 }, 'second');
  plain.debug({ a: 3 }, 'third');
  const [first, second, ...more] = read();
  expect(more).toEqual([]);
  expect(Object.keys(second)).toEqual(Object.keys(first));
  expect(second).toMatchObject({ level: 30, a: 2, msg: 'second' });
});

test('the plain logger of a silent one is silent', () => {
  const { log, read } = capture('silent');
  createPlainLogger(log).error('nothing');
  expect(read()).toEqual([]);
});

/** A process that logs two lines, and then does what is said. */
function logging(then: string) {
  const module = JSON.stringify(new URL('./log.ts', import.meta.url).href);
  const script = `import { createLogger } from ${module};
    const log = createLogger('info');
    log.info('first');
    log.info('second');
    ${then}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const lines = async function* () {
    for await (const data of child.stdout) {
      for (const line of String(data).trim().split('\n')) yield JSON.parse(line).msg as string;
    }
  };
  return { child, lines };
}

test('lines that wait for each other are written when the process ends', async () => {
  const { lines } = logging('process.exit(0)');
  const heard: string[] = [];
  for await (const line of lines()) heard.push(line);
  expect(heard).toEqual(['first', 'second']);
});

test('lines come soon while the process goes on', async () => {
  const { child, lines } = logging('setInterval(() => {}, 60_000)');
  const heard: string[] = [];
  for await (const line of lines()) {
    heard.push(line);
    if (heard.length === 2) child.kill('SIGKILL');
  }
  expect(heard).toEqual(['first', 'second']);
});

test('lines that come while a slow reader holds up a write are written once it went through', async () => {
  // The later timer ends after that of the last line: its flush has met the write.
  const { child } = logging(`log.info('x'.repeat(4_000_000));
    log.info('last');
    setTimeout(() => process.stderr.write('met'), 200);
    setInterval(() => {}, 60_000);`);
  await once(child.stderr, 'data');
  let heard = '';
  child.stdout.on('data', (data) => {
    heard += data;
  });
  await expect.poll(() => heard.includes('"msg":"last"')).toBe(true);
  child.kill('SIGKILL');
});
