#!/usr/bin/env node
/**
 * What the sign-in widget costs in a page, in brotli bytes: the first screen, and all flows together.
 * Prints the figures and fails above the limits. `--modules` also lists what the first screen is made of.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, defaultClientConditions } from 'vite';

const KIB = 1024;
const widget = fileURLToPath(new URL('../packages/auth-widget/', import.meta.url));

/** @typedef {{ name: string, first: number, all: number }} Limits limits in KiB */

/** @type {Limits} */
const IN_PAGE = { name: 'in a React page, beyond React', first: 25, all: 45 };
/** @type {Limits} */
const STAND_ALONE = { name: 'stand-alone script', first: 40, all: 60 };

/**
 * A page that loads parts brings Vite's helper for that itself; it is not the widget's.
 *
 * @type {import('vite').Plugin}
 */
const withoutPreloadHelper = {
  name: 'without-preload-helper',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** Languages are no flow: a page loads one of them. */
const LANGUAGE = /\/strings\/(?!en\.ts)[^/]+\.ts$/;

/** @typedef {Limits & { firstKib: number, allKib: number }} Sizes what was measured beside its limits, in KiB */

/**
 * Builds the widget both ways and measures it.
 *
 * @returns {Promise<Sizes[]>}
 */
export async function widgetSizes() {
  return [
    measure(IN_PAGE, await bundleForReact(), stylesheetSize()),
    measure(STAND_ALONE, await bundleStandAlone(), 0),
  ];
}

async function bundleForReact() {
  return chunksOf(
    await build({
      root: widget,
      configFile: false,
      logLevel: 'error',
      plugins: [withoutPreloadHelper],
      resolve: { conditions: ['latchkey-source', ...defaultClientConditions] },
      build: {
        write: false,
        modulePreload: false,
        rolldownOptions: {
          input: `${widget}src/index.ts`,
          preserveEntrySignatures: 'strict',
          external: [/^react/],
          // As apps/web builds its pages: a first visit asks for one script, and small ones would compress worse.
          output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
        },
      },
    }),
  );
}

async function bundleStandAlone() {
  const configFile = `${widget}vite.standalone.config.ts`;
  return chunksOf(await build({ root: widget, configFile, logLevel: 'error', build: { write: false } }));
}

/**
 * @typedef {import('vite').Rolldown.OutputChunk} Chunk
 * @param {Awaited<ReturnType<typeof build>>} result
 * @returns {Chunk[]}
 */
function chunksOf(result) {
  const outputs = /** @type {import('vite').Rolldown.RolldownOutput[]} */ ([result].flat());
  return outputs.flatMap(({ output }) => output.filter((item) => item.type === 'chunk'));
}

/** The stylesheet as a build minifies it; inside the script in the stand-alone build. */
function stylesheetSize() {
  const css = readFileSync(`${widget}src/styles.css`, 'utf8');
  const bare = css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ');
  return brotli(
    bare
      .replace(/ ?([{};,]) ?/g, '$1')
      .replaceAll(': ', ':')
      .replaceAll(';}', '}'),
  );
}

/**
 * @param {Limits} limits
 * @param {Chunk[]} chunks
 * @param {number} css bytes of the stylesheet where it is apart
 * @returns {Sizes}
 */
function measure(limits, chunks, css) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const eager = closure(
    chunks.filter(({ isEntry }) => isEntry),
    byName,
  );
  const flows = chunks.filter(({ moduleIds }) => !moduleIds.some((id) => LANGUAGE.test(id)));
  const firstKib = (sizeOf(eager) + css) / KIB;
  const allKib = (sizeOf(flows) + css) / KIB;
  if (process.argv.includes('--modules')) printModules(eager);
  return { ...limits, firstKib, allKib };
}

/** @param {Sizes} sizes */
function report({ name, first, all, firstKib, allKib }) {
  const isSmall = firstKib <= first && allKib <= all;
  console.log(
    `${isSmall ? 'ok  ' : 'FAIL'} widget ${name}: first screen ${firstKib.toFixed(1)} KiB (at most ${first}), ` +
      `all flows ${allKib.toFixed(1)} KiB (at most ${all}), brotli, style included`,
  );
  return isSmall;
}

/**
 * The chunks that load with the first ones.
 * @param {Chunk[]} chunks
 * @param {Map<string, Chunk>} byName
 * @param {Set<Chunk>} found
 * @returns {Chunk[]}
 */
function closure(chunks, byName, found = new Set()) {
  for (const chunk of chunks) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    closure(
      chunk.imports.flatMap((name) => byName.get(name) ?? []),
      byName,
      found,
    );
  }
  return [...found];
}

/** @param {Chunk[]} chunks */
function sizeOf(chunks) {
  return chunks.reduce((sum, { code }) => sum + brotli(code), 0);
}

/** @param {string} text */
function brotli(text) {
  return brotliCompressSync(text).length;
}

/** @param {Chunk[]} chunks */
function printModules(chunks) {
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules));
  for (const [id, { renderedLength }] of modules.sort((a, b) => b[1].renderedLength - a[1].renderedLength))
    console.log(String(renderedLength).padStart(8), id.replace(widget, ''));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const areSmall = (await widgetSizes()).map(report);
  if (areSmall.includes(false)) process.exitCode = 1;
}
