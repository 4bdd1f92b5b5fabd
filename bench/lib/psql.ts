import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { BenchProduct } from './setup.ts';

/** A psql that is connected once: what a statement takes has no start of a program and no connecting in it. */
export type Psql = {
  /** Runs one COPY to stdout, which gives every byte on as it comes. @returns milliseconds until the first */
  copy(statement: string): Promise<number>;
  end(): Promise<void>;
};

type Address = ReturnType<BenchProduct['address']>;

/** What it is asked for after the statement, so that the end of the bytes is known. */
const END = 'the end of what was copied';

export async function startPsql({ host, port, user, database }: Address): Promise<Psql> {
  const options = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'];
  const child = spawn('psql', [...options, '-h', host, '-p', String(port), '-U', user, database], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // The product's roles give a statement five seconds; a million lines may take longer.
    env: { ...process.env, PGOPTIONS: '-c statement_timeout=0' },
  });
  const ended = once(child, 'close').then(([code]) => new Error(`psql ended with code ${code}`));
  // Whoever waits for it hears of it.
  ended.catch(() => {});
  const run = async (statement: string) => {
    const started = performance.now();
    let firstByteMs = 0;
    let tail = '';
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const take = (bytes: Buffer) => {
      firstByteMs ||= performance.now() - started;
      tail = (tail + bytes.toString('latin1', Math.max(0, bytes.length - 64))).slice(-64);
      if (tail.endsWith(`${END}\n`)) resolve(undefined);
    };
    child.stdout.on('data', take);
    try {
      child.stdin.write(`${statement};\nselect '${END}';\n`);
      const problem = await Promise.race([promise, ended]);
      if (problem) throw problem;
      return firstByteMs;
    } finally {
      child.stdout.off('data', take);
    }
  };
  await run('select 1');
  return {
    copy: run,
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
