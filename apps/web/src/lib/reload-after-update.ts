const RELOADED_AT = 'stint.reloadedAt';
const ONE_MINUTE_MS = 60_000;

type Reloading = {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  now(): number;
  reload(): void;
};

export type UpdatePage = Reloading & { target: EventTarget; isLeaving(): boolean };

/** Loads the page anew, at most once a minute. @returns whether it does */
export function reloadOnce({ storage, now, reload }: Reloading): boolean {
  if (now() - Number(storage.getItem(RELOADED_AT)) < ONE_MINUTE_MS) return false;
  storage.setItem(RELOADED_AT, String(now()));
  reload();
  return true;
}

/**
 * A page that stays open while the product is updated asks for parts that are gone. It loads anew, at most once a minute;
 * what was typed lies in local storage already. A page that is being left is not: that would call off where it goes.
 */
export function reloadAfterUpdate({ target, isLeaving, ...page }: UpdatePage): void {
  // Vite tells of a part that could not be loaded: https://vite.dev/guide/build#load-error-handling
  target.addEventListener('vite:preloadError', (event) => {
    if (!isLeaving() && reloadOnce(page)) event.preventDefault();
  });
}
