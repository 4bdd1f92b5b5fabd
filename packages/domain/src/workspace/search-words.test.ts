import { describe, expect, test } from 'vitest';
import { correctWords, lettersNeeded, searchWords } from './search-words.ts';

test('a search is its words in small letters, six at most', () => {
  expect(searchWords('  Acme  WEB site ')).toEqual(['acme', 'web', 'site']);
  expect(searchWords('a b c d e f g h')).toHaveLength(6);
  expect(searchWords(' ')).toEqual([]);
});

describe('a word that no name has becomes what was probably meant', () => {
  const names = ['Acme Website', 'Boat-house, north pier', 'Jörg Müller', 'Lighthouse 2026', 'Internal'];

  test.each([
    ['websiet', 'website', 'letters that changed places'],
    ['wbsite', 'website', 'a letter that is missing'],
    ['webbsite', 'website', 'a letter too many'],
    ['webzite', 'website', 'another letter'],
    ['muller', 'müller', 'a letter without its dots'],
    ['wesbi', 'websi', 'a word that is not yet typed to its end'],
    ['lihgthuose', 'lighthouse', 'two slips in a long word'],
    ['hosue', 'house', 'a part of a compound'],
  ])('%s: %s (%s)', (typed, meant) => {
    expect(correctWords([typed], names)).toEqual([meant]);
  });

  test('and words that some name has stay as they are', () => {
    expect(correctWords(['acm', 'websiet'], names)).toEqual(['acm', 'website']);
    expect(correctWords(['acme', 'house'], names)).toBeNull();
  });

  test.each([
    ['pir', 'a short word has as near neighbours as the meant one'],
    ['xylophone', 'nothing is near'],
    ['wxbzity', 'three slips are another word'],
  ])('%s is left: %s', (typed) => {
    expect(correctWords([typed], names)).toBeNull();
    expect(correctWords([typed, 'acme'], names)).toBeNull();
  });

  test('the nearest of several is taken', () => {
    expect(correctWords(['desing'], ['Designer', 'Design', 'Dessert'])).toEqual(['design']);
    expect(correctWords(['projcet'], ['Projects', 'Project'])).toEqual(['project']);
  });

  test('nothing typed and no names at all', () => {
    expect(correctWords([], names)).toBeNull();
    expect(correctWords(['acme'], [])).toBeNull();
  });
});

describe('the letters that a name needs for a word to be meant in it', () => {
  test('are asked in few sets, the rarest first, more of them at once where more slips are forgiven', () => {
    expect(lettersNeeded('zzqqx')).toEqual([['z'], ['q']]);
    expect(lettersNeeded('pier')).toEqual([
      ['p', 'r'],
      ['i', 'e'],
    ]);
    expect(lettersNeeded('website').map((set) => set.length)).toEqual([3, 3]);
    expect(lettersNeeded('pir')).toEqual([['pir']]);
  });

  test('leave out no name from which a word is corrected', () => {
    const has = (word: string) => (name: string) =>
      lettersNeeded(word).every((set) => set.some((letter) => name.includes(letter)));
    const names =
      'acme website|boat-house, north pier|jörg müller|lighthouse 2026|internal|zoe 😀 smile'.split('|');
    const words = names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)).filter(({ length }) => length > 2);
    const slips = words.flatMap((word) =>
      Array.from({ length: word.length - 1 }, (_letter, at) => {
        const [before, one, two, after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)];
        return [
          `${before}${two}${one}${after}`,
          `${before}${two}${after}`,
          `${before}${one}x${two}${after}`,
          `${before}x${two}${after}`,
        ];
      }).flat(),
    );
    const differing = slips.filter(
      (typed) =>
        String(correctWords([typed], names)) !== String(correctWords([typed], names.filter(has(typed)))),
    );
    expect([slips.length > 200, differing]).toEqual([true, []]);
  });
});
