import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseIdentifier, parseUsername } from './username.ts';

describe('parseUsername', () => {
  test.each([
    ['ann', 'ann'],
    [' Ann.Lee ', 'ann.lee'],
    ['a', 'a'],
    ['7', '7'],
    ['ann_lee-2', 'ann_lee-2'],
    ['a'.repeat(64), 'a'.repeat(64)],
  ])('%j is %j', (text, norm) => {
    expect(parseUsername(text)).toEqual({ ok: true, username: text.trim(), norm });
  });

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['a'.repeat(65), 'tooLong'],
    ['ann@example.com', 'format'],
    ['ann lee', 'format'],
    ['.ann', 'format'],
    ['ann-', 'format'],
    ['änn', 'format'],
    ['ann\u200b', 'format'],
    ['а' + 'nn', 'format'],
  ])('%j is refused as %s', (text, reason) => {
    expect(parseUsername(text)).toEqual({ ok: false, reason });
  });
});

test.each([
  ['Ann@Example.com', { kind: 'email', norm: 'ann@example.com' }],
  ['Ann', { kind: 'username', norm: 'ann' }],
  ['ann@', null],
  ['@ann', null],
  ['ann lee', null],
  ['', null],
])('%j identifies %j', (text, expected) => {
  expect(parseIdentifier(text)).toEqual(expected);
});

test('an identifier is its own canonical form', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.emailAddress(), fc.stringMatching(/^[A-Za-z0-9._-]{1,20}$/)),
      (text) => {
        const identifier = parseIdentifier(text) ?? { kind: 'username', norm: 'ann' };
        expect(parseIdentifier(identifier.norm)).toEqual(identifier);
      },
    ),
  );
});
