/** The part of web storage that is used; `null` stands for a browser that refuses storage, or for Node. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** One holder of a name at a time among all tabs of an origin (Web Locks API). */
type Locks = Pick<LockManager, 'request'>;

/** A line to the other tabs of the same origin. */
export interface TabChannel {
  post(message: unknown): void;
  listen(listener: (message: unknown) => void): void;
  close(): void;
}

/**
 * Everything of the outside world that the client touches. `browserEnvironment` finds it in a page; in Node every part is
 * inert, so that server-side rendering runs through. Tests and unusual hosts replace parts.
 */
export interface Environment {
  fetch: typeof globalThis.fetch;
  /** Address of the page, or null outside of one. */
  location(): URL | null;
  /** Leaves the page. */
  navigate(url: string): void;
  /** Rewrites the address bar without leaving. */
  replaceAddress(url: string): void;
  readCookies(): string;
  writeCookie(cookie: string): void;
  localStore: KeyStore | null;
  sessionStore: KeyStore | null;
  locks: Locks | null;
  openChannel(name: string): TabChannel | null;
  /** Calls back when the page is looked at again or its network returns; the result stops that. */
  onWake(listener: () => void): () => void;
  /** Calls back when the address changes by history or fragment; the result stops that. */
  onAddressChange(listener: () => void): () => void;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
  /** Calls back once after the given milliseconds; the result stops that. */
  setTimer(callback: () => void, milliseconds: number): () => void;
  warn(message: string, cause?: unknown): void;
}

/** The page the script runs in, or inert parts where there is none. Nothing is touched before it is called. */
export function browserEnvironment(): Environment {
  const page = typeof window === 'undefined' || typeof document === 'undefined' ? null : window;
  return {
    fetch: (input, init) => globalThis.fetch(input, init),
    location: () => (page ? parseAddress(page.location.href) : null),
    navigate: (url) => page?.location.assign(url),
    replaceAddress: (url) => page?.history.replaceState(page.history.state, '', url),
    readCookies: () => (page ? page.document.cookie : ''),
    writeCookie: (cookie) => {
      if (page) page.document.cookie = cookie;
    },
    localStore: findStore(() => page?.localStorage),
    sessionStore: findStore(() => page?.sessionStorage),
    locks: page?.navigator.locks ?? null,
    openChannel: (name) => (page && 'BroadcastChannel' in page ? openBroadcast(name) : null),
    onWake: (listener) => (page ? listenToAll(page, ['focus', 'online', 'pageshow'], listener) : () => {}),
    onAddressChange: (listener) =>
      page ? listenToAll(page, ['popstate', 'hashchange'], listener) : () => {},
    now: () => Date.now(),
    random: () => Math.random(),
    setTimer: (callback, milliseconds) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
    warn: (message, cause) => (cause === undefined ? console.warn(message) : console.warn(message, cause)),
  };
}

function parseAddress(href: string): URL | null {
  return URL.canParse(href) ? new URL(href) : null;
}

/** Reading `localStorage` throws where storage is blocked; then there is none. */
function findStore(get: () => Storage | undefined): KeyStore | null {
  try {
    return get() ?? null;
  } catch {
    return null;
  }
}

function openBroadcast(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener('message', (event) => listener(event.data)),
    close: () => channel.close(),
  };
}

function listenToAll(page: Window, events: readonly string[], listener: () => void): () => void {
  for (const event of events) page.addEventListener(event, listener);
  return () => {
    for (const event of events) page.removeEventListener(event, listener);
  };
}
