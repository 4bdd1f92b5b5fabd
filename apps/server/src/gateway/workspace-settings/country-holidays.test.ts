import { expect, test } from 'vitest';
import { holidaysOf, listCountries } from './country-holidays.ts';

test('a country has its public holidays, a state those of its own, each day once and in order', async () => {
  const whole = await holidaysOf({ country: 'DE', language: 'de' }, 2027);
  const bavaria = await holidaysOf({ country: 'DE', state: 'BY', language: 'de' }, 2027);
  expect(whole).toContainEqual({ date: '2027-10-03', name: 'Tag der Deutschen Einheit' });
  expect(bavaria).toContainEqual({ date: '2027-01-06', name: 'Heilige Drei Könige' });
  expect(whole.map(({ date }) => date)).not.toContain('2027-01-06');
  const dates = bavaria.map(({ date }) => date);
  expect(dates).toEqual([...new Set(dates)].toSorted());
});

test('a holiday of several days has each of them', async () => {
  const days = await holidaysOf({ country: 'TR', language: 'en' }, 2027);
  expect(days.length).toBeGreaterThan(new Set(days.map(({ name }) => name)).size);
});

test.each([
  ['country', { country: 'XX' }],
  ['state', { country: 'CH', state: 'NOWHERE' }],
])('a %s that is not known is refused', async (what, place) => {
  await expect(holidaysOf({ ...place, language: 'en' }, 2027)).rejects.toMatchObject({
    code: 'validation_failed',
    message: `This ${what} is not known. Choose one of the list.`,
  });
});

test('countries are listed by their names in a language and in its order, with their states', async () => {
  const countries = await listCountries('de', 'Europe/Berlin');
  const germany = countries.find(({ code }) => code === 'DE');
  expect(germany).toMatchObject({ name: 'Deutschland' });
  expect(germany?.states).toContainEqual({ code: 'BY', name: 'Bayern' });
  expect(countries.find(({ code }) => code === 'US')?.name).toBe('Vereinigte Staaten');
  const names = countries.map(({ name }) => name);
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'));
  expect(countries.length).toBeGreaterThan(100);
});

test.each([
  ['Europe/Zurich', ['CH']],
  ['America/Chicago', ['US']],
  ['Europe/Kyiv', ['UA']],
  ['UTC', []],
])('a workspace in %s is at home in %j', async (timeZone, expected) => {
  const countries = await listCountries('en', timeZone);
  expect(countries.flatMap(({ code, isOwn }) => (isOwn ? [code] : []))).toEqual(expected);
});
