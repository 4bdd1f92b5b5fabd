import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRoot } from '../../scripts/lib/paths.mjs';

const run = promisify(execFile);

/** The stand-alone script as it is published. */
export function buildStandAlone(folder: string): Promise<void> {
  return build(inRoot('packages', 'auth-widget', 'vite.standalone.config.ts'), folder);
}

/** The page of `react-page.fixture.tsx` on one version of React, with its style beside it. */
export async function buildReactPage(folder: string, reactFolder: string): Promise<void> {
  const config = join(folder, 'vite.config.mjs');
  const aliases = ['react', 'react-dom'].map((name) => ({
    find: name,
    replacement: inRoot(reactFolder, 'node_modules', name),
  }));
  const options = {
    root: inRoot('packages', 'auth-widget'),
    logLevel: 'error',
    resolve: { alias: aliases },
    build: {
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: inRoot('packages', 'auth-widget', 'src', 'testing', 'react-page.fixture.tsx'),
        output: { entryFileNames: 'react-page.js', assetFileNames: '[name][extname]' },
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
