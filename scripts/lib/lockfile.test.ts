import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findMissingOptionals, isInstalled, packagesOf } from './lockfile.mjs';
import { inRoot } from './paths.mjs';

const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
const platform = { os: 'linux', cpu: 'x64', libc: 'glibc' };

describe('our lockfile', () => {
  test('names every optional package, or `npm ci` would refuse it', () => {
    expect(findMissingOptionals(packages)).toEqual([]);
  });

  test('records no download address, so that any registry serves it', () => {
    const addressed = Object.values<{ resolved?: string }>(packages).filter((entry) =>
      entry.resolved?.startsWith('http'),
    );
    expect(addressed).toEqual([]);
  });
});

describe('a missing platform package', () => {
  test('is named with version and platform', () => {
    const lockfile = {
      'node_modules/tool': {
        version: '1.2.3',
        optionalDependencies: { 'tool-linux-x64-musl': '1.2.3', 'tool-darwin-arm64': '1.2.3' },
      },
      'node_modules/tool-darwin-arm64': { version: '1.2.3' },
    };
    expect(findMissingOptionals(lockfile)).toEqual([
      { name: 'tool-linux-x64-musl', version: '1.2.3', os: 'linux', cpu: 'x64', libc: 'musl' },
    ]);
  });
});

describe('whether an installation is up to date', () => {
  const wanted = {
    '': {},
    'apps/web': { version: '0.1.0' },
    'node_modules/@stint/web': { link: true },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b-linux-x64': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
    'node_modules/b-linux-x64-musl': {
      version: '1.0.0',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
    'node_modules/b-darwin-arm64': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
    'node_modules/c': { version: '1.0.0', optional: true },
  };
  const complete = {
    'node_modules/@stint/web': { link: true },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b-linux-x64': { version: '1.0.0' },
  };

  test('packages of other platforms may be missing', () => {
    expect(isInstalled(wanted, complete, platform)).toBe(true);
  });

  test('a missing package, another version and a missing binary of this platform are noticed', () => {
    for (const path of ['node_modules/a', 'node_modules/b-linux-x64'] as const) {
      expect(isInstalled(wanted, { ...complete, [path]: { version: '1.0.1' } }, platform)).toBe(false);
      const { [path]: _removed, ...rest } = complete;
      expect(isInstalled(wanted, rest, platform)).toBe(false);
    }
  });

  test('what only tools and tests need may be missing where the product alone is asked for', () => {
    const withTools = { ...wanted, 'node_modules/d': { version: '1.0.0', dev: true } };
    expect(isInstalled(packagesOf(withTools, 'product'), complete, platform)).toBe(true);
    expect(isInstalled(packagesOf(withTools, 'all'), complete, platform)).toBe(false);
  });
});
