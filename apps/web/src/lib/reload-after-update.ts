const RELOADED_AT = 'stint.reloadedAt';
const ONE_MINUTE_MS = 60_000;

export type UpdatePage = {
  target: EventTarget;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  now(): number;
  reload(): void;
};

/**
 * A page that stays open while the product is updated asks for parts that are gone. It loads anew, at most once a minute;
 * what was typed lies in local storage already.
 */
export function reloadAfterUpdate({ target, storage, now, reload }: UpdatePage): void {
  // Vite tells of a part that could not be loaded: https://vite.dev/guide/build#load-error-handling
  target.addEventListener('vite:preloadError', (event) => {
    if (now() - Number(storage.getItem(RELOADED_AT)) < ONE_MINUTE_MS) return;
    storage.setItem(RELOADED_AT, String(now()));
    event.preventDefault();
    reload();
  });
}
