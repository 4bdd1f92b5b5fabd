import { expect, test } from 'vitest';
import { isE164, limitPhoneInput } from './phone-digits.ts';

test.each([
  ['+17021234567', true],
  [`+${'1'.repeat(15)}`, true],
  [`+${'1'.repeat(16)}`, false],
  ['17021234567', false],
  ['+0702123456', false],
  ['+1 702 123 4567', false],
  ['+', false],
  ['+1', false],
  ['', false],
  ['++17021234567', false],
  ['+١٧٠٢', false],
])('%j can be stored: %s', (text, expected) => {
  expect(isE164(text)).toBe(expected);
});

test('sixteen digits are fine where long numbers are enabled', () => {
  expect(isE164(`+${'1'.repeat(16)}`, true)).toBe(true);
  expect(isE164(`+${'1'.repeat(33)}`, true)).toBe(false);
});

test.each([
  ['1 (702) 123-4567', '17021234567'],
  ['+41 79 123 45 67', '+41791234567'],
  ['+4+1', '+41'],
  ['abc', ''],
  ['+', '+'],
  ['1'.repeat(20), '1'.repeat(15)],
])('typing %j keeps %j', (text, kept) => {
  expect(limitPhoneInput(text)).toBe(kept);
});

test('long numbers may be typed where they are enabled', () => {
  expect(limitPhoneInput('1'.repeat(20), true)).toBe('1'.repeat(20));
});
