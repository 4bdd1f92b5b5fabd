import { newId } from './new-id.ts';

/** This page among all of this host that are open in the browser: what each keeps is its own for as long as it is open. */
export type OpenPage = {
  /** Empty where a browser cannot tell which pages are open, so that all are one. */
  id: string;
  /** Others see from now on that this page is open. @returns what ends that, and what is waited for */
  begin(): () => void;
  /** Runs once another page is gone, at once where it is already. */
  whenGone(id: string, then: () => void): void;
};

/** By the browser's locks: whoever waits for that of another page has it when that page is closed, however it ends. */
export function createOpenPage(): OpenPage {
  if (!('locks' in navigator)) return { id: '', begin: () => () => {}, whenGone() {} };
  const id = newId();
  const waited = new Set<string>();
  let ended = new AbortController();
  return {
    id,
    begin() {
      const own = new AbortController();
      ended = own;
      const { promise, resolve } = Promise.withResolvers<void>();
      void navigator.locks.request(lockOf(id), () => promise);
      return () => {
        own.abort();
        waited.clear();
        resolve();
      };
    },
    whenGone(other, then) {
      if (other === id || waited.has(other)) return;
      waited.add(other);
      const gone = () => {
        waited.delete(other);
        then();
      };
      // Who gives up is refused with the reason of the signal.
      void navigator.locks.request(lockOf(other), { signal: ended.signal }, gone).catch(() => undefined);
    },
  };
}

function lockOf(id: string): string {
  return `stint.page.${id}`;
}
