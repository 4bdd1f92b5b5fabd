import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backupCodeFromBytes, parseBackupCode } from './backup-code.ts';

describe('parseBackupCode', () => {
  test.each([
    ['abcdef-ghijkl', 'abcdef-ghijkl'],
    ['ABCDEF-GHIJKL', 'abcdef-ghijkl'],
    [' abc def ghi jkl ', 'abcdef-ghijkl'],
    ['abcdef–ghijkl', 'abcdef-ghijkl'],
    ['234567-234567', '234567-234567'],
    ['abcdef-ghijk', null],
    ['abcdef-ghijklm', null],
    ['abcde0-ghijkl', null],
    ['abcde1-ghijkl', null],
    ['abcde8-ghijkl', null],
    ['abcde9-ghijkl', null],
    ['abcdéf-ghijkl', null],
    ['123456', null],
    ['', null],
  ])('%j is %j', (text, code) => {
    expect(parseBackupCode(text)).toBe(code);
  });
});

describe('backupCodeFromBytes', () => {
  test.each([
    [[0, 0, 0, 0, 0, 0, 0, 0], 'aaaaaa-aaaaaa'],
    [[255, 255, 255, 255, 255, 255, 255, 255], '777777-777777'],
    // RFC 4648 section 10: "foobar" is MZXW6YTBOI======, its first 9 characters are those of the first 45 bits
    [[...new TextEncoder().encode('foobar'), 0, 0], 'mzxw6y-tboiaa'],
  ])('%j is %s', (bytes, code) => {
    expect(backupCodeFromBytes(Uint8Array.from(bytes))).toBe(code);
  });

  test('too little randomness is refused', () => {
    expect(() => backupCodeFromBytes(new Uint8Array(7))).toThrow(RangeError);
  });

  test('every code is read back, and 60 bits make the difference', () => {
    const bytes = fc.uint8Array({ minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(bytes, (random) => {
        const code = backupCodeFromBytes(random);
        expect(parseBackupCode(code)).toBe(code);
        expect(parseBackupCode(code.toUpperCase().replace('-', ' '))).toBe(code);
        const other = Uint8Array.from(random, (byte, index) => (index === 7 ? byte ^ 0x10 : byte));
        expect(backupCodeFromBytes(other)).not.toBe(code);
      }),
    );
  });
});
