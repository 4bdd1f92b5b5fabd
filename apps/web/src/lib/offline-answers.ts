import type { AnswerDatabase } from './answer-database.ts';
import type { AnswerStore } from './kept-queries.ts';

/** Whose answers lie on this device; read at once, before anything else is. */
const OWNER = 'stint.offlineOwner';
/** What is there is to be deleted. */
const NOBODY = '';

export type OfflineAnswers = {
  /** The answers of one person in one workspace; anybody else's are deleted first. */
  open(owner: { userId: string; tenantId: string }): AnswerStore;
  /** Deletes every answer on this host, where there are any; nothing is kept from then on. */
  clear(): Promise<void>;
};

/** @param load fetches the code of the database: a page that shows what the server says begins without it */
export function createOfflineAnswers(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  load: () => Promise<AnswerDatabase>,
): OfflineAnswers {
  let isClosed = false;
  let clearing: Promise<void> | undefined;
  let database: Promise<AnswerDatabase> | undefined;
  const loaded = () => {
    database ??= load();
    return database;
  };
  return {
    open({ userId, tenantId }) {
      const owner = `${userId}.${tenantId}`;
      let prepared: Promise<AnswerDatabase> | undefined;
      const prepare = async (): Promise<AnswerDatabase> => {
        const answers = await loaded();
        if (storage.getItem(OWNER) === owner) return answers;
        await answers.clear();
        if (!isClosed) storage.setItem(OWNER, owner);
        return answers;
      };
      const own = async (): Promise<AnswerDatabase> => {
        prepared ??= prepare();
        const answers = await prepared;
        if (isClosed) throw new Error('Signed out.');
        return answers;
      };
      return {
        // Nothing is there to be read of an owner who is not named.
        read: async (key) => (storage.getItem(OWNER) === owner ? (await own()).read(key) : undefined),
        write: async (answers) => (await own()).write(answers),
      };
    },
    clear() {
      isClosed = true;
      clearing ??= deleteAll();
      return clearing;
    },
  };

  async function deleteAll(): Promise<void> {
    if (storage.getItem(OWNER) === null) return;
    // Nobody is shown any of it from here on; a page that goes before all is deleted leaves the rest to the next one.
    storage.setItem(OWNER, NOBODY);
    await (await loaded()).clear();
    storage.removeItem(OWNER);
  }
}
