import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Language, languages } from '@stint/domain/language.ts';
import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';
import type { Shells } from './shell.ts';

export type DevServer = {
  shells: Shells;
  /** Answers a module, a style or the like; false when it is none of its. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  close(): Promise<void>;
};

/** Where the sources of a language are fetched: each has a Vite of its own, since a module has one text. */
const baseOf = (language: Language): string => (language === 'en' ? '/' : `/@${language}/`);

/** Vite inside our own listener: sources straight from the tree, with fast reload (`npm run dev`). */
export async function createDevServer(app: FastifyInstance, webRoot: string): Promise<DevServer> {
  const { createServer } = await import('vite');
  const started = new Map<Language, Promise<ViteDevServer>>();

  /** Started with the first page of its language. */
  function viteOf(language: Language): Promise<ViteDevServer> {
    const known = started.get(language);
    if (known) return known;
    const vite = createServer({
      root: webRoot,
      configFile: join(webRoot, 'vite.config.ts'),
      // Otherwise a copy is written, read and deleted, at which `node --watch` starts the server again, for ever.
      configLoader: 'native',
      mode: language,
      base: baseOf(language),
      cacheDir: join(webRoot, 'node_modules', `.vite-${language}`),
      appType: 'custom',
      server: { middlewareMode: true, allowedHosts: true, hmr: { server: app.server } },
    });
    started.set(language, vite);
    return vite;
  }

  return {
    shells: {
      async html({ name, language, url }) {
        const vite = await viteOf(language);
        const source = await readFile(join(webRoot, `${name}.html`), 'utf8');
        return vite.transformIndexHtml(`/${name}.html`, source, url);
      },
    },
    async serve(request, response) {
      const path = request.url ?? '/';
      const language = languages.find((each) => each !== 'en' && path.startsWith(baseOf(each))) ?? 'en';
      const { middlewares } = await viteOf(language);
      return new Promise((resolve, reject) => {
        response.once('finish', () => resolve(true));
        middlewares(request, response, (error: unknown) => (error ? reject(error) : resolve(false)));
      });
    },
    close: async () => {
      const servers = await Promise.all(started.values());
      await Promise.all(servers.map((vite) => vite.close()));
    },
  };
}
