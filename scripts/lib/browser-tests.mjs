import { listFiles } from './files.mjs';
import { inRoot } from './paths.mjs';

/** What the stages that run in a browser everywhere hold, as Vitest looks for it. */
export const BROWSER_TESTS = {
  component: '{packages/auth-widget,packages/auth-client,apps/web}/**/*.browser.test.{ts,tsx}',
  e2e: 'e2e/**/*.test.ts',
};

const ENDINGS = { component: /\.browser\.test\.tsx?$/, e2e: /\.test\.ts$/ };

/**
 * The same files without Vitest, on a Node that knows no globs.
 *
 * @param {keyof typeof BROWSER_TESTS} stage
 * @returns {string[]}
 */
export function listBrowserTests(stage) {
  const folders = stage === 'e2e' ? ['e2e'] : ['apps', 'packages'];
  return folders.flatMap((folder) => listFiles(inRoot(folder))).filter((path) => ENDINGS[stage].test(path));
}
