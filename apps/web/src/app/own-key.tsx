import { type KeyboardEvent, useState } from 'react';
import { isKey, type OwnKeys, ownKey } from '../lib/own-keys.ts';
import { text } from './dialogs/messages.ts';
import styles from './keys-dialog.module.css';

const { own: words } = text.keys;

export type OwnKeyProps = {
  /** As the list names it. */
  named: string;
  label: string;
  keys: OwnKeys;
  /** What a key is for already, by its small letter. */
  usedFor: (key: string) => string | null;
  onChoose: (key: string | null) => void;
  onTell: (told: string) => void;
};

/** A key that can be replaced: pressed once, it takes the next key in its place. Delete brings the usual one back. */
export function OwnKey({ named, label, keys, usedFor, onChoose, onTell }: OwnKeyProps) {
  const [isWaiting, setIsWaiting] = useState(false);
  const shown = ownKey(named, keys).toUpperCase();
  const stop = (told: string) => {
    setIsWaiting(false);
    onTell(told);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isWaiting || event.key === 'Tab' || event.key === 'Shift') return;
    event.preventDefault();
    event.stopPropagation();
    const key = event.key.toLowerCase();
    if (key === 'escape') return stop('');
    if (key === 'delete' || key === 'backspace' || key === named.toLowerCase()) {
      onChoose(null);
      return stop(words.usual(label, named));
    }
    if (!isKey(key) || event.ctrlKey || event.metaKey || event.altKey) return onTell(words.notOne);
    const other = usedFor(key);
    if (other !== null && key !== shown.toLowerCase()) return onTell(words.taken(key.toUpperCase(), other));
    onChoose(key);
    return stop(words.chosen(label, key.toUpperCase()));
  };
  const start = () => {
    setIsWaiting(true);
    onTell(words.press(label));
  };
  return (
    <button
      type="button"
      className={styles.own}
      aria-label={words.change(label, shown)}
      aria-pressed={isWaiting}
      onClick={(event) => {
        // Safari gives a pressed button no focus, and the next key would go to the page.
        event.currentTarget.focus();
        start();
      }}
      onBlur={() => isWaiting && stop('')}
      onKeyDown={onKeyDown}
    >
      <kbd>{isWaiting ? '…' : shown}</kbd>
    </button>
  );
}
