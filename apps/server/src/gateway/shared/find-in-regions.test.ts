import { expect, test } from 'vitest';
import { findInRegions } from './find-in-regions.ts';

const isAway = async () => {
  throw new Error('us is away');
};
const isSilent = () => new Promise<null>(() => {});
const hasNone = async () => null;
const hasIt = async () => 'here';

test.each([
  ['one of them has it', [hasNone, hasIt], 'here'],
  ['none has it', [hasNone, hasNone], null],
  ['one is away and another has it', [isAway, hasIt], 'here'],
  ['one never answers and another has it', [isSilent, hasIt], 'here'],
])('%s', async (_name, regions, found) => {
  expect(await findInRegions(regions, (ask: () => Promise<string | null>) => ask())).toBe(found);
});

test('whether it lies in the region that is away is not known where nobody else has it', async () => {
  await expect(
    findInRegions([hasNone, isAway], (ask: () => Promise<string | null>) => ask()),
  ).rejects.toThrow('us is away');
});
