import { globSync } from 'node:fs';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';
import { root } from './paths.mjs';
import { BROWSER_FILES, countWithoutBrowser } from './test-stages.mjs';

const projects = (config.test?.projects ?? []) as TestProjectInlineConfiguration[];

test.each(['component', 'e2e'] as const)(
  'without a browser every file that Vitest would run in stage %s counts as failed',
  (stage) => {
    const include = projects.find(({ test }) => test?.name === stage)?.test?.include ?? [];
    const files = globSync(include, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
    expect(files.length).toBeGreaterThan(10);
    expect(BROWSER_FILES[stage]().map((path) => path.slice(root.length).replace(/^\//, ''))).toEqual(
      files.sort(),
    );
    expect(countWithoutBrowser(stage).failed).toBe(files.length);
  },
);
