import { daysInMonth, type PlainDate, plainDate, weekday } from './plain-date.ts';
import { addWeeks, weekEndOf } from './week.ts';

/**
 * The week that somebody names in a search: by a day (`2026-11-20`, `20.11.`, `20.11.2026`), by its number (`46`, `w46`,
 * `KW 46`, `2026-W46`; ISO 8601), or by how many weeks it is away (`+1`, `-2`). Null for any other text.
 * @param today where the person is: a day or a number without a year is of this one
 * @returns the Sunday by which the week is kept
 */
export function namedWeek(text: string, today: PlainDate): PlainDate | null {
  const named = text.trim();
  const year = Number(today.slice(0, 4));
  const away = /^[+-]\d{1,3}$/.exec(named);
  if (away) return addWeeks(weekEndOf(today), Number(named));
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(named);
  if (iso) return weekOfDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.?(?:\s?(\d{4}))?$/.exec(named);
  if (dotted) return weekOfDay(Number(dotted[3] ?? year), Number(dotted[2]), Number(dotted[1]));
  const numbered = /^(?:(\d{4})-?)?(?:week|kw|w)?\s?(\d{1,2})$/i.exec(named);
  return numbered ? weekOfNumber(Number(numbered[1] ?? year), Number(numbered[2])) : null;
}

function weekOfDay(year: number, month: number, day: number): PlainDate | null {
  const exists = year >= 1900 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return exists ? weekEndOf(plainDate(year, month, day)) : null;
}

/** The first week of a year is the one with its 4 January (ISO 8601). */
function weekOfNumber(year: number, number: number): PlainDate | null {
  if (year < 1900 || number < 1) return null;
  return number <= weeksOf(year) ? addWeeks(weekEndOf(plainDate(year, 1, 4)), number - 1) : null;
}

/** 53 where the year begins or ends on a Thursday, else 52 (ISO 8601). */
function weeksOf(year: number): number {
  const thursday = 4;
  return [plainDate(year, 1, 1), plainDate(year, 12, 31)].some((day) => weekday(day) === thursday) ? 53 : 52;
}
