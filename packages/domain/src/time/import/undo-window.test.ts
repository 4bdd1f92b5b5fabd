import { expect, test } from 'vitest';
import { isUndoOpen } from './undo-window.ts';

test.each([
  ['at once', '2026-03-01T10:00:00.000Z', true],
  ['to the millisecond thirty days later', '2026-03-31T10:00:00.000Z', true],
  ['a millisecond after that', '2026-03-31T10:00:00.001Z', false],
])('an import can be taken back: %s', (_name, now, isOpen) => {
  expect(isUndoOpen(new Date('2026-03-01T10:00:00.000Z'), new Date(now))).toBe(isOpen);
});
