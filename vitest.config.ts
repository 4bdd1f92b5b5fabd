import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { BROWSER_TESTS } from './scripts/lib/browser-tests.mjs';
import { chromiumArguments, findChromium } from './scripts/lib/chromium.mjs';

/** Two workers: the machines that run this have two cores. Stages whose tests wait a lot take more (`test-stages.mjs`). */
const MAX_WORKERS = 2;

/** How long something may take to become what is expected; an expectation that fails costs this. */
const ELEMENT_TIMEOUT_MS = 15_000;

/** Waits, for a real browser, a database or a busy machine, are bounded by these, not by assertions: slow is not wrong. */
const PATIENT = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: ELEMENT_TIMEOUT_MS } },
};

/** No module of ours keeps state of its own, so the files of a worker share what it has loaded. */
const SHARED = { isolate: false };

/** What products begin with where a test asks nothing of their first start. */
const PREPARED_DATA = 'apps/server/src/testing/prepared-data.ts';

/** They take long for their size; begun last, they would be waited for alone. */
const LONG =
  /e2e\/shapes|tools\/point-in-time|testing\/(rolling-restarts|database-crash|last-release)|product-archive/;

/** The largest files first, as Vitest has it, after those that take long. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const NOT_OURS = ['**/node_modules/**', '**/dist/**'];

/** Our own packages by their sources, also where a test runs in Node; other teams find what is built of them. */
const resolve = { conditions: ['latchkey-source', ...defaultClientConditions] };
const ssr = { resolve: { conditions: ['latchkey-source', ...defaultServerConditions] } };

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: MAX_WORKERS,
    passWithNoTests: true,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'boundaries',
          include: [
            'boundaries.test.ts',
            'citations.test.ts',
            'familiar-german.test.ts',
            'routes.test.ts',
            'security-rules.test.ts',
            'sql.test.ts',
          ],
          ...PATIENT,
          ...SHARED,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          include: ['{packages,apps/web,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: [...NOT_OURS, BROWSER_TESTS.component],
          ...PATIENT,
          ...SHARED,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          // The command line's own `--exclude` does not reach projects.
          exclude: [...NOT_OURS, ...(process.env.LEFT_OUT ?? '').split(',').filter(Boolean)],
          globalSetup: ['apps/server/src/testing/global-setup.ts', PREPARED_DATA],
          setupFiles: ['apps/server/src/testing/setup.ts'],
          ...PATIENT,
          ...SHARED,
        },
      },
      {
        // A run of `npm test` prepares its packages apart, so that two runs at once do not meet.
        resolve,
        cacheDir: process.env.STINT_TEST_DIR && join(process.env.STINT_TEST_DIR, 'vite'),
        optimizeDeps: {
          include: [
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'vitest-browser-react',
          ],
        },
        test: {
          name: 'component',
          include: [BROWSER_TESTS.component],
          exclude: NOT_OURS,
          ...PATIENT,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium(), args: chromiumArguments() },
              actionTimeout: ELEMENT_TIMEOUT_MS,
              // Dates and words are the same wherever the tests run.
              contextOptions: { timezoneId: 'UTC', locale: 'en-US' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'e2e',
          include: [BROWSER_TESTS.e2e],
          exclude: NOT_OURS,
          globalSetup: ['e2e/global-setup.ts', PREPARED_DATA],
          setupFiles: ['e2e/setup.ts'],
          ...PATIENT,
          ...SHARED,
        },
      },
    ],
  },
});
