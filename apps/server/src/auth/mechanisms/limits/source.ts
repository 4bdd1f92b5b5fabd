import { AsyncLocalStorage } from 'node:async_hooks';

const sources = new AsyncLocalStorage<string>();

/** Does work on behalf of a source: a person, a key, or an address that nobody signed in from. */
export function onBehalfOf<T>(source: string, work: () => T): T {
  return sources.run(source, work);
}

/** On whose behalf this runs, for queues that give every source its turn; empty for work of the service itself. */
export function currentSource(): string {
  return sources.getStore() ?? '';
}
