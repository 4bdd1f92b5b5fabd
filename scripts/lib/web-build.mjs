import { runQuietly } from './children.mjs';
import { findProductNode } from './node-binary.mjs';
import { inRoot } from './paths.mjs';
import { hashInputs, readStamp } from './stamp.mjs';
import { runStep } from './steps.mjs';

/** Each Vite project that makes files for the browser, in build order. */
export const WEB_CONFIGS = [
  inRoot('apps', 'web', 'vite.config.ts'),
  inRoot('packages', 'auth-widget', 'vite.standalone.config.ts'),
];

export const WEB_STAMP = inRoot('apps', 'web', 'dist', '.stamp');

/** Whatever can change what a build makes. */
export const WEB_INPUTS = [
  'apps/web',
  'packages',
  'scripts/build.mjs',
  'package-lock.json',
  'tsconfig.base.json',
];

/** Builds the pages when their sources changed since the last build. */
export async function ensureBuilt() {
  if (readStamp(WEB_STAMP) === hashInputs(WEB_INPUTS)) return;
  await runStep('Building the web application', () =>
    runQuietly(findProductNode(), [inRoot('scripts', 'build.mjs'), 'pages'], {
      // What runs the tests has a mode of its own, in which the pages would be built for development.
      env: { ...process.env, NODE_ENV: 'production' },
      what: 'Building the web application',
    }),
  );
}
