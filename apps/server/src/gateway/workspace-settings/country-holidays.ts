import { addDays, type PlainDate } from '@stint/domain/time/plain-date.ts';
import { DAY_MS } from '@stint/domain/time/units.ts';
import type { HolidaysTypes } from 'date-holidays';
import { fieldError } from '../shared/sql-json.ts';

export type Place = { country: string; state?: string | undefined; language: string };
export type NamedDay = { date: PlainDate; name: string };

/** The rules of all countries are large and seldom asked for: they are read when somebody does. */
async function openHolidays() {
  const { default: Holidays } = await import('date-holidays');
  return Holidays;
}

/**
 * Countries whose public holidays are known, by their names in a language and in its order, with their states where these
 * have some of their own. The library names countries in their own languages alone.
 * @param timeZone of the workspace: where it lies is its own country
 */
export async function listCountries(language: string, timeZone: string) {
  const Holidays = await openHolidays();
  const all = new Holidays();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const zone = sameZone(timeZone);
  const countries = Object.entries(all.getCountries(language) ?? {}).map(([code, name]) => ({
    code,
    name: names.of(code) ?? name,
    isOwn: zonesOf(code).includes(zone),
    states: Object.entries(all.getStates(code, language) ?? {}).map(([state, stateName]) => ({
      code: state,
      name: stateName,
    })),
  }));
  return countries.toSorted((a, b) => a.name.localeCompare(b.name, language));
}

/** Of ECMA-402's Intl Locale Info, which TypeScript does not name yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones(): string[] | undefined };

function zonesOf(country: string): readonly string[] {
  return (new Intl.Locale('und', { region: country }) as LocaleWithZones).getTimeZones() ?? [];
}

/** The one name of a zone that has several, as the lists of countries have it. */
function sameZone(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}

/** The public holidays of a year, each day once, in the order of the year. @throws AppError for a place that is not known */
export async function holidaysOf({ country, state, language }: Place, year: number): Promise<NamedDay[]> {
  const Holidays = await openHolidays();
  const known = new Holidays();
  if (!(country in (known.getCountries() ?? {}))) throw unknown('country', 'country');
  if (state !== undefined && !(state in (known.getStates(country) ?? {}))) throw unknown('state', 'state');
  const rules = new Holidays(country, state ?? '', { types: ['public'], languages: [language, 'en'] });
  const days = new Map<PlainDate, NamedDay>();
  for (const holiday of rules.getHolidays(year)) {
    for (const date of datesOf(holiday)) {
      if (date.startsWith(`${year}-`) && !days.has(date)) days.set(date, { date, name: holiday.name });
    }
  }
  return [...days.values()].toSorted((a, b) => a.date.localeCompare(b.date));
}

/** The days of a holiday, which may be several: by the calendar of the place, whose midnights `start` and `end` are. */
function datesOf({ date, start, end }: HolidaysTypes.Holiday): PlainDate[] {
  const first = date.slice(0, 10);
  const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
  return Array.from({ length }, (_, index) => addDays(first, index));
}

function unknown(field: string, what: string) {
  return fieldError('validation_failed', field, `This ${what} is not known. Choose one of the list.`);
}
