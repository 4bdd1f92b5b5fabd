/** Writes of the last seconds, by the names that the service gave them in its answers. */
export type LastWrites = {
  note(name: string): void;
  /** For the header of the next call: `0` for none, null where nothing can be said. */
  text(): string | null;
};

type Noted = { name: string; at: number };

const STORED_AS = 'stint.lastWrites';
/** Longer than a process of the service may be behind. */
const KEPT_MILLISECONDS = 10_000;
/** As many as the service reads; who writes more says nothing, and is answered from the database. */
const MOST_NAMES = 16;

/**
 * Kept for all tabs of the session: what one of them wrote, another must not be shown without.
 * @param storage asked anew each time; throws where the browser keeps nothing
 */
export function createLastWrites(storage: () => Storage, now: () => number): LastWrites {
  let isBroken = false;
  const read = (): Noted[] => {
    const noted = JSON.parse(storage().getItem(STORED_AS) ?? '[]') as Noted[];
    return noted.filter(({ at }) => at > now() - KEPT_MILLISECONDS);
  };
  return {
    note(name) {
      try {
        storage().setItem(STORED_AS, JSON.stringify([...read(), { name, at: now() }]));
      } catch {
        // The browser keeps nothing, or not this one: from here on nothing can be said.
        isBroken = true;
      }
    },
    text() {
      try {
        const names = read().map(({ name }) => name);
        if (isBroken || names.length > MOST_NAMES) return null;
        return names.length === 0 ? '0' : names.join(',');
      } catch {
        return null;
      }
    },
  };
}
