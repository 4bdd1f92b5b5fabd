import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { type Citable, findBrokenCitations, sectionsOf } from './scripts/checks/citations.ts';
import { listFiles } from './scripts/lib/files.mjs';
import { inRoot, root } from './scripts/lib/paths.mjs';

const read = (path: string) => readFileSync(inRoot(path), 'utf8');

const citable: Citable = {
  protocol: sectionsOf(read('docs/latchkey-protocol.md')),
  security: sectionsOf(read('docs/security-rules.md')),
  decision: new Set(readdirSync(inRoot('docs/decisions')).map((name) => name.slice(0, 3))),
  exists: (path) => existsSync(inRoot(path)),
};

const sources = [
  'packages',
  'apps',
  'scripts',
  'e2e',
  'bench',
  'docs',
  'README.md',
  'CONTRIBUTING.md',
  'boundaries.test.ts',
  'routes.test.ts',
  'security-rules.test.ts',
  'sql.test.ts',
]
  .flatMap((path) => listFiles(inRoot(path)))
  .map((path) => relative(root, path))
  .filter((path) => /\.(tsx?|mjs|sql|css|md)$/.test(path));

test('there are sources to look at, and pages to cite', () => {
  expect(sources.length).toBeGreaterThan(1000);
  expect(citable.protocol.size).toBeGreaterThan(60);
  expect(citable.security.size).toBe(14);
});

test('every citation leads to a page of this repository', () => {
  expect(sources.flatMap((path) => findBrokenCitations(path, read(path), citable))).toEqual([]);
});

test.each([
  '// signs in (auth protocol 7.3)',
  '// what spec 4.5 asks',
  '// Decisions 5: stays there',
  "describe('contract 7.3: signs in'",
  '/* kept for 5 s (performance P3) */',
  '-- one row for each week (database 2.4)',
  '/** Every week\n * (product\n * 3.2). */',
  '// protocol 7.99',
  '// protocol 7.3 and 18',
  '// security 15',
  '// decision 999',
  '// see docs/nowhere.md',
  '// see docs/decisions/999',
])('catches: %j', (source) => {
  expect(findBrokenCitations('apps/server/src/a.ts', source, citable)).toEqual([
    expect.stringContaining('apps/server/src/a.ts:'),
  ]);
});

test.each([
  '// protocol 7.3, 8.6 and 14.7',
  '// the answer of\n// protocol 7.3',
  '// security 9 (RFC 7636 section 4.1)',
  '// decision 001, docs/decisions/002, docs/security-rules.md',
  '// https://example.com/docs/page.html',
])('lets pass: %j', (source) => {
  expect(findBrokenCitations('apps/server/src/a.ts', source, citable)).toEqual([]);
});

test('released migrations are left as they are, new ones are not', () => {
  const broken = (path: string) => findBrokenCitations(path, '-- spec 4.5', citable).length;
  expect(broken('apps/server/src/auth/migrations/0011-a.sql')).toBe(0);
  expect(broken('apps/server/src/auth/migrations/0012-a.sql')).toBe(1);
});
