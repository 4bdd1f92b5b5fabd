import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findViolations, listTargets, listViolations } from './scripts/checks/boundaries.ts';
import { findCircles } from './scripts/checks/circles.ts';
import { findImports } from './scripts/checks/imports.ts';
import { zones } from './scripts/checks/zones.ts';
import { listFiles } from './scripts/lib/files.mjs';
import { packagesOf } from './scripts/lib/lockfile.mjs';
import { inRoot, root } from './scripts/lib/paths.mjs';

/** Who may import whom stands in `scripts/checks/zones.ts`. */
const sources = [
  'packages',
  'apps',
  'scripts',
  'e2e',
  'bench',
  'boundaries.test.ts',
  'security-rules.test.ts',
  'sql.test.ts',
  'vitest.config.ts',
]
  .flatMap((path) => listFiles(inRoot(path)))
  .map((path) => relative(root, path))
  .filter((path) => /\.(tsx?|mjs)$/.test(path));

/** Code and tests alike: what is longer is about more than one thing. */
const MOST_LINES = 400;

const PRODUCT = /^(apps|packages)\/[^/]+\/(src\/|vite\.)/;
const NOT_PRODUCT = /\.(test|fixture)\.tsx?$|\/testing\//;
const PROGRAMS_OF_START = ['scripts/build.mjs', 'scripts/lib/server-build.mjs'];
/** The name of a package, and neither a file nor a module of Node or of the build. */
const BARE = /^(?!node:|virtual:|\.|\/|\0)/;
const packageOf = (name: string) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0];

/** What each of them imports, read once for all tests. */
const imports = new Map<string, string[]>();

beforeAll(() => {
  for (const path of sources) imports.set(path, findImports(path, readFileSync(inRoot(path), 'utf8')));
});

test('there are sources to look at', () => {
  expect(sources.length).toBeGreaterThan(100);
});

test('every zone has its place', () => {
  const paths = zones.flatMap((zone) => zone.paths);
  expect(paths.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
});

test('no file imports what it may not', () => {
  expect([...imports].flatMap(([path, named]) => listViolations(path, named))).toEqual([]);
});

test('what builds and runs the product needs no package that `npm start` leaves to the tests', () => {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const installed = packagesOf(packages, 'product');
  const isOfProduct = (path: string) =>
    (PRODUCT.test(path) || PROGRAMS_OF_START.includes(path)) && !NOT_PRODUCT.test(path);
  const missing = [...imports]
    .filter(([path]) => isOfProduct(path))
    .flatMap(([path, named]) => named.filter((name) => BARE.test(name)).map((name) => [path, name] as const))
    .filter(([, name]) => !(`node_modules/${packageOf(name)}` in installed));
  expect(missing).toEqual([]);
  // Else nothing was looked at.
  expect(`node_modules/vitest` in installed).toBe(false);
});

test('no file has more lines than a reader keeps in mind', () => {
  const lines = (path: string) => readFileSync(inRoot(path), 'utf8').split('\n').length - 1;
  expect(sources.filter((path) => lines(path) > MOST_LINES)).toEqual([]);
});

test('no files import each other in a circle, not even for types', () => {
  const targets = [...imports].map(([path, named]) => [path, listTargets(path, named)] as const);
  expect(findCircles(new Map(targets))).toEqual([]);
});

test.each(['docs/decisions', 'apps/server/src/auth/migrations', 'apps/server/src/gateway/migrations'])(
  '%s are numbered without a gap, each number once',
  (folder) => {
    const numbers = listFiles(inRoot(folder)).map((path) => Number(/^\d+/.exec(basename(path))?.[0]));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_number, at) => at + 1));
  },
);

describe('the check itself', () => {
  test.each([
    [
      'the domain uses the server',
      'packages/domain/src/time/week.ts',
      `import { a } from '../../../../apps/server/src/config.ts'`,
    ],
    [
      'auth meets the gateway',
      'apps/server/src/auth/service.ts',
      `import { a } from '../gateway/service.ts'`,
    ],
    [
      'the gateway meets auth',
      'apps/server/src/gateway/service.ts',
      `import type { A } from '../auth/service.ts'`,
    ],
    [
      'the platform knows a feature',
      'apps/server/src/platform/http.ts',
      `import { a } from '../gateway/service.ts'`,
    ],
    [
      'a feature uses another',
      'apps/web/src/features/reports/page.tsx',
      `import { A } from '../timesheets/row.tsx'`,
    ],
    ['ui uses a feature', 'apps/web/src/ui/button.tsx', `export { A } from '../features/timesheets/row.tsx'`],
    [
      'a feature uses app',
      'apps/web/src/features/reports/page.tsx',
      `import { paths } from '../../app/paths.ts'`,
    ],
    ['web uses the server', 'apps/web/src/app/router.tsx', `import '@stint/server/src/config.ts'`],
    [
      'a mechanism uses a method, if only its types',
      'apps/server/src/auth/mechanisms/outbox/notices.ts',
      `import type { A } from '../../methods/link/routes.ts'`,
    ],
    [
      'a mechanism knows the context of everything',
      'apps/server/src/auth/mechanisms/limits/limits.ts',
      `import type { AuthContext } from '../../context.ts'`,
    ],
    ['methods meet', 'apps/server/src/auth/methods/code/use.ts', `import { a } from '../totp/use.ts'`],
    [
      'the model uses a mechanism',
      'apps/server/src/auth/model/users/queries.ts',
      `import { audit } from '../../mechanisms/audit/audit.ts'`,
    ],
    [
      'by dynamic import',
      'apps/server/src/auth/service.ts',
      `const a = await import('../gateway/service.ts')`,
    ],
    ['by import type', 'apps/server/src/auth/service.ts', `type A = import('../gateway/service.ts').A`],
    ['by re-export', 'apps/server/src/auth/service.ts', `export * from '../gateway/service.ts'`],
    ['by a mock', 'apps/server/src/auth/service.test.ts', `vi.mock('../gateway/service.ts')`],
    [
      'the product uses test helpers',
      'apps/server/src/gateway/service.ts',
      `import { a } from '../testing/app.ts'`,
    ],
    [
      'a deep relative path into a workspace',
      'apps/web/src/lib/money.ts',
      `import { a } from '../../../../packages/domain/src/errors.ts'`,
    ],
    [
      'behind the public face',
      'packages/auth-widget/src/a.ts',
      `import { a } from '@latchkey/client/src/http.ts'`,
    ],
    ['Node in a page', 'apps/web/src/lib/money.ts', `import { readFileSync } from 'node:fs'`],
    [
      'React in the library without React',
      'packages/auth-client/src/client.ts',
      `import { useState } from 'react'`,
    ],
    ['an undeclared package', 'apps/server/src/platform/http.ts', `import chunk from 'lodash/chunk.js'`],
    ['a tool in the product', 'apps/server/src/platform/http.ts', `import { build } from 'vite'`],
  ])('catches: %s', (_name, path, source) => {
    expect(findViolations(path, source)).toEqual([expect.stringContaining(path)]);
  });

  test.each([
    ['its own zone', 'apps/server/src/gateway/timesheets/routes.ts', `import { a } from './queries.ts'`],
    [
      'the domain by name',
      'apps/web/src/features/reports/page.tsx',
      `import { a } from '@stint/domain/errors.ts'`,
    ],
    ['the public face', 'packages/auth-widget/src/a.ts', `import { a } from '@latchkey/client'`],
    ['its own feature', 'apps/web/src/features/reports/page.tsx', `import { a } from './api.ts'`],
    [
      'a room below',
      'apps/server/src/auth/methods/code/use.ts',
      `import { a } from '../../mechanisms/proofs/codes.ts'`,
    ],
    [
      'a test of the same house',
      'apps/server/src/auth/mechanisms/keys/reach.test.ts',
      `import { a } from '../../administration/tenants/root.ts'`,
    ],
    ['test helpers in a test', 'apps/server/src/gateway/a.test.ts', `import { a } from '../testing/app.ts'`],
    ['Node in a test of a page', 'apps/web/src/lib/money.test.ts', `import { readFileSync } from 'node:fs'`],
    [
      'text that only looks like an import',
      'apps/server/src/auth/a.ts',
      `const a = "from '../gateway/a.ts'"`,
    ],
  ])('lets pass: %s', (_name, path, source) => {
    expect(findViolations(path, source)).toEqual([]);
  });
});
