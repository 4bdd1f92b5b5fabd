import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BROWSER_TESTS, listBrowserTests } from './browser-tests.mjs';
import { inRoot, root } from './paths.mjs';
import { countWithoutBrowser } from './test-stages.mjs';

test.each(['component', 'e2e'] as const)(
  'without a browser every file that Vitest would run in stage %s counts as failed',
  (stage) => {
    const files = globSync(BROWSER_TESTS[stage], {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**'],
    });
    expect(files.length).toBeGreaterThan(10);
    expect(listBrowserTests(stage).sort()).toEqual(files.map((file) => inRoot(file)).sort());
    expect(countWithoutBrowser(stage).failed).toBe(files.length);
  },
);
