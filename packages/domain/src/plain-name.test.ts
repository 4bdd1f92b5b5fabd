import { expect, test } from 'vitest';
import { plainName } from './plain-name.ts';

test.each([
  ['Harbour Studio', 'Harbour Studio'],
  ['  https://evil.example\r\nBcc: all ', 'evil\u2024example Bcc: all'],
  ['www.evil.example', 'evil\u2024example'],
  ['n'.repeat(500), 'n'.repeat(64)],
])('the name %j is written %j', (name, written) => {
  expect(plainName(name)).toBe(written);
});
