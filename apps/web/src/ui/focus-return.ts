/** What had the focus before something that is gone now. */
let waiting: Element | null = null;

/** Where the focus goes in place of what is gone; pages in which nothing goes have no such way. */
let inPlaceOf: ((lost: Element) => void) | null = null;

export function whereGone(go: typeof inPlaceOf): void {
  inPlaceOf = go;
}

/** Whether nothing on the page has the focus. */
export function isLost(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}

/** What gets the focus back from whatever takes it now; what just gave it back passes that on. */
export function focusBefore(): Element | null {
  const before = waiting ?? document.activeElement;
  waiting = null;
  return before;
}

/**
 * Gives the focus back when all of the change is drawn, unless something else has it by then; what is gone has its place taken by
 * what stands there now. For cleanups of layout effects: focus that moves while React changes the page is heard by nobody.
 */
export function giveFocusBack(to: Element | null): void {
  waiting = to;
  queueMicrotask(() => {
    const target = waiting;
    waiting = null;
    if (!(target instanceof HTMLElement) || !isLost()) return;
    if (target.isConnected) target.focus();
    else inPlaceOf?.(target);
  });
}
