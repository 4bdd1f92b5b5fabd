import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { COUNTRIES } from './countries.ts';
import { listCountries, searchCountries, toE164 } from './country-names.ts';

describe('countries', () => {
  it('are those of the numbering plans', () => {
    const plans = getCountries().map((code) => code + getCountryCallingCode(code));
    expect(COUNTRIES.split(' ')).toEqual(plans.toSorted());
  });

  it('have names in every language, in the order of that language', () => {
    expect(listCountries('en')[0]?.name).toBe('Afghanistan');
    expect(listCountries('de').find(({ code }) => code === 'AT')?.name).toBe('Österreich');
  });

  it.each([
    ['germ', ['Germany']],
    ['österr', []],
    ['+49', ['Germany']],
    ['ax', ['Åland Islands']],
    ['aland', ['Åland Islands', 'New Zealand']],
    ['xyz', []],
  ])('are found by %s', (text, names) => {
    const found = searchCountries(listCountries('en'), text).map(({ name }) => name);
    expect(found.filter((name) => names.length === 0 || names.includes(name))).toEqual(names);
  });
});

describe('a number in E.164', () => {
  it.each([
    ['1 (702) 123-4567', '1', '+17021234567'],
    ['(702) 123-4567', '1', '+17021234567'],
    ['0171 2345678', '49', '+491712345678'],
    ['+44 20 7946 0000', '49', '+442079460000'],
    ['', '1', ''],
    ['---', '1', ''],
  ])('%s in +%s is %s', (typed, callingCode, expected) => {
    expect(toE164(typed, { callingCode })).toBe(expected);
  });
});
