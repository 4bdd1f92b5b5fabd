import { isLost, whereGone } from './focus-return.ts';

/** Where something stood: what was around it, and at which place in there. */
type Place = { around: HTMLElement; index: number };

/** Places of all that had the focus, from the inside to the outside. */
const places = new WeakMap<Element, readonly Place[]>();

const CONTROLS = 'a[href], button, input, select, textarea, summary, [contenteditable]';

/**
 * For who works by keys or by ear: where what has the focus leaves the page, the browser goes on at its top, or nowhere that is
 * told. Here what stands in its place gets the focus then, or what is around it. A control gets its focus back once it is no
 * longer disabled.
 *
 * @returns what ends it
 */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  let wasDisabled = false;
  let isDue = false;
  const note = (focused: EventTarget | null) => {
    if (!(focused instanceof HTMLElement)) return;
    last = focused;
    wasDisabled = false;
    places.set(focused, placesOf(focused));
  };
  const hear = ({ target }: FocusEvent) => note(target);
  const look = () => {
    isDue = false;
    if (last === null || !isLost()) return;
    if (last.isConnected && last.matches(':disabled')) {
      wasDisabled = true;
      return;
    }
    const isLeft = last.isConnected && last.checkVisibility();
    const lost = last;
    last = null;
    if (isLeft && wasDisabled) lost.focus({ preventScroll: true });
    // Who takes it from something that is still there wants it nowhere.
    else if (!isLeft) focusInPlaceOf(lost);
  };
  const observer = new MutationObserver(() => {
    if (last === null || isDue) return;
    isDue = true;
    // Browsers take the focus from what is hidden or disabled as they draw.
    requestAnimationFrame(() => setTimeout(look));
  });
  if (!isLost()) note(document.activeElement);
  document.addEventListener('focusin', hear);
  whereGone(focusInPlaceOf);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', hear);
    observer.disconnect();
    whereGone(null);
  };
}

/**
 * Gives the focus to what stands where something stood that had it once. Never to a control: the next key would press what
 * nobody has read.
 */
function focusInPlaceOf(lost: Element): void {
  for (const { around, index } of places.get(lost) ?? []) {
    if (!around.isConnected || !around.checkVisibility()) continue;
    const there = around.children[Math.min(index, around.children.length - 1)];
    if (there instanceof HTMLElement && !there.matches(CONTROLS) && hasTaken(there)) return;
    if (hasTaken(around)) return;
  }
}

function placesOf(element: HTMLElement): Place[] {
  const found: Place[] = [];
  for (let inner = element, around = inner.parentElement; around && around !== document.body; ) {
    found.push({ around, index: [...around.children].indexOf(inner) });
    inner = around;
    around = inner.parentElement;
  }
  return found;
}

/** Something that Tab does not stop at can have the focus as long as it has it. */
function hasTaken(element: HTMLElement): boolean {
  const isOwn = element.hasAttribute('tabindex');
  if (!isOwn) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  const isTaken = document.activeElement === element;
  const leave = () => element.removeAttribute('tabindex');
  if (!isOwn && isTaken) element.addEventListener('blur', leave, { once: true });
  else if (!isOwn) leave();
  return isTaken;
}
