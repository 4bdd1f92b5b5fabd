import { useEffect } from 'react';
import { isTyping } from '../../lib/is-typing.ts';

export type TimerKeys = { n: () => void; s: () => void; c: () => void };

/** Pages where N adds something of their own. */
const OWN_N = ['/time'];

/**
 * N starts, S stops and C continues the last: by themselves while nobody types, and with Alt everywhere, since in a grid
 * letters are typing.
 */
export function useTimerKeys(keys: TimerKeys): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return;
      // With Alt some layouts write other letters, so the place of the key counts.
      const name = event.altKey ? event.code.replace(/^Key/, '').toLowerCase() : event.key.toLowerCase();
      if (name !== 'n' && name !== 's' && name !== 'c') return;
      if (document.querySelector('dialog[open]')) return;
      if (!event.altKey && (isTyping(event.target) || event.defaultPrevented)) return;
      if (!event.altKey && name === 'n' && OWN_N.includes(location.pathname)) return;
      event.preventDefault();
      keys[name]();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
}
