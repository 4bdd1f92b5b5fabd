import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@stint/domain/language.ts';
import react from '@vitejs/plugin-react';
import {
  build,
  defaultClientConditions,
  defineConfig,
  type HtmlTagDescriptor,
  type Plugin,
  type Rolldown,
  type UserConfig,
} from 'vite';
import { languages, pageFile, textsIn } from './languages.config.ts';
import { NARROW } from './src/lib/use-media.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What phones begin with. */
const DAY = here('src/features/timesheets/day/day-view.tsx');

/** What the server-rendered pages need; no application. */
const PUBLIC_STYLES = here('src/styles/public.css');

/** Preact in the place of React, as in the stand-alone script of the widget. */
const preactForReact = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
];

/** What so many of the parts that load later have in common is one part: dialogs and their fields, above all. */
const USED_BY_MANY = 12;

/** A first visit of an application asks for one script and one style; what else it has loads when it is opened. */
function oneFirstPart(name: string): Rolldown.OutputOptions {
  const test = (id: string) => id !== PUBLIC_STYLES;
  const first = { name, test, tags: ['$initial' as const], priority: 1 };
  return { codeSplitting: { groups: [first, { name: 'shared', test, minShareCount: USED_BY_MANY }] } };
}

const COMPILED_AT_ONCE = '//# allFunctionsCalledOnLoad';

/**
 * Most of the first script runs before the first screen is there. Told so by its first line, a browser compiles it beside
 * the page's own thread while it is fetched (https://v8.dev/blog/explicit-compile-hints), and not function by function while
 * the page is drawn; others read a comment.
 */
const compiledAtOnce: Plugin = {
  name: 'compiled-at-once',
  apply: 'build',
  augmentChunkHash: ({ isEntry }) => (isEntry ? COMPILED_AT_ONCE : undefined),
  generateBundle: {
    // After all that stands at the beginning of a script.
    order: 'post',
    handler(_, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && part.isEntry) part.code = `${COMPILED_AT_ONCE}\n${part.code}`;
    },
  },
};

/** What phones draw first is fetched beside the script that draws it; the server leaves these links out of other pages. */
const dayForPhones: Plugin = {
  name: 'day-for-phones',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const day = Object.values(bundle).find((part) => part.type === 'chunk' && part.facadeModuleId === DAY);
      return day ? withNeeds(bundle, day.fileName).map(phoneLink) : [];
    },
  },
};

/** A part with the parts and styles that it needs, but for those that every page has. */
function withNeeds(bundle: Rolldown.OutputBundle, fileName: string, found = new Set<string>()): string[] {
  const part = bundle[fileName];
  if (part?.type !== 'chunk' || part.isEntry || found.has(fileName)) return [...found];
  found.add(fileName);
  for (const style of part.viteMetadata?.importedCss ?? []) found.add(style);
  for (const needed of part.imports) withNeeds(bundle, needed, found);
  return [...found];
}

function phoneLink(fileName: string): HtmlTagDescriptor {
  const how = fileName.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
  const attrs = { ...how, crossorigin: true, href: `/${fileName}`, media: NARROW, 'data-page': '/time' };
  return { tag: 'link', attrs, injectTo: 'head' };
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

/** A class goes by its name and its file, without the line that Vite adds: in a page's script and style there are hundreds. */
function scopedName(name: string, file: string): string {
  const hash = createHash('sha256')
    .update(relative(here('.'), file))
    .digest('base64url');
  return `${name}_${hash.replace(/[-_]/g, '').slice(0, 5)}`;
}

type Part = { name: 'app' | 'site'; language: Language };

function config({ name, language }: Part, input: Record<string, string> = {}): UserConfig {
  return {
    root: here('.'),
    plugins: [textsIn(language), react(), iconInPage, dayForPhones, compiledAtOnce],
    resolve: {
      conditions: ['latchkey-source', ...defaultClientConditions],
      alias: name === 'site' ? preactForReact : [],
    },
    css: { modules: { generateScopedName: scopedName } },
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      assetsDir: 'assets',
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

/** What the first build does not make: the other application, and both in every other language. */
const furtherParts: Part[] = languages
  .flatMap((language) => (['app', 'site'] as const).map((name) => ({ name, language })))
  .slice(1);

/**
 * Builds the others beside the first. In one build the two applications would share parts, each a request of its own,
 * although they live on different hosts, whose browsers' caches share nothing; and a page fetches texts of its own language only.
 * The worker comes last: it names what the others made.
 */
const furtherBuilds: Plugin = {
  name: 'further-builds',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const outDir = dir ?? here('dist');
    const built = new Map([['en', partsIn(Object.keys(bundle))]]);
    for (const part of furtherParts) {
      const names = await writePart(part, outDir);
      if (part.name === 'app') built.set(part.language, partsIn(names));
    }
    await writeWorker(Object.fromEntries(built), outDir);
  },
};

/** @returns the names of its files */
async function writePart(part: Part, outDir: string): Promise<string[]> {
  const own = config(part);
  const built = await build({
    ...own,
    configFile: false,
    logLevel: 'warn',
    build: { ...own.build, write: false },
  });
  const files = ([built].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) => output);
  for (const file of files) {
    const isPage = file.fileName === `${part.name}.html`;
    const path = join(outDir, isPage ? pageFile(part.name, part.language) : file.fileName);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.type === 'chunk' ? file.code : file.source);
  }
  return files.map(({ fileName }) => fileName);
}

/** Where the browser finds what an application consists of. */
function partsIn(names: string[]): string[] {
  const parts = names.filter((name) => name.startsWith('assets/') && !/\/public-[^/]*\.css$/.test(name));
  return parts.map((name) => `/${name}`).toSorted();
}

/**
 * Builds the service worker of workspaces after their application, since it names every part of it: a release with other
 * parts is another worker, which fetches them.
 * @param assets of each language
 */
async function writeWorker(assets: Record<string, string[]>, outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: here('.'),
    define: { BUILT_ASSETS: JSON.stringify(assets), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2023',
      lib: {
        entry: here('src/worker/main.ts'),
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'worker.js',
      },
    },
  });
}

const app = config({ name: 'app', language: 'en' }, { public: PUBLIC_STYLES });

/**
 * Two applications and a service worker: `site` is the main domain's sign-in and onboarding (small: no router, no cache), `app` the workspace.
 * The server fills the nonce and the page's settings per request.
 */
export default defineConfig(({ command, mode }) => ({
  ...app,
  // While developing each language has a server of its own, which says so by its mode.
  plugins:
    command === 'build'
      ? [app.plugins, furtherBuilds]
      : [textsIn(languages.find((each) => each === mode) ?? 'en'), react(), iconInPage],
  build: { ...app.build, manifest: true, outDir: 'dist', emptyOutDir: true },
}));
