/**
 * `npm run build -w @latchkey/client` and `-w @latchkey/widget`, also before `npm pack`: what other teams install. Plain
 * modules and their declarations, with everything of this repository inside, so that nothing here is needed there.
 */
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { inRoot } from './lib/paths.mjs';
import { runCommand, StopError } from './lib/steps.mjs';

/**
 * @typedef {object} Published
 * @property {string} folder
 * @property {Record<string, string>} input files by the name of what they become
 * @property {Record<string, string>} styles stylesheets, by the same
 * @property {string} banner first line of every module
 */

/** @type {Record<string, Published>} */
const PACKAGES = {
  client: {
    folder: inRoot('packages', 'auth-client'),
    input: { index: 'src/index.ts' },
    styles: {},
    banner: '',
  },
  widget: {
    folder: inRoot('packages', 'auth-widget'),
    input: { index: 'src/index.ts', elements: 'src/elements.ts' },
    styles: { styles: 'src/styles.css' },
    // Frameworks that render on a server need to hear that these parts belong into the browser.
    banner: "'use client';",
  },
};

/** Where they are installed there is a React already, and only one. */
const EXTERNAL = [/^react(-dom)?($|\/)/];

/** The other workspaces by their sources: they become part of what is published. */
const sources = {
  name: 'sources',
  /** @param {string} id */
  resolveId(id) {
    if (id === '@latchkey/client') return inRoot('packages', 'auth-client', 'src', 'index.ts');
    const [, path] = /^@stint\/domain\/(.+)$/.exec(id) ?? [];
    return path ? inRoot('packages', 'domain', 'src', path) : null;
  },
};

await runCommand(async () => {
  const [name = ''] = process.argv.slice(2);
  const published = Object.hasOwn(PACKAGES, name) ? PACKAGES[name] : undefined;
  if (!published)
    throw new StopError(`Use: node scripts/build-packages.mjs ${Object.keys(PACKAGES).join('|')}`);
  const dist = join(published.folder, 'dist', 'package');
  await rm(dist, { recursive: true, force: true });
  await writeModules(published, dist);
  await writeDeclarations(published, dist);
  await copyStyles(published, dist);
  return 0;
});

/**
 * @param {Published} published
 * @param {string} dist
 */
async function writeModules({ folder, input, banner }, dist) {
  const bundle = await rolldown({ cwd: folder, input, external: EXTERNAL, plugins: [sources] });
  await bundle.write({
    dir: dist,
    format: 'esm',
    banner,
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
  });
  await bundle.close();
}

/**
 * @param {Published} published
 * @param {string} dist
 */
async function writeDeclarations({ folder, input }, dist) {
  const compilerOptions = { noEmit: false, incremental: false, skipLibCheck: true };
  const bundle = await rollup({
    input: Object.fromEntries(Object.entries(input).map(([name, path]) => [name, join(folder, path)])),
    external: EXTERNAL,
    plugins: [
      sources,
      dts({ tsconfig: join(folder, 'tsconfig.json'), respectExternal: true, compilerOptions }),
    ],
    onwarn(warning) {
      throw new StopError(`The declarations of ${folder} are not whole: ${warning.message}`);
    },
  });
  await bundle.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'parts/[name]-[hash].d.ts',
  });
  await bundle.close();
}

/**
 * @param {Published} published
 * @param {string} dist
 */
async function copyStyles({ folder, styles }, dist) {
  for (const [name, source] of Object.entries(styles)) {
    await copyFile(join(folder, source), join(dist, `${name}.css`));
    // Compilers ask what the import of a stylesheet is.
    await writeFile(join(dist, `${name}.css.d.ts`), 'export {};\n');
  }
}
