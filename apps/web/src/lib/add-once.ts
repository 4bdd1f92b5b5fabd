import { ApiError } from './api-error.ts';

/** How something is added, read and changed that has an id which the page made. */
export type Adding<Thing> = {
  add: () => Promise<Thing>;
  read: () => Promise<Thing>;
  change: (thing: Thing) => Promise<Thing>;
};

/** What the gateway says to a second thing with the id of a first one: of today, or of an earlier day. */
const ALREADY_THERE = ['idempotency_mismatch', 'version_conflict'];

/**
 * Adds something under an id that stays the same from try to try. Where an earlier try was stored and its answer lost, and what
 * is sent now is something else, what is there becomes that: no second one is added.
 */
export async function addOnce<Thing>({ add, read, change }: Adding<Thing>): Promise<Thing> {
  try {
    return await add();
  } catch (error) {
    if (!(error instanceof ApiError && ALREADY_THERE.includes(error.code))) throw error;
    return change(await read());
  }
}
