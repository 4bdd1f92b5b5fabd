import { useSyncExternalStore } from 'react';

export type ColorMode = 'light' | 'dark';

/** Also read by the script that the server puts before first paint (apps/server/src/web/shell.ts). */
export const COLOR_MODE_KEY = 'stint.colorMode';

/** Light by default, kept in local storage. */
export function readColorMode(): ColorMode {
  return document.documentElement.dataset.colorMode === 'dark' ? 'dark' : 'light';
}

export function setColorMode(mode: ColorMode): void {
  document.documentElement.dataset.colorMode = mode;
  try {
    localStorage.setItem(COLOR_MODE_KEY, mode);
  } catch {
    // Storage is full or forbidden: the page keeps the mode until it closes.
  }
}

export function toggleColorMode(): ColorMode {
  const mode = readColorMode() === 'dark' ? 'light' : 'dark';
  setColorMode(mode);
  return mode;
}

/** The mode of the page, followed as it changes. */
export function useColorMode(): ColorMode {
  return useSyncExternalStore(subscribe, readColorMode);
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-color-mode'] });
  return () => observer.disconnect();
}
