import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WorkerOrder, WorkerSettings } from '../references/worker.ts';

const fileOf = (file: string) => fileURLToPath(new URL(`../references/${file}`, import.meta.url));

export type ReferenceServer = { pid: number; port: number; close(): Promise<void> };

/** Starts one of the servers in `references/`. */
export function startReference(name: string, ...args: string[]): Promise<ReferenceServer> {
  return startFile(`${name}.ts`, args);
}

/** The one whose start and memory are measured: JavaScript, since Node loads a compiler where types have to be taken away. */
export function startBareFastify(): Promise<ReferenceServer> {
  return startFile('bare-fastify.mjs', []);
}

async function startFile(file: string, args: string[]): Promise<ReferenceServer> {
  const child = fork(fileOf(file), args);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { pid: child.pid as number, port, close: () => closeChild(child) };
}

export type Worker = {
  pid: number;
  run(order: WorkerOrder): Promise<{ count: number; seconds: number }>;
  close(): Promise<void>;
};

/** Starts the process that does limits by itself. */
export async function startWorker(settings: WorkerSettings): Promise<Worker> {
  const child = fork(fileOf('worker.ts'));
  child.send({ settings });
  await once(child, 'message');
  return {
    pid: child.pid as number,
    async run(order) {
      child.send({ order });
      const [answer] = (await once(child, 'message')) as [
        { count: number; seconds: number } | { error: string },
      ];
      if ('error' in answer) throw new Error(`${order.kind}: ${answer.error}`);
      return answer;
    },
    close: () => closeChild(child),
  };
}

async function closeChild(child: ReturnType<typeof fork>): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}
