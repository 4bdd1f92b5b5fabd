import { errorCatalogue } from '@stint/domain/errors.ts';
import { expect, it } from 'vitest';
import { en } from './strings/en.ts';
import { loadStrings, shownLanguage } from './strings.ts';

/** Paths of all texts of a catalogue with what they are. */
function shape(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([key, child]) => shape(child, `${path}/${key}`));
}

it('German has every text of English and no other', async () => {
  const { refusals: _, ...german } = await loadStrings('de-CH');
  expect(shape(german)).toEqual(shape(en));
});

it('sentences in place of those of the server are of refusals that there are', async () => {
  const { refusals = {} } = await loadStrings('de');
  expect(Object.keys(refusals).length).toBeGreaterThan(15);
  expect(Object.keys(refusals).filter((code) => !(code in errorCatalogue))).toEqual([]);
});

it('German is another language: hardly a text is left in English', async () => {
  const flat = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : [String(value)];
  const german = flat(await loadStrings('de'));
  const same = flat(en).filter((text, index) => text === german[index]);
  expect(same).toEqual(['1 (702) 123-4567']);
});

it.each([
  ['de-AT', 'de-AT'],
  ['en-GB', 'en-GB'],
  ['tlh', 'en-US'],
])('texts for %s are marked as %s', (locale, language) => {
  expect(shownLanguage(locale)).toBe(language);
});
