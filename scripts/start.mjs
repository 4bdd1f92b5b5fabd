/**
 * `npm start`: installs and builds what is missing, then becomes the product. Runs on Node 20 with nothing
 * installed; the product runs on the Node 24 that the installation brings.
 *
 * `--dev` serves the pages from their sources and restarts the server when its own change.
 */
import { becomeChild } from './lib/children.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkScriptNode, findProductNode, productEnvironment } from './lib/node-binary.mjs';
import { inRoot } from './lib/paths.mjs';
import { ensureServerBuilt, SERVER_COMMAND, SERVER_ENVIRONMENT } from './lib/server-build.mjs';
import { runCommand } from './lib/steps.mjs';
import { ensureBuilt } from './lib/web-build.mjs';

const SERVER_SOURCE = inRoot('apps', 'server', 'src', 'main.ts');

await runCommand(async () => {
  checkScriptNode();
  const isDev = process.argv.includes('--dev');
  const rest = process.argv.slice(2).filter((argument) => argument !== '--dev');
  await ensureInstalled('product');
  if (!isDev) {
    await ensureBuilt();
    await ensureServerBuilt();
  }
  return becomeChild(
    findProductNode(),
    [...(isDev ? ['--watch', '--watch-preserve-output', SERVER_SOURCE] : SERVER_COMMAND), ...rest],
    {
      ...SERVER_ENVIRONMENT,
      ...productEnvironment(),
      // Compiled code is kept between starts: a second start loads it instead of compiling again.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? inRoot('node_modules', '.cache', 'compiled'),
      ...(isDev ? { STINT_DEV: '1' } : {}),
    },
  );
});
