import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePhone } from './phone.ts';
import { isE164 } from './phone-digits.ts';

describe('parsePhone', () => {
  test.each([
    ['1 (702) 123-4567', 'US', '+17021234567'],
    ['(702) 123-4567', 'US', '+17021234567'],
    ['702.123.4567', 'US', '+17021234567'],
    ['+1 702 123 4567', 'CH', '+17021234567'],
    ['079 123 45 67', 'CH', '+41791234567'],
    ['+41 79 123 45 67', 'US', '+41791234567'],
    ['01632 960 001', 'GB', '+441632960001'],
    [' +17021234567 ', 'US', '+17021234567'],
    ['(702) 123-4567', 'Atlantis', '+17021234567'],
  ])('%j in %s is %s', (text, country, phoneNumber) => {
    expect(parsePhone(text, { country })).toMatchObject({ ok: true, phoneNumber });
  });

  test('tells the country where it is known', () => {
    expect(parsePhone('+41791234567')).toEqual({ ok: true, phoneNumber: '+41791234567', country: 'CH' });
  });

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['1', 'format'],
    ['+', 'format'],
    ['+999123456789', 'format'],
    ['702 123', 'format'],
    ['702 123 45678', 'format'],
    ['call me', 'format'],
    ['+1 702 123 4567 ext. 9', 'format'],
    ['tel:+17021234567', 'format'],
    ['+1702123456\u0000', 'format'],
    ['1'.repeat(16), 'tooLong'],
    [`+${'1'.repeat(40)}`, 'tooLong'],
  ])('%j is refused as %s', (text, reason) => {
    expect(parsePhone(text)).toEqual({ ok: false, reason });
  });

  test('long numbers pass where they are enabled, in the international form', () => {
    const long = `+49${'1'.repeat(16)}`;
    expect(parsePhone(long, { allowLong: true })).toEqual({ ok: true, phoneNumber: long, country: null });
    expect(parsePhone('1'.repeat(18), { allowLong: true })).toEqual({ ok: false, reason: 'tooLong' });
    expect(parsePhone(`+${'1'.repeat(40)}`, { allowLong: true })).toEqual({ ok: false, reason: 'tooLong' });
  });

  test('what is accepted can be stored and is read the same again', () => {
    const unit = fc.constantFrom(...'0123456789+() -'.split(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit, minLength: 6, maxLength: 18 }), fc.string()), (text) => {
        const parsed = parsePhone(text);
        const phoneNumber = parsed.ok ? parsed.phoneNumber : '+17021234567';
        expect(isE164(phoneNumber)).toBe(true);
        expect(parsePhone(phoneNumber)).toMatchObject({ ok: true, phoneNumber });
      }),
    );
  });
});
