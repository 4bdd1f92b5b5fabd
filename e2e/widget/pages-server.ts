import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join } from 'node:path';

/** How a page embeds the widget. */
export type PageKind = 'script' | 'element' | 'react';

/** The cookie that tells which kind of page a test wants; documents come by redirects too, which carry no other sign. */
export const KIND_COOKIE = 'page-kind';

/** The strictest policy a page can have (security 7): scripts by nonce, no inline style, no HTML sinks. */
const POLICY = [
  "default-src 'none'",
  "script-src 'nonce-n1' 'strict-dynamic'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The page that a mailed link or a provider returns to decides the flow by its path. */
const FLOWS: Readonly<Record<string, string>> = {
  '/signin': 'login',
  '/signup': 'signup',
  '/reset': 'reset',
};
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** The pages of an embedding application, in front of the provider on the same origin. */
export interface PagesServer {
  port: number;
  /** Where everything else goes. */
  forwardTo(port: number, tenantId: string): void;
  close(): Promise<void>;
}

/** Starts the pages; scripts are files of the given folder. */
export async function startPages(scripts: string): Promise<PagesServer> {
  const target = { port: 0, tenantId: '' };
  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://page');
    if (pathname.startsWith('/v0/')) return forward(incoming, response, target.port);
    if (pathname.startsWith('/try/')) return sendScript(response, join(scripts, basename(pathname)));
    sendPage(response, pathname, kindOf(incoming), target.tenantId);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    forwardTo: (port, tenantId) => void Object.assign(target, { port, tenantId }),
    close: () => close(server),
  };
}

function forward(incoming: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, headers, url: path } = incoming;
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}

function sendScript(response: ServerResponse, file: string): void {
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
  response.end(existsSync(file) ? readFileSync(file) : '');
}

function sendPage(response: ServerResponse, path: string, kind: PageKind, tenantId: string): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
  });
  const type = FLOWS[path];
  response.end(type ? PAGES[kind]({ tenantId, type }) : '<!doctype html><title>There</title><h1>There</h1>');
}

function kindOf({ headers }: IncomingMessage): PageKind {
  const kind = new RegExp(`${KIND_COOKIE}=(\\w+)`).exec(headers.cookie ?? '')?.[1];
  return kind === 'element' || kind === 'react' ? kind : 'script';
}

/** The document of each kind of page. What a test sets stands in `window.given`. */
const PAGES: Readonly<Record<PageKind, (settings: { tenantId: string; type: string }) => string>> = {
  script: (settings) =>
    documentOf(
      settings,
      '<div id="sign-in"></div>',
      `import { createAuthClient, mountSignIn } from '/try/latchkey.js';
const settings = { ...JSON.parse(document.getElementById('settings').textContent), ...window.given };
Object.assign(window, { mountSignIn, client: createAuthClient({ ...settings, baseUrl: '/v0/' }) });
mountSignIn('#sign-in', { client: window.client, ...settings });`,
    ),
  element: (settings) =>
    documentOf(
      settings,
      `<latchkey-sign-in tenant-id="${settings.tenantId}" base-url="/v0/" type="${settings.type}" redirect="/there"></latchkey-sign-in>`,
      "import '/try/latchkey.js';",
    ),
  react: (settings) => documentOf(settings, '<div id="sign-in"></div>', "import '/try/react-page.js';"),
};

function documentOf(settings: object, body: string, script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/try/react-page.css"></head><body>${body}
<script type="application/json" id="settings">${JSON.stringify(settings)}</script>
<script type="module" nonce="n1">${script}</script></body></html>`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
