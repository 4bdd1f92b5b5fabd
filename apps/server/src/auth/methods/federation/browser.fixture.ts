import type { FastifyInstance } from 'fastify';

export type Visit = { status: number; url: URL; headers: Headers; text: string };

const crossSiteForm = {
  origin: 'https://elsewhere.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

/**
 * A browser reduced to what redirects need: cookies per host, and following what is not ours. Calls to `ownOrigin` go into
 * the app itself, everything else over the network.
 */
export function createBrowser(app: FastifyInstance | null, ownOrigin: string) {
  const jars = new Map<string, Map<string, string>>();

  async function send(
    url: URL,
    init: { method?: string; body?: string; type?: string } = {},
  ): Promise<Visit> {
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    const headers = {
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(init.type ? { 'content-type': init.type } : {}),
      // A form comes from the page of somebody else, as browsers say.
      ...(init.method === 'POST' ? crossSiteForm : {}),
    };
    const visit =
      url.origin === ownOrigin && app
        ? await inject(app, url, init, headers)
        : await fetchOnce(url, init, headers);
    for (const line of visit.headers.getSetCookie()) store(jar, line);
    return visit;
  }

  return {
    /** One request without following. */
    send: (url: string | URL, init?: Parameters<typeof send>[1]) => send(new URL(url), init),
    /** Follows redirects until `isEnd` holds for the next address, or no redirect is left. */
    async follow(start: string | URL, isEnd: (url: URL) => boolean): Promise<URL> {
      let url = new URL(start);
      for (let steps = 0; steps < 20; steps++) {
        if (isEnd(url)) return url;
        const visit = await send(url);
        const location = visit.headers.get('location');
        if (!location)
          throw new Error(`no redirect from ${url.href} but ${visit.status}: ${visit.text.slice(0, 500)}`);
        url = new URL(location, url);
      }
      throw new Error(`too many redirects at ${url.href}`);
    },
    cookies: (host: string) => jars.get(host) ?? new Map<string, string>(),
  };
}

export type Browser = ReturnType<typeof createBrowser>;

async function inject(
  app: FastifyInstance,
  url: URL,
  init: { method?: string; body?: string },
  headers: Record<string, string>,
): Promise<Visit> {
  const answer = await app.inject({
    method: (init.method ?? 'GET') as 'GET',
    url: url.pathname + url.search,
    headers: { host: url.host, ...headers },
    ...(init.body ? { payload: init.body } : {}),
  });
  const out = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of [value].flat()) out.append(name, String(one));
  }
  return { status: answer.statusCode, url, headers: out, text: answer.body };
}

async function fetchOnce(
  url: URL,
  init: { method?: string; body?: string },
  headers: Record<string, string>,
): Promise<Visit> {
  const answer = await fetch(url, { redirect: 'manual', headers, method: init.method, body: init.body });
  return { status: answer.status, url, headers: answer.headers, text: await answer.text() };
}

function store(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/);
  const at = pair.indexOf('=');
  const isGone = attributes.some(
    (attribute) => /^max-age=0$/i.test(attribute) || /^expires=thu, 01 jan 1970/i.test(attribute),
  );
  if (isGone) jar.delete(pair.slice(0, at));
  else jar.set(pair.slice(0, at), pair.slice(at + 1));
}
