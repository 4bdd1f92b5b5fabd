import { expect, test } from 'vitest';
import { isLogoSize, logoSize } from './logo.ts';

test.each([
  [
    { width: 200, height: 100 },
    { width: 200, height: 100 },
  ],
  [
    { width: 960, height: 160 },
    { width: 480, height: 80 },
  ],
  [
    { width: 100, height: 1600 },
    { width: 10, height: 160 },
  ],
  [
    { width: 5000, height: 1 },
    { width: 480, height: 1 },
  ],
])('%o is kept as %o', (picture, kept) => {
  expect(logoSize(picture)).toEqual(kept);
  expect(isLogoSize(kept.width, kept.height)).toBe(true);
});

test.each([
  [0, 10],
  [481, 10],
  [10, 161],
])('%i by %i is no size of a logo', (width, height) => {
  expect(isLogoSize(width, height)).toBe(false);
});
