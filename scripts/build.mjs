/**
 * `npm run build`: the pages and the stand-alone sign-in script, built for production and compressed in advance, and
 * the server in few files. Each is built aside and moved into place whole, so that nobody ever reads half a build.
 * `npm run build -- pages` or `-- server` makes the one or the other.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inRoot, root } from './lib/paths.mjs';
import { buildServer, SERVER_INPUTS, SERVER_STAMP } from './lib/server-build.mjs';
import { hashInputs } from './lib/stamp.mjs';
import { runCommand, runStep, StopError } from './lib/steps.mjs';
import { WEB_CONFIGS, WEB_INPUTS, WEB_STAMP } from './lib/web-build.mjs';

/** Documents are missing on purpose: they are filled anew for every request. */
const COMPRESSIBLE = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.txt', '.webmanifest', '.xml']);

/** Below this a compressed answer saves no packet. */
const MIN_BYTES = 1024;

/** What can be built, in this order. @type {Record<string, () => Promise<void>>} */
const PARTS = { pages: buildPages, server: buildServerAside };

await runCommand(async () => {
  const [part] = process.argv.slice(2);
  if (part !== undefined && !(part in PARTS))
    throw new StopError(`Use: npm run build [-- ${Object.keys(PARTS).join('|')}]`);
  for (const [name, build] of Object.entries(PARTS)) {
    if (part === undefined || part === name) await build();
  }
  return 0;
});

async function buildPages() {
  const stamp = hashInputs(WEB_INPUTS);
  for (const configFile of WEB_CONFIGS) {
    if (existsSync(configFile))
      await runStep(`Building ${dirname(configFile).slice(root.length + 1)}`, () => build(configFile));
  }
  // Sources that changed while they were built are built again at the next start.
  if (existsSync(dirname(WEB_STAMP))) await writeFile(WEB_STAMP, stamp);
}

async function buildServerAside() {
  const stamp = hashInputs(SERVER_INPUTS);
  await runStep('Building apps/server', () => buildAside(dirname(SERVER_STAMP), buildServer));
  await writeFile(SERVER_STAMP, stamp);
}

/** @param {string} configFile */
async function build(configFile) {
  const vite = await import('vite');
  const projectRoot = dirname(configFile);
  const resolved = await vite.resolveConfig(
    { configFile, root: projectRoot },
    'build',
    'production',
    'production',
  );
  const { outDir } = resolved.build;
  await buildAside(isAbsolute(outDir) ? outDir : join(resolved.root, outDir), async (staging) => {
    await vite.build({
      configFile,
      root: projectRoot,
      logLevel: 'warn',
      build: { outDir: staging, emptyOutDir: true },
    });
    await compressFolder(staging);
  });
}

/**
 * @param {string} target the folder whose content is replaced
 * @param {(folder: string) => Promise<void>} make fills another folder
 */
async function buildAside(target, make) {
  const cache = inRoot('node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const aside = await mkdtemp(join(cache, 'build-'));
  try {
    const staging = join(aside, 'new');
    await make(staging);
    await replaceFolder(target, staging, join(aside, 'old'));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** @param {string} folder */
async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

/** @param {string} path */
async function compressFile(path) {
  if ((await stat(path)).size <= MIN_BYTES) return;
  const content = await readFile(path);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (brotli.length < content.length) await writeFile(`${path}.br`, brotli);
  if (gzipped.length < content.length) await writeFile(`${path}.gz`, gzipped);
}

/**
 * @param {string} target
 * @param {string} staging
 * @param {string} trash where the former content goes
 */
async function replaceFolder(target, staging, trash) {
  await mkdir(dirname(target), { recursive: true });
  await rename(target, trash).catch(ignoreMissing);
  await rename(staging, target);
}

/** @param {NodeJS.ErrnoException} error */
function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}
