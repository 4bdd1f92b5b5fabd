import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import {
  build,
  defaultClientConditions,
  defineConfig,
  type Plugin,
  type Rolldown,
  type UserConfig,
} from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the server-rendered pages need; no application. */
const PUBLIC_STYLES = here('src/styles/public.css');

/** Preact in the place of React, as in the stand-alone script of the widget. */
const preactForReact = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
];

/** A first visit of an application asks for one script and one style; what else it has loads when it is opened. */
function oneFirstPart(name: string): Rolldown.OutputOptions {
  const group = { name, test: (id: string) => id !== PUBLIC_STYLES, tags: ['$initial' as const] };
  return { codeSplitting: { groups: [group] } };
}

/** The icon goes with the page: a request of its own would cost more than its 400 bytes. */
const iconInPage: Plugin = {
  name: 'icon-in-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: async (html) => {
      const icon = await readFile(here('src/styles/icon.svg'), 'utf8');
      const address = `data:image/svg+xml,${encodeURIComponent(icon.trim())}`;
      return html.replace(/(?<=<link rel="icon" href=)"[^"]*"/, () => `"${address}"`);
    },
  },
};

function config(name: 'app' | 'site', input: Record<string, string>): UserConfig {
  return {
    root: here('.'),
    plugins: [react(), iconInPage],
    resolve: { conditions: ['latchkey-source', ...defaultClientConditions] },
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      assetsDir: 'assets',
      manifest: name === 'app',
      sourcemap: false,
      assetsInlineLimit: 0,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { [name]: here(`${name}.html`), ...input },
        output: oneFirstPart(name),
        checks: { pluginTimings: false },
      },
    },
  };
}

/**
 * Builds the second application beside the first. In one build they would share parts, each a request of its own, although
 * they live on different hosts, whose browsers' caches share nothing.
 */
const secondApplication: Plugin = {
  name: 'second-application',
  apply: 'build',
  async writeBundle({ dir }) {
    const own = config('site', {});
    const site = { ...own, resolve: { ...own.resolve, alias: preactForReact } };
    const outDir = dir ?? here('dist');
    const rest = {
      configFile: false,
      logLevel: 'warn',
      build: { ...site.build, outDir, emptyOutDir: false },
    };
    await build({ ...site, ...rest } as UserConfig);
  },
};

const app = config('app', { public: PUBLIC_STYLES });

/**
 * Two applications: `site` is the main domain's sign-in and onboarding (small: no router, no cache), `app` the workspace.
 * The server fills the nonce and the page's settings per request.
 */
export default defineConfig({
  ...app,
  plugins: [react(), iconInPage, secondApplication],
  build: { ...app.build, outDir: 'dist', emptyOutDir: true },
});
