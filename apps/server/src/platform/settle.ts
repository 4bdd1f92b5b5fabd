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
  setTimeout(() => {
    flushCompileCache();
    collectGarbage();
  }, pauseMs).unref();
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: Record<'type' | 'execution' | 'flavor', string>) => void;
  setFlagsFromString('--no-expose-gc');
  // The flavour that also shrinks the heap to what lives; another would leave its size as the start had it.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
