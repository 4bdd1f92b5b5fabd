import {
  COLOR_MODE_COOKIE,
  type ColorChoice,
  type ColorMode,
  newestChoice,
  parseColorChoice,
} from '@stint/domain/color-mode.ts';
import { parentDomain } from '@stint/domain/workspace/host.ts';
import { useSyncExternalStore } from 'react';
import { readPageSettings } from './page-settings.ts';

/** Also read by the script that the server puts before first paint (apps/server/src/web/color-mode.ts). */
const MODE_KEY = 'stint.colorMode';
const AT_KEY = 'stint.colorModeAt';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Light by default. */
function readColorMode(): ColorMode {
  return document.documentElement.dataset.colorMode === 'dark' ? 'dark' : 'light';
}

/** Shows a mode and keeps it: for this host in local storage, for the others in a cookie of the main domain. */
export function setColorMode(mode: ColorMode, at: number = Date.now()): void {
  document.documentElement.dataset.colorMode = mode;
  try {
    localStorage.setItem(MODE_KEY, mode);
    localStorage.setItem(AT_KEY, String(at));
    const domain = parentDomain(readPageSettings().mainDomain);
    const secure = location.protocol === 'https:' ? '; secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store needs a promise and is not in every browser
    document.cookie = `${COLOR_MODE_COOKIE}=${mode}.${at}; domain=${domain}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
  } catch {
    // Storage is full or forbidden: the page keeps the mode until it closes.
  }
}

/** What was chosen in this browser, and when; null where nobody chose. */
export function readColorChoice(): ColorChoice | null {
  const cookie = document.cookie.split('; ').find((part) => part.startsWith(`${COLOR_MODE_COOKIE}=`));
  try {
    const kept = `${localStorage.getItem(MODE_KEY)}.${localStorage.getItem(AT_KEY)}`;
    return newestChoice(parseColorChoice(kept), parseColorChoice(cookie?.split('=')[1]));
  } catch {
    return parseColorChoice(cookie?.split('=')[1]);
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

/** Hears each change of the mode. @returns what ends the listening */
export function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-color-mode'] });
  return () => observer.disconnect();
}
