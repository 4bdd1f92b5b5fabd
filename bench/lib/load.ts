import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadAnswer, LoadOrder, LoadSet } from './load-driver.ts';

export type Load = {
  /** Hands requests over to the driver under a name. */
  keep(name: string, set: LoadSet): Promise<void>;
  /** @throws when an answer was refused: a figure of refusals would be false */
  run(order: LoadOrder): Promise<LoadAnswer>;
  close(): void;
};

/** Starts the driver. */
export async function startLoad(): Promise<Load> {
  const child: ChildProcess = fork(fileURLToPath(new URL('./load-driver.ts', import.meta.url)));
  const ask = async (message: object): Promise<unknown> => {
    child.send(message);
    const [answer] = await once(child, 'message');
    return answer;
  };
  return {
    keep: async (name, set) => {
      await ask({ kind: 'set', name, set });
    },
    run: async (order) => {
      const answer = (await ask({ kind: 'run', order })) as LoadAnswer | { error: string };
      if ('error' in answer) throw new Error(`${order.set}: ${answer.error}`);
      if (answer.firstRefusal !== null) {
        throw new Error(
          `${order.set}: ${JSON.stringify(answer.statuses)}, first: ${answer.firstRefusal.slice(0, 300)}`,
        );
      }
      return answer;
    },
    close: () => child.disconnect(),
  };
}
