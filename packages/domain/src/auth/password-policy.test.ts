import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkPassword,
  isComplexEnough,
  normalizePassword,
  type PasswordContext,
} from './password-policy.ts';

const live: PasswordContext = { mode: 'live' };

describe('the rule of the hint', () => {
  test.each([
    ['abcdefg1', true],
    ['1bcdefgh', true],
    ['ünïcödé9', true],
    ['пароль12', true],
    ['abcdefgh', false],
    ['12345678', false],
    ['abcdef1', false],
    ['!!!!!!!1', false],
    ['a'.repeat(15), false],
    ['a'.repeat(16), true],
    [' '.repeat(16), true],
    ['1234567890123456', true],
    ['😀'.repeat(15), false],
    ['😀'.repeat(16), true],
    ['😀😀😀😀😀😀a1', true],
    ['😀😀😀a1', false],
  ])('%j: %s', (password, expected) => {
    expect(isComplexEnough(password)).toBe(expected);
    expect(checkPassword(password, live).ok).toBe(expected);
  });
});

describe('limits', () => {
  test.each([
    ['', 'empty'],
    ['a'.repeat(257), 'tooLong'],
    ['abcdefg1\ud800', 'malformed'],
    ['abcdefg1\0', 'malformed'],
  ])('%j is refused as %s', (password, reason) => {
    expect(checkPassword(password, live)).toEqual({ ok: false, reasons: [reason] });
  });

  test('256 code points are accepted, however many bytes they take', () => {
    expect(checkPassword('😀'.repeat(256), live).ok).toBe(true);
    expect(checkPassword('😀'.repeat(257), live).ok).toBe(false);
  });

  test('nothing is trimmed and letter case stays', () => {
    expect(checkPassword('  AbCdEf 1  ', live)).toEqual({ ok: true, password: '  AbCdEf 1  ' });
  });

  test('both ways to write é are one password, and it is counted once', () => {
    const [composed, decomposed] = ['caf\u00e9cafe1', 'cafe\u0301cafe1'];
    expect(checkPassword(decomposed, live)).toEqual({ ok: true, password: composed });
    expect(normalizePassword(decomposed)).toBe(composed);
    expect(checkPassword('e\u0301'.repeat(15), live).ok).toBe(false);
  });
});

describe('common passwords', () => {
  const isCommon = (candidate: string) =>
    candidate === 'password1' || candidate === 'correcthorsebatterystaple';

  test.each(['password1', 'PassWord1', 'CorrectHorseBatteryStaple'])('%s is refused', (password) => {
    expect(checkPassword(password, { ...live, isCommon })).toEqual({ ok: false, reasons: ['common'] });
  });

  test('others are not', () => {
    expect(checkPassword('password1x', { ...live, isCommon }).ok).toBe(true);
  });
});

describe('the weak passwords of the test world', () => {
  test.each(['test', 'dev', 'password'])('%s passes in test mode only', (password) => {
    expect(checkPassword(password, { mode: 'test', isCommon: () => true, name: 'password' })).toEqual({
      ok: true,
      password,
    });
    expect(checkPassword(password, live).ok).toBe(false);
  });

  test.each(['Test', 'tests', 'dev ', 'pass'])('%j does not', (password) => {
    expect(checkPassword(password, { mode: 'test' }).ok).toBe(false);
  });
});

describe('names', () => {
  test.each([
    ['annlee1815', { email: 'AnnLee@example.com' }, 'containsEmail'],
    ['my-example.com-1', { email: 'ann.lee@example.com' }, null],
    ['x ada lovelace 1', { name: 'Ada Lovelace' }, 'containsName'],
    ['AdaLovelace1', { name: 'Ada Lovelace' }, 'containsName'],
    ['jos\u00e91234', { name: 'Jose\u0301' }, 'containsName'],
    ['bob-the-builder-9', { name: 'Bob' }, null],
    ['LoveLace1815', { username: 'lovelace' }, 'containsUsername'],
    ['acmestudio2026', { workspace: 'Acme Studio' }, 'containsWorkspaceName'],
    ['stintstint1', { product: 'Stint' }, 'containsProductName'],
    ['plain words 1', { email: '', name: '  ', username: null, workspace: undefined, product: '' }, null],
  ] as const)('%j with %j: %s', (password, context, reason) => {
    const expected = reason
      ? { ok: false, reasons: [reason] }
      : { ok: true, password: normalizePassword(password) };
    expect(checkPassword(password, { ...live, ...context })).toEqual(expected);
  });

  test('every reason is told at once', () => {
    expect(checkPassword('stint', { ...live, product: 'Stint', isCommon: () => true })).toEqual({
      ok: false,
      reasons: ['tooSimple', 'common', 'containsProductName'],
    });
  });
});

test('any text gets a verdict, and what is accepted is accepted again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const verdict = checkPassword(text, live);
      expect(verdict.ok ? checkPassword(verdict.password, live).ok : verdict.reasons.length > 0).toBe(true);
    }),
  );
});
