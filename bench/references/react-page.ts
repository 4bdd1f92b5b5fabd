import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const ENTRY = 'virtual:react-page';

export type ReactPage = {
  /** Text of the module that draws; it may import React and nothing else. */
  source: string;
  /** The document around it, which loads `/page.js`. */
  html: string;
  /** What else the document asks for, by its path. */
  files?: ReadonlyMap<string, { type: string; body: Buffer }>;
};

/** Serves a page of React from loopback, all of it as brotli. */
export async function serveReactPage({
  source,
  html,
  files = new Map(),
}: ReactPage): Promise<{ url: string; close(): void }> {
  const script = { type: 'text/javascript', body: Buffer.from(await bundle(source)) };
  const packed = new Map(
    [['/page.js', script] as const, ...files].map(([path, { type, body }]) => [
      path,
      { type, body: brotliCompressSync(body) },
    ]),
  );
  const page = { type: 'text/html; charset=utf-8', body: brotliCompressSync(html) };
  const server = createServer((request, response) => {
    const { type, body } = packed.get(request.url ?? '') ?? page;
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

async function bundle(source: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    root: new URL('../../apps/web/', import.meta.url).pathname,
    plugins: [
      {
        name: 'react-page',
        resolveId: (id) => (id === ENTRY ? `${ENTRY}.js` : undefined),
        load: (id) => (id === `${ENTRY}.js` ? source : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: ENTRY } },
  });
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput;
  return output[0].code;
}
