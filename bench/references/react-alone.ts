import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const ENTRY = 'virtual:react-alone';

/** The form of a sign-in page as React alone draws it: no styles, no calls, no rules. */
const SOURCE = `
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  createRoot(document.getElementById('root')).render(
    h('form', null, h('input', { type: 'email' }), h('input', { type: 'password' }), h('button', null, 'Log in')));
`;

/** Serves a page of React alone from loopback: what P18 is measured beside. */
export async function serveReactAlone(): Promise<{ url: string; close(): void }> {
  const script = brotliCompressSync(await bundle());
  const server: Server = createServer((request, response) => {
    if (request.url === '/react.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' });
      return response.end(script);
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    return response.end(
      '<!doctype html><title>React</title><div id="root"></div><script type="module" src="/react.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    root: new URL('../../apps/web/', import.meta.url).pathname,
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id) => (id === ENTRY ? `${ENTRY}.js` : undefined),
        load: (id) => (id === `${ENTRY}.js` ? SOURCE : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: ENTRY } },
  });
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput;
  return output[0].code;
}
