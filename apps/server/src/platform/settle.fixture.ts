/** Run with V8's collection and its own functions at hand: holds a tick, collects, and tells what became of it. */
import { executionAsyncResource } from 'node:async_hooks';
import { runInThisContext } from 'node:vm';
import { keepTick } from './settle.ts';

const haveSameMap = runInThisContext('(one, other) => %HaveSameMap(one, other)') as (
  one: object | undefined,
  other: object,
) => boolean;
const collect = runInThisContext('gc') as (options: object) => void;
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function manyTicks(): Promise<void> {
  for (let n = 0; n < 2000; n++) process.nextTick(() => {});
  await turn();
}

await manyTicks();
const held = new WeakRef(await keepTick());
await turn();
for (let n = 0; n < 3; n++) collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
await manyTicks();
process.nextTick(() => {
  const tick = held.deref();
  const isOfOneShape = tick !== undefined && haveSameMap(tick, executionAsyncResource());
  console.log(JSON.stringify({ isHeld: tick !== undefined, isOfOneShape }));
});
