import { isTyping } from './is-typing.ts';

/** How a person wants the keys that act by themselves, without Ctrl or Alt (WCAG 2.2, 2.1.4). */
export type OwnKeys = {
  isOff: boolean;
  /** The key to press, by the key that the list names; small letters. */
  chosen: Readonly<Record<string, string>>;
};

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const USUAL: OwnKeys = { isOff: false, chosen: {} };
const storageKey = (userId: string) => `stint.keys-${userId}`;

/** The keys of a person in this browser; the usual ones where nothing else is kept. */
export function readOwnKeys(userId: string, storage: () => Store = () => localStorage): OwnKeys {
  try {
    const kept = JSON.parse(storage().getItem(storageKey(userId)) ?? 'null') as Partial<OwnKeys> | null;
    const pairs = Object.entries(kept?.chosen ?? {}).filter((pair) => pair.every(isKey));
    return { isOff: kept?.isOff === true, chosen: Object.fromEntries(pairs) };
  } catch {
    return USUAL;
  }
}

export function keepOwnKeys(userId: string, keys: OwnKeys, storage: () => Store = () => localStorage): void {
  try {
    storage().setItem(storageKey(userId), JSON.stringify(keys));
  } catch {
    // Without storage the usual keys come back with the next page.
  }
}

/** Whether a text is one printable sign other than a blank or a digit: those belong to buttons and cells. */
export function isKey(text: unknown): text is string {
  return typeof text === 'string' && /^[^\s\d\p{C}]$/u.test(text);
}

/** What a press stands for: the key that the list names, or null where it stands for nothing. */
export function meantKey(pressed: string, { isOff, chosen }: OwnKeys): string | null {
  const key = pressed.toLowerCase();
  if (isOff) return null;
  const [meant] = Object.entries(chosen).find(([, own]) => own === key) ?? [];
  return meant ?? (key in chosen ? null : key);
}

/** The key to press for one that the list names. */
export function ownKey(named: string, { chosen }: OwnKeys): string {
  return chosen[named.toLowerCase()] ?? named;
}

/**
 * Makes every page hear the keys that are meant in place of those that were pressed: no page has to know of a person's own.
 * @returns what ends it
 */
export function translateKeys(read: () => OwnKeys): () => void {
  const ours = new WeakSet<Event>();
  const onKeyDown = (event: KeyboardEvent) => {
    if (ours.has(event) || !isKey(event.key) || isElsewhere(event)) return;
    const meant = meantKey(event.key, read());
    if (meant === event.key.toLowerCase()) return;
    event.stopImmediatePropagation();
    if (meant === null) return;
    const { repeat } = event;
    const translated = new KeyboardEvent('keydown', { key: meant, repeat, bubbles: true, cancelable: true });
    ours.add(translated);
    const isTaken = !(event.target ?? window).dispatchEvent(translated);
    if (isTaken) event.preventDefault();
  };
  // Before everybody else: on its way down, at the outermost place.
  addEventListener('keydown', onKeyDown, { capture: true });
  return () => removeEventListener('keydown', onKeyDown, { capture: true });
}

/** With a modifier it is another key; in a field it is a letter. A tick box takes no letters. */
function isElsewhere({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isTick = target instanceof HTMLInputElement && target.type === 'checkbox';
  return ctrlKey || metaKey || altKey || (isTyping(target) && !isTick);
}
