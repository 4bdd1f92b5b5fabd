import { newId } from './new-id.ts';

/** Ids of what a form makes, by what it is. */
export type KeptIds = {
  /** Makes something under an id that stays the same until it is known to be stored. */
  keep<Made>(what: string, make: (id: string) => Promise<Made>): Promise<Made>;
};

/**
 * Ids for what is added: a press whose answer was lost and the next one are about the same thing, so that no second one is made.
 */
export function createKeptIds(): KeptIds {
  const ids = new Map<string, string>();
  return {
    async keep(what, make) {
      const id = ids.get(what) ?? newId();
      ids.set(what, id);
      const made = await make(id);
      ids.delete(what);
      return made;
    },
  };
}
