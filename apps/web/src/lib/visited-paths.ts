import { parentDomain } from '@stint/domain/workspace/host.ts';

/** Addresses without query: scheme, host and path. */
type Visited = { current: string | null; previous: string | null };

/** Where the memory of a tab lies, and what the hosts share. */
export type VisitedPage = {
  /** Address of the page, without query. */
  here: string;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  readShared(): string | null;
  writeShared(address: string): void;
};

const KEY = 'stint.paths';
const COOKIE = 'stint_path';
const LONGEST = 512;

/**
 * Remembers the current and the previous path of this tab, over reloads and over the hosts of the product: storage ends
 * at a host, so the last address also goes along in a cookie of the main domain, which ends with the browser.
 */
export function rememberPath(page: VisitedPage): void {
  const kept = readVisited(page.storage);
  const shared = page.readShared();
  const isFromElsewhere = shared !== null && originOf(shared) !== originOf(page.here);
  const before = isFromElsewhere ? shared : kept.current;
  const previous = before === page.here ? kept.previous : before;
  page.writeShared(page.here);
  try {
    page.storage.setItem(KEY, JSON.stringify({ current: page.here, previous }));
  } catch {
    // Without storage the cookie alone remembers, between hosts.
  }
}

/** The page before this one, as a path where it was on this host; null where nothing is known. */
export function previousPath(
  here: string = location.origin,
  storage: Pick<Storage, 'getItem'> = sessionStorage,
): string | null {
  const { previous } = readVisited(storage);
  return previous !== null && originOf(previous) === here ? previous.slice(here.length) : previous;
}

/** This page, with the cookie that all hosts of the product share. */
export function thisVisitedPage(mainDomain: string, path: string = location.pathname): VisitedPage {
  const domain = parentDomain(mainDomain);
  const secure = location.protocol === 'https:' ? '; secure' : '';
  return {
    here: location.origin + path,
    storage: sessionStorage,
    readShared: () => {
      const found = document.cookie.split('; ').find((part) => part.startsWith(`${COOKIE}=`));
      return found ? decode(found.slice(COOKIE.length + 1)) : null;
    },
    writeShared: (address) => {
      const value = encodeURIComponent(address);
      if (value.length > LONGEST) return;
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store needs a promise and is not in every browser
      document.cookie = `${COOKIE}=${value}; domain=${domain}; path=/; samesite=lax${secure}`;
    },
  };
}

function readVisited(storage: Pick<Storage, 'getItem'>): Visited {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<Visited>;
    return { current: asAddress(kept.current), previous: asAddress(kept.previous) };
  } catch {
    return { current: null, previous: null };
  }
}

function decode(text: string): string | null {
  try {
    return asAddress(decodeURIComponent(text));
  } catch {
    return null;
  }
}

function asAddress(value: unknown): string | null {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? value : null;
}

function originOf(address: string): string {
  return new URL(address).origin;
}
