import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Shells } from './shell.ts';

export type DevServer = {
  shells: Shells;
  /** Answers a module, a style or the like; false when it is none of its. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  close(): Promise<void>;
};

/** Vite inside our own listener: sources straight from the tree, with fast reload (`npm run dev`). */
export async function createDevServer(app: FastifyInstance, webRoot: string): Promise<DevServer> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: webRoot,
    configFile: join(webRoot, 'vite.config.ts'),
    // Otherwise a copy is written, read and deleted, at which `node --watch` starts the server again, for ever.
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, allowedHosts: true, hmr: { server: app.server } },
  });
  return {
    shells: {
      async html(name, url) {
        const source = await readFile(join(webRoot, `${name}.html`), 'utf8');
        return vite.transformIndexHtml(`/${name}.html`, source, url);
      },
    },
    serve: (request, response) =>
      new Promise((resolve, reject) => {
        response.once('finish', () => resolve(true));
        vite.middlewares(request, response, (error: unknown) => (error ? reject(error) : resolve(false)));
      }),
    close: () => vite.close(),
  };
}
