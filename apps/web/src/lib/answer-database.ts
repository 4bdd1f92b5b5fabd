import { clear, createStore, delMany, get, keys, setMany } from 'idb-keyval';
import type { AnswerStore } from './kept-queries.ts';

const DATABASE = 'stint-offline';
/** A year of weeks and every list; who has seen more begins anew. */
const MOST_ANSWERS = 1_000;

export type AnswerDatabase = AnswerStore & { clear(): Promise<void> };

/**
 * Answers in the browser's own database.
 * @param build the shapes of answers are those of one build: another one reads nothing of it
 */
export function openAnswerDatabase(build: string): AnswerDatabase {
  const store = createStore(DATABASE, 'answers');
  const nameOf = (key: string) => `${build} ${key}`;
  const tidied = tidy(store, build).catch(() => undefined);
  return {
    read: (key) => get<unknown>(nameOf(key), store),
    async write(answers) {
      await tidied;
      await setMany(
        [...answers].map(([key, data]) => [nameOf(key), data]),
        store,
      );
    },
    clear: () => clear(store),
  };
}

async function tidy(store: ReturnType<typeof createStore>, build: string): Promise<void> {
  const names = (await keys<string>(store)).filter((name) => typeof name === 'string');
  const own = names.filter((name) => name.startsWith(`${build} `));
  const old = own.length > MOST_ANSWERS ? names : names.filter((name) => !name.startsWith(`${build} `));
  if (old.length > 0) await delMany(old, store);
}
