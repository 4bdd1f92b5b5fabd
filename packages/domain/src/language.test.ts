import { expect, test } from 'vitest';
import { chooseLanguage, languageOf, languages } from './language.ts';

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE_ch', 'de'],
  ['en-US', 'en'],
  ['fr', null],
  ['', null],
  [null, null],
  ['constructor', null],
])('the language of %s is %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});

test('English stands first: it is what somebody gets who asked for nothing that is there', () => {
  expect(languages).toEqual(['en', 'de']);
});

test.each([
  [{ asked: 'de', chosen: 'en', accepted: 'en' }, 'de'],
  [{ asked: 'xx', chosen: 'de', accepted: 'en' }, 'de'],
  [{ chosen: 'en', accepted: 'de' }, 'en'],
  [{ accepted: 'fr-FR, de-DE;q=0.8, en;q=0.9' }, 'en'],
  [{ accepted: 'fr-FR, de;q=0.8, en;q=0.1' }, 'de'],
  [{ accepted: 'de;q=0, *' }, 'en'],
  [{ accepted: 'de;q=x' }, 'en'],
  [{}, 'en'],
  [{ accepted: `${'x,'.repeat(10_000)}de` }, 'en'],
] as const)('%j means %s', (wish, language) => {
  expect(chooseLanguage(wish)).toBe(language);
});
