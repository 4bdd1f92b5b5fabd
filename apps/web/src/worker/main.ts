import { clientsClaim } from 'workbox-core';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';

/** What the build put into `/assets/` for the application of a workspace, by language. */
declare const BUILT_ASSETS: Readonly<Record<string, readonly string[]>>;

/** The names of a worker's own scope that are used here; the library of the compiler has either these or the page's. */
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void };
type WorkerScope = {
  registration: ServiceWorkerRegistration;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
};
const scope = globalThis as unknown as WorkerScope;

/** Pages name the language that they are in when they ask for this worker: one in another language is another worker. */
const language = new URL(location.href).searchParams.get('language') ?? '';

/** The application as it is for anybody: with the settings of this host, without a person or data. */
const SHELL = '/_shell';
const SHELL_TO_FETCH = `${SHELL}?lang=${encodeURIComponent(language)}`;
const PAGES = 'stint-pages';
const ASSETS = 'stint-assets';

/** A page opened before an update may still ask for a part of its own build. */
const OLD_ASSETS_DAYS = 30;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
/** On a connection that hangs the page begins without it. */
const PATIENCE_SECONDS = 8;
/** Firefox (153) shows its own error page where a page that it began to fetch on its own cannot be had, from the second one on (decision 040). */
const LOSES_PRELOADS = /\bFirefox\//.test(navigator.userAgent);
/** What a proxy says while the server is away. */
const OUTAGES: ReadonlySet<number> = new Set([502, 503, 504]);
/** Services, files, and pages that are no part of the application: they are the browser's alone. */
const NOT_OURS = [/^\/(api|v0|latchkey|outbox|share|healthz|readyz|metrics)(\/|$|\?)/, /\.\w{1,12}(\?|$)/];

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
// The first worker looks after the pages that are open: the next one may be opened without a connection.
clientsClaim();

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: ASSETS }),
);

const network = new NetworkOnly({
  networkTimeoutSeconds: PATIENCE_SECONDS,
  plugins: [{ fetchDidSucceed: async ({ response }) => requireAnswer(response) }],
});

/** Pages come from the server, with what they begin with; where it cannot be reached the shell shows what was kept. */
registerRoute(
  new NavigationRoute(
    async (options) => {
      try {
        return await network.handle(options);
      } catch (error) {
        const shell = await caches.match(SHELL, { cacheName: PAGES });
        if (!shell) throw error;
        return shell;
      }
    },
    { denylist: NOT_OURS },
  ),
);

function requireAnswer(response: Response): Response {
  if (OUTAGES.has(response.status)) throw new Error(`${response.status} instead of a page`);
  return response;
}

/**
 * Fetches what is not here yet. A worker of another release or language waits until no page is open: where one took over at
 * once (`skipWaiting`), Chromium lost the page that was being opened through the one that ended (decision 040).
 */
async function install(): Promise<void> {
  // Without cookies, so that nothing in it is anybody's.
  const shell = await fetch(SHELL_TO_FETCH, { cache: 'no-store', credentials: 'omit' });
  if (!shell.ok) throw new Error(`${shell.status} instead of the shell`);
  const names = new Set([...(BUILT_ASSETS[language] ?? []), ...assetsIn(await shell.clone().text())]);
  const assets = await caches.open(ASSETS);
  const known = new Set((await assets.keys()).map(({ url }) => new URL(url).pathname));
  await assets.addAll([...names].filter((name) => !known.has(name)));
  await (await caches.open(PAGES)).put(SHELL, shell);
}

/** The server may have been updated since this worker was built: what its page names is needed too. */
function assetsIn(page: string): string[] {
  return [...page.matchAll(/"(\/assets\/[\w./-]+)"/g)].map(([, name = '']) => name);
}

async function activate(): Promise<void> {
  const preload = scope.registration.navigationPreload;
  await (LOSES_PRELOADS ? preload?.disable() : preload?.enable());
  const assets = await caches.open(ASSETS);
  const built = new Set(Object.values(BUILT_ASSETS).flat());
  for (const request of await assets.keys()) {
    if (built.has(new URL(request.url).pathname)) continue;
    const fetchedAt = Date.parse((await assets.match(request))?.headers.get('date') ?? '');
    if (!(fetchedAt > Date.now() - OLD_ASSETS_DAYS * DAY_MILLISECONDS)) await assets.delete(request);
  }
}
