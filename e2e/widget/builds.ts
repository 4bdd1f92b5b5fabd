import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultClientConditions } from 'vite';
import { inRoot } from '../../scripts/lib/paths.mjs';

const run = promisify(execFile);

/** The stand-alone script as it is published. */
export function buildStandAlone(folder: string): Promise<void> {
  return build(inRoot('packages', 'auth-widget', 'vite.standalone.config.ts'), folder);
}

/** The page of an application on React: its entry, and the folder whose packages it uses. */
export type ReactPage = {
  root: string;
  input: string;
  resolve?: { alias: { find: string; replacement: string }[]; conditions: string[] };
};

/** The page of `react-page.fixture.tsx` over the sources of the widget, on the React that a workspace holds. */
export function pageOfSources(reactFolder: string): ReactPage {
  const root = inRoot('packages', 'auth-widget');
  const alias = ['react', 'react-dom'].map((name) => ({
    find: name,
    replacement: inRoot(reactFolder, 'node_modules', name),
  }));
  const conditions = ['latchkey-source', ...defaultClientConditions];
  const input = join(root, 'src', 'testing', 'react-page.fixture.tsx');
  return { root, input, resolve: { alias, conditions } };
}

/** Builds a page, with its style beside it. */
export async function buildReactPage(folder: string, page: ReactPage): Promise<void> {
  const config = join(folder, 'vite.config.mjs');
  const { root, input, resolve = {} } = page;
  const options = {
    root,
    logLevel: 'error',
    resolve,
    build: {
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: { 'react-page': input },
        output: {
          entryFileNames: 'react-page.js',
          // the pages are served from one folder
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name][extname]',
        },
      },
    },
  };
  await writeFile(config, `export default ${JSON.stringify(options)};\n`);
  await build(config, folder);
}

/** Built as for production, in a process of its own: a test run is not production. */
async function build(config: string, folder: string): Promise<void> {
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  await run(process.execPath, [vite, 'build', '--config', config, '--outDir', folder], {
    env,
    cwd: inRoot(),
  });
}
