import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inRoot } from './paths.mjs';
import { billOfMaterials, thirdParties, thirdPartiesPage, unreadLicences } from './third-parties.mjs';

const lockfile = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
const parties = thirdParties(lockfile.packages);

describe('what is shipped of other people’s work', () => {
  test('stands in the page, each with its licence', () => {
    expect(readFileSync(inRoot('docs', 'third-parties.md'), 'utf8')).toBe(thirdPartiesPage(parties));
  });

  test('has a licence that it may be given on by', () => {
    expect(unreadLicences(parties)).toEqual([]);
  });

  test('stands in the bill of materials, with its licence and its checksum', () => {
    const { bomFormat, components } = billOfMaterials(parties, '1.2.3');
    expect(bomFormat).toBe('CycloneDX');
    expect(new Set(components.map(({ purl }) => purl)).size).toBe(parties.length);
    expect(components.find(({ name }) => name === '@node-rs/argon2')).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/%40node-rs\/argon2@\d/),
      licenses: [{ expression: 'MIT' }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
    });
    expect(components.filter(({ hashes }) => !hashes).map(({ name }) => name)).toEqual([]);
  });

  test('is there for arm64 as for x64', () => {
    const of = (cpu: string) =>
      parties
        .filter(({ name }) => name.includes(`linux-${cpu}`))
        .map(({ name, version }) => `${name}@${version}`);
    expect(of('x64').length).toBeGreaterThan(2);
    expect(of('arm64')).toEqual(of('x64').map((one) => one.replace('linux-x64', 'linux-arm64')));
  });
});
