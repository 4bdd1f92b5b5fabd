import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmail, maskEmail, normalizeEmail, parseEmail } from './email.ts';

const local64 = 'a'.repeat(64);
const domain = (length: number) =>
  `${[60, 60, 60, length - 186].map((size) => 'b'.repeat(size)).join('.')}.eu`;

describe('parseEmail', () => {
  test.each([
    ['ann@example.com', 'ann@example.com'],
    ['  Ann.Lee@Example.COM ', 'ann.lee@example.com'],
    ['ann+tag@example.co.uk', 'ann+tag@example.co.uk'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['a@b.co', 'a@b.co'],
    ['ann@1.example.com', 'ann@1.example.com'],
    ['ann@zürich.example', 'ann@xn--zrich-kva.example'],
    ['ann@xn--zrich-kva.example', 'ann@xn--zrich-kva.example'],
    [`${local64}@${domain(189)}`, `${local64}@${domain(189)}`],
  ])('%j is %j', (text, norm) => {
    expect(parseEmail(text)).toMatchObject({ ok: true, norm });
    expect(normalizeEmail(text)).toBe(norm);
  });

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    [`${local64}@${domain(190)}`, 'tooLong'],
    [`a${local64}@example.com`, 'tooLong'],
    ['ann', 'format'],
    ['ann@', 'format'],
    ['@example.com', 'format'],
    ['ann@example', 'format'],
    ['ann@localhost', 'format'],
    ['ann@@example.com', 'format'],
    ['ann@b@example.com', 'format'],
    ['.ann@example.com', 'format'],
    ['ann.@example.com', 'format'],
    ['an..n@example.com', 'format'],
    ['"ann"@example.com', 'format'],
    ['ann lee@example.com', 'format'],
    ['änn@example.com', 'format'],
    ['ann@exa mple.com', 'format'],
    ['ann@-example.com', 'format'],
    ['ann@example-.com', 'format'],
    ['ann@example..com', 'format'],
    ['ann@example.com.', 'format'],
    ['ann@127.0.0.1', 'format'],
    ['ann@[127.0.0.1]', 'format'],
    ['ann@example.com:25', 'format'],
    ['ann@example.com/x', 'format'],
    ['ann@exa%6dple.com', 'format'],
    ['Ann <ann@example.com>', 'format'],
    ['ann@example.com\nbcc: x@example.com', 'format'],
    ['ann,bob@example.com', 'format'],
    [`ann@${'a'.repeat(64)}.com`, 'format'],
  ])('%j is refused as %s', (text, reason) => {
    expect(parseEmail(text)).toEqual({ ok: false, reason });
    expect(isEmail(text)).toBe(false);
    expect(normalizeEmail(text)).toBeNull();
  });

  test('keeps the letter case of the local part for sending', () => {
    expect(parseEmail('Ann.Lee@Example.COM')).toEqual({
      ok: true,
      email: 'Ann.Lee@example.com',
      norm: 'ann.lee@example.com',
    });
  });

  test('the canonical form is its own canonical form, ASCII and within the limit', () => {
    const unit = fc.constantFrom(...'aZ9.@-+_"<> üß。:/%'.split(''));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit }), fc.emailAddress()), (text) => {
        const norm = normalizeEmail(text) ?? 'ann@example.com';
        expect(normalizeEmail(norm)).toBe(norm);
        expect(norm).toMatch(/^[\x21-\x7e]{5,254}$/);
      }),
    );
  });
});

test('a masked address tells the first letter and the domain', () => {
  expect(maskEmail('Ann@Example.com')).toBe('a…@example.com');
  expect(maskEmail('not an address')).toBe('…');
});
