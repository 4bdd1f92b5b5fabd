import { join, relative } from 'node:path';
import { runQuietly } from './children.mjs';
import { findProductNode } from './node-binary.mjs';
import { inRoot } from './paths.mjs';
import { hashInputs, readStamp } from './stamp.mjs';
import { runStep } from './steps.mjs';

/** Loaded late in the sources, but always. */
const AT_EVERY_START = ['graphile-worker', 'light-my-request'];

const OUTPUT = inRoot('apps', 'server', 'dist');

/**
 * What `npm start` gives to Node. That the young generation grows to 8 MiB and no further keeps a process that wrote a file, or
 * had much to do, from holding 100 MiB more for ever (decision 013).
 */
export const SERVER_COMMAND = ['--max-semi-space-size=8', join(OUTPUT, 'main.cjs')];

/**
 * What `npm start` sets beside it. glibc gives each of a dozen threads an arena of its own, of which each keeps what it once
 * needed: with two of them the process holds 3 MiB less. And blocks of 128 KiB or more, which it takes from the system and gives
 * back whole, it takes out of an arena as soon as such a block was freed, unless this size is set: 4 MiB less (decision 013).
 */
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };

export const SERVER_STAMP = join(OUTPUT, '.stamp');

/** Whatever can change what a build makes. */
export const SERVER_INPUTS = [
  'apps/server/package.json',
  'apps/server/src',
  'packages/domain',
  'scripts/lib/server-build.mjs',
  'package-lock.json',
];

/** Builds the server when its sources changed since the last build; takes about a second. */
export async function ensureServerBuilt() {
  if (readStamp(SERVER_STAMP) === hashInputs(SERVER_INPUTS)) return;
  await runStep('Building the server', () =>
    runQuietly(findProductNode(), [inRoot('scripts', 'build.mjs'), 'server'], {
      what: 'Building the server',
    }),
  );
}

/**
 * Writes the server and the packages that its start needs as a few files: a start reads and links fifteen hundred
 * modules otherwise. Text stays as it was written, so that stacks can be read. Files that the sources find from
 * where they lie (migrations, word lists, pages) stay there too.
 *
 * @param {string} folder where the files go
 */
export async function buildServer(folder) {
  const { build } = await import('rolldown');
  await build({
    input: inRoot('apps', 'server', 'src', 'main.ts'),
    cwd: inRoot(),
    platform: 'node',
    logLevel: 'warn',
    plugins: [keepPackagesOfFirstUse(), searchNoSettings(), keepPlaces()],
    output: {
      dir: folder,
      // Loads quicker than ECMAScript modules do: nothing is linked, and lazy parts of Node itself stay asleep.
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name]-[hash].cjs',
      comments: false,
      sourcemap: true,
    },
  });
}

/**
 * What is imported at its first use comes from node_modules then, as it does without a build.
 *
 * @returns {import('rolldown').Plugin}
 */
function keepPackagesOfFirstUse() {
  return {
    name: 'packages-of-first-use',
    resolveId(source, _importer, { kind }) {
      const isLater = kind === 'dynamic-import' && /^[^./]/.test(source) && !AT_EVERY_START.includes(source);
      return isLater ? { id: source, external: true } : null;
    },
  };
}

/**
 * As it is loaded, the queue library looks for a former kind of its settings in the working directory and in each one above, and
 * ends the process where it finds some. It finds none here, and brings no readers of YAML and of JavaScript for them.
 *
 * @returns {import('rolldown').Plugin}
 */
function searchNoSettings() {
  const none = '\0no-settings';
  return {
    name: 'no-settings',
    resolveId: (source) => (source === 'cosmiconfig' ? none : null),
    load: (id) => (id === none ? 'export const cosmiconfigSync = () => ({ search: () => null });' : null),
  };
}

/**
 * `import.meta.url` keeps naming the source. Characters beyond ASCII are written as escapes: a single one would
 * make Node keep the whole file in two bytes a character.
 *
 * @returns {import('rolldown').Plugin}
 */
function keepPlaces() {
  return {
    name: 'places',
    transform(code, id) {
      if (!code.includes('import.meta.url') || id.includes('node_modules')) return null;
      const place = JSON.stringify(relative(OUTPUT, id));
      // Lines stay where they were, which is all that a stack needs: no map of its own.
      return {
        code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`),
        map: null,
      };
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escapeCharacter);
      }
    },
  };
}

/** @param {string} character one UTF-16 unit */
function escapeCharacter(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
