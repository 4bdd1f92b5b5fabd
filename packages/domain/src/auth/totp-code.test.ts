import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSixDigits, parseTotpCode, parseVerificationCode } from './totp-code.ts';

test.each([
  ['123456', '123456'],
  ['000000', '000000'],
  ['123 456', '123456'],
  [' 123-456\n', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['', null],
  ['١٢٣٤٥٦', null],
  ['12.3456', null],
])('%j is %j', (text, code) => {
  expect(parseSixDigits(text)).toBe(code);
  expect(parseTotpCode(text)).toBe(code);
  expect(parseVerificationCode(text)).toBe(code);
});

test('any text is six digits or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0189 -x'.split('')) }), (text) => {
      expect(parseSixDigits(text) ?? '000000').toMatch(/^\d{6}$/);
    }),
  );
});
