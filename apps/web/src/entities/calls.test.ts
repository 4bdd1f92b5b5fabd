import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '..');
const ROUTE_KEY = /'(?:GET|POST|PUT|DELETE) \//;

test('only entities name a call of the gateway, so that each is written once for every page', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: sources }).filter(
    (path) => !/\.(?:test|fixture)\./.test(path),
  );
  const callers = files.filter((path) => ROUTE_KEY.test(readFileSync(join(sources, path), 'utf8')));
  const elsewhere = callers.filter((path) => !path.startsWith('entities/'));
  // The workspace's first answer is what every page stands on: its type is the application's own.
  expect(elsewhere).toEqual(['lib/gateway.ts']);
  expect(callers.length).toBeGreaterThan(5);
});
