import { executionAsyncResource } from 'node:async_hooks';
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long after the start the first answers have gone out, and the background work, which begins after three seconds, is loaded. */
const pauseMs = 5000;

/**
 * Once the start is over: writes down what was compiled, so that the next start finds it also after a kill, and gives
 * back the memory that only the start needed, which would otherwise stay until enough traffic has come.
 */
export function settleAfterStart(): void {
  void keepTick();
  setTimeout(() => {
    flushCompileCache();
    void keepTick().then(collectGarbage);
  }, pauseMs).unref();
}

const kept: { tick?: object } = {};

/**
 * Holds one of the objects that `process.nextTick` queues. V8 knows of what shape they are as long as one lives, and ticks live
 * for a moment: after a few collections that met none, or the one below, each further tick would take a way through V8 that
 * costs ten times as much, for as long as the process runs (decision 013).
 * @returns the tick that is held
 */
export function keepTick(): Promise<object> {
  return new Promise((resolve) => {
    process.nextTick(() => {
      kept.tick = executionAsyncResource();
      resolve(kept.tick);
    });
  });
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: Record<'type' | 'execution' | 'flavor', string>) => void;
  setFlagsFromString('--no-expose-gc');
  // The flavour that also shrinks the heap to what lives; another would leave its size as the start had it.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
