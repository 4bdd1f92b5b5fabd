/**
 * `npm run build`: the pages and the stand-alone sign-in script, built for production and compressed in advance.
 * Each project is built aside and moved into place whole, so that a running server never serves half a build.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inRoot, root } from './lib/paths.mjs';
import { runCommand, runStep } from './lib/steps.mjs';
import { hashInputs, STAMP, WEB_CONFIGS } from './lib/web-build.mjs';

/** Documents are missing on purpose: they are filled anew for every request. */
const COMPRESSIBLE = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.txt', '.webmanifest', '.xml']);

/** Below this a compressed answer saves no packet. */
const MIN_BYTES = 1024;

await runCommand(async () => {
  const stamp = hashInputs();
  for (const configFile of WEB_CONFIGS) {
    if (existsSync(configFile))
      await runStep(`Building ${dirname(configFile).slice(root.length + 1)}`, () => build(configFile));
  }
  // Sources that changed while they were built are built again at the next start.
  if (existsSync(dirname(STAMP))) await writeFile(STAMP, stamp);
  return 0;
});

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
  const target = isAbsolute(outDir) ? outDir : join(resolved.root, outDir);
  const cache = inRoot('node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const aside = await mkdtemp(join(cache, 'build-'));
  try {
    const staging = join(aside, 'new');
    await vite.build({
      configFile,
      root: projectRoot,
      logLevel: 'warn',
      build: { outDir: staging, emptyOutDir: true },
    });
    await compressFolder(staging);
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
