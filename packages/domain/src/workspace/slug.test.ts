import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isValidSlug, slugFromName, slugProblem, suggestSlugs } from './slug.ts';

describe('slugFromName', () => {
  test.each([
    ['Acme', 'acme'],
    ['Acme Studio', 'acme-studio'],
    ['  Acme   Studio  ', 'acme-studio'],
    ['Smith & Sons', 'smith-and-sons'],
    ["Bob's Garage", 'bobs-garage'],
    ['Bob’s Garage', 'bobs-garage'],
    ['Café Zürich', 'cafe-zurich'],
    ['Straße 7', 'strasse-7'],
    ['Smørrebrød ApS', 'smorrebrod-aps'],
    ['İstanbul', 'istanbul'],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full-width'],
    ['acme.io', 'acme-io'],
    ['--Acme--', 'acme'],
    ['xn--acme', 'xn-acme'],
    ['日本', ''],
    ['', ''],
    ['!!!', ''],
    [`${'a'.repeat(62)} b`, 'a'.repeat(62)],
    ['a'.repeat(100), 'a'.repeat(63)],
  ])('%j becomes %j', (name, slug) => {
    expect(slugFromName(name)).toBe(slug);
  });

  test('is empty, reserved or valid for any name, and stays the same when done twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
        const slug = slugFromName(name);
        expect([null, 'empty', 'reserved']).toContain(slugProblem(slug));
        expect(slugFromName(slug)).toBe(slug);
      }),
    );
  });
});

describe('slugProblem', () => {
  test.each([
    ['acme', null],
    ['a', null],
    ['42', null],
    ['acme-studio-2', null],
    ['a'.repeat(63), null],
    ['', 'empty'],
    ['a'.repeat(64), 'tooLong'],
    ['Acme', 'format'],
    ['-acme', 'format'],
    ['acme-', 'format'],
    ['acme--studio', 'format'],
    ['xn--acme', 'format'],
    ['acme_studio', 'format'],
    ['acme.studio', 'format'],
    ['acmé', 'format'],
    ['acme\n', 'format'],
    ['www', 'reserved'],
    ['api', 'reserved'],
    ['auth', 'reserved'],
    ['admin', 'reserved'],
    ['app', 'reserved'],
    ['mail', 'reserved'],
    ['static', 'reserved'],
    ['cdn', 'reserved'],
    ['status', 'reserved'],
    ['help', 'reserved'],
    ['localhost', 'reserved'],
  ])('%j: %s', (slug, problem) => {
    expect(slugProblem(slug)).toBe(problem);
    expect(isValidSlug(slug)).toBe(problem === null);
  });
});

describe('suggestSlugs', () => {
  test('offers three free neighbours', () => {
    expect(suggestSlugs('acme', new Set(['acme']))).toEqual(['acme-team', 'acme-hq', 'acme-2']);
  });

  test('skips what is taken', () => {
    expect(suggestSlugs('acme', new Set(['acme', 'acme-team', 'acme-hq', 'acme-2', 'acme-3']), 2)).toEqual([
      'acme-4',
      'acme-5',
    ]);
  });

  test('makes room for the ending and never ends in a hyphen before it', () => {
    const suggestions = suggestSlugs(`${'a'.repeat(57)}-bcdef`, new Set());
    expect(suggestions[0]).toBe(`${'a'.repeat(57)}-team`);
    for (const slug of suggestSlugs('a'.repeat(63), new Set(), 12)) expect(isValidSlug(slug)).toBe(true);
  });

  test('has an answer when the name gave none', () => {
    expect(suggestSlugs('', new Set(), 1)).toEqual(['workspace-team']);
  });
});
