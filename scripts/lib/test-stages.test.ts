import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot, root } from './paths.mjs';
import { EVERYDAY, NOT_FOR_CITUS, STAGES } from './test-stages.mjs';

test('tests of the gateway that count blocks or look who waits are left out on a cluster, which reads and waits elsewhere as well', () => {
  const counting = globSync('apps/server/src/gateway/**/*.test.ts', { cwd: root }).filter((file) =>
    /testing\/(?:blocks|waiting)\.ts/.test(readFileSync(inRoot(file), 'utf8')),
  );
  expect(counting.length).toBeGreaterThan(2);
  expect(NOT_FOR_CITUS.toSorted()).toEqual(counting.toSorted());
});

test('only the image is left to those who ask for it', () => {
  const others = STAGES.filter((stage) => !EVERYDAY.includes(stage));
  expect(others.map(({ name }) => name)).toEqual(['image']);
});
