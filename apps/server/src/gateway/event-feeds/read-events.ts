import { createHash } from 'node:crypto';
import { addDays, daysBetween, isGivenDate } from '@stint/domain/time/plain-date.ts';
import { DAY_MS } from '@stint/domain/time/units.ts';
import { instantAt, isTimeZone, plainDateAt } from '@stint/domain/time/zone.ts';
import ICAL from 'ical.js';

/** An event of a calendar, or one occurrence of a series. */
export type ReadEvent = {
  key: string;
  title: string;
  place: string;
  workDate: string;
  /** ISO 8601; null for a whole day. */
  startedAt: string | null;
  endedAt: string | null;
};

/** What was read, and how many more events there are than are kept. */
export type ReadCalendar = { events: ReadEvent[]; leftOut: number };

/** Which days are of interest, and the zone in which days are counted and times without a zone are meant. */
export type EventWindow = { from: string; to: string; timeZone: string };

/** More events than anybody has in these weeks; of more, those are kept that are nearest to the middle of them, which is now. */
const MOST_EVENTS = 3000;
/** More than these are not even counted: the memory of the reader ends before the file of somebody who means harm. */
const MOST_READ = 100_000;
/** Occurrences that are walked through from the first of a series on; a series without end may be old. */
const MOST_STEPS = 20_000;
const MOST_STEPS_OF_ALL = 300_000;
const MOST_LETTERS = 200;

/**
 * The events of an iCalendar text (RFC 5545) within a window: series unfolded with their exceptions, cancelled ones left
 * out, times in the zones that they name.
 * @throws Error for a text that is no calendar
 */
export function readEvents(text: string, window: EventWindow): ReadCalendar {
  const calendar = openCalendar(text);
  const zones = zonesOf(calendar);
  const found = new Map<string, ReadEvent>();
  const steps = { left: MOST_STEPS_OF_ALL };
  reading: for (const { master, exceptions } of seriesOf(calendar)) {
    const event = new ICAL.Event(master, { strictExceptions: false, exceptions });
    for (const occurrence of occurrencesOf(event, window, steps)) {
      for (const one of toEvents(event, occurrence, { window, zones })) {
        if (found.size >= MOST_READ) break reading;
        found.set(one.key, one);
      }
    }
  }
  const events = nearest([...found.values()], window);
  return { events, leftOut: found.size - events.length };
}

/** As many as are kept, in order. */
function nearest(found: readonly ReadEvent[], { from, to }: EventWindow): ReadEvent[] {
  const now = addDays(from, Math.trunc(daysBetween(from, to) / 2));
  const distanceOf = ({ workDate }: ReadEvent) => Math.abs(daysBetween(now, workDate));
  const kept =
    found.length > MOST_EVENTS
      ? found.toSorted((a, b) => distanceOf(a) - distanceOf(b)).slice(0, MOST_EVENTS)
      : found;
  const placeOf = ({ workDate, startedAt }: ReadEvent) => `${workDate} ${startedAt ?? ''}`;
  return kept.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

function openCalendar(text: string): ICAL.Component {
  const parsed: unknown = ICAL.parse(text);
  // A file may hold several calendars; the first is the one that was meant.
  const first = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed[0] : parsed;
  const calendar = new ICAL.Component(first as string);
  if (calendar.name !== 'vcalendar') throw new Error('not a calendar');
  return calendar;
}

type Zones = ReadonlyMap<string, ICAL.Timezone>;

function zonesOf(calendar: ICAL.Component): Zones {
  return new Map(
    calendar.getAllSubcomponents('vtimezone').map((component) => {
      const zone = new ICAL.Timezone(component);
      return [zone.tzid, zone];
    }),
  );
}

type Series = { master: ICAL.Component; exceptions: ICAL.Component[] };

/** Each event with the occurrences of it that differ; one whose series is not in the file stands for itself. */
function seriesOf(calendar: ICAL.Component): Series[] {
  const series: Series[] = [];
  const byUid = new Map<string, Series>();
  const changed: ICAL.Component[] = [];
  for (const component of calendar.getAllSubcomponents('vevent')) {
    if (!component.hasProperty('dtstart')) continue;
    if (component.hasProperty('recurrence-id')) {
      changed.push(component);
      continue;
    }
    const one = { master: component, exceptions: [] };
    series.push(one);
    byUid.set(uidOf(component), one);
  }
  for (const component of changed) {
    const of = byUid.get(uidOf(component));
    if (of) of.exceptions.push(component);
    else series.push({ master: component, exceptions: [] });
  }
  return series;
}

function uidOf(component: ICAL.Component): string {
  return String(component.getFirstPropertyValue('uid') ?? '');
}

type Occurrence = { item: ICAL.Event; start: ICAL.Time; end: ICAL.Time; recurrence: string };

function* occurrencesOf(
  event: ICAL.Event,
  { from, to }: EventWindow,
  steps: { left: number },
): Generator<Occurrence> {
  if (!event.isRecurring()) {
    const recurrence = String(event.component.getFirstPropertyValue('recurrence-id') ?? '');
    yield { item: event, start: event.startDate, end: event.endDate, recurrence };
    return;
  }
  // A day more on both sides: a date in another zone may be the day before or after.
  const [first, last] = [addDays(from, -2), addDays(to, 2)];
  const iterator = event.iterator();
  for (let step = 0; step < MOST_STEPS && steps.left > 0; step++, steps.left--) {
    const next = iterator.next();
    if (!next) return;
    if (dateOf(next) > last) return;
    const details = event.getOccurrenceDetails(next);
    const { item, startDate: start, endDate: end } = details;
    if (dateOf(end) >= first) yield { item, start, end, recurrence: next.toString() };
  }
}

function toEvents(
  event: ICAL.Event,
  { item, start, end, recurrence }: Occurrence,
  { window, zones }: { window: EventWindow; zones: Zones },
): ReadEvent[] {
  const status = String(item.component.getFirstPropertyValue('status') ?? '');
  if (status.toUpperCase() === 'CANCELLED' || !isGivenDate(dateOf(start))) return [];
  const about = { title: plainText(item.summary), place: plainText(item.location) };
  const key = (part: string) => eventKey(event, part);
  if (start.isDate)
    return wholeDays(dateOf(start), dateOf(end), window, (day) => ({ ...about, key: key(day) }));
  const tzid = tzidOf(item.component, 'dtstart') ?? tzidOf(event.component, 'dtstart');
  const from = instantOf(start, tzid, { window, zones });
  const to = instantOf(end, tzidOf(item.component, 'dtend') ?? tzid, { window, zones });
  const lasts = to.getTime() - from.getTime();
  // What lasts no time is a reminder.
  if (!(lasts > 0)) return [];
  const workDate = plainDateAt(from, window.timeZone);
  if (lasts > DAY_MS) {
    const until = addDays(plainDateAt(new Date(to.getTime() - 1), window.timeZone), 1);
    return wholeDays(workDate, until, window, (day) => ({ ...about, key: key(`${recurrence} ${day}`) }));
  }
  if (workDate < window.from || workDate > window.to) return [];
  const times = { startedAt: from.toISOString(), endedAt: to.toISOString() };
  return [{ ...about, key: key(recurrence), workDate, ...times }];
}

/** A whole day, or each of several, as far as they lie in the window. */
function wholeDays(
  start: string,
  end: string,
  { from, to }: EventWindow,
  about: (day: string) => Pick<ReadEvent, 'key' | 'title' | 'place'>,
): ReadEvent[] {
  const first = start < from ? from : start;
  const last = end <= start ? start : addDays(end, -1);
  const count = Math.max(0, daysBetween(first, last < to ? last : to) + 1);
  return Array.from({ length: count }, (_, index) => {
    const workDate = addDays(first, index);
    return { ...about(workDate), workDate, startedAt: null, endedAt: null };
  });
}

/** The same after every read: what series, and which of it. A single event keeps its key when it is moved. */
function eventKey(event: ICAL.Event, part: string): string {
  const uid = event.uid ?? `${event.summary} ${event.startDate}`;
  return `${shortHash(uid)}.${shortHash(`${uid}\n${part}`)}`;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function tzidOf(component: ICAL.Component, property: string): string | undefined {
  const tzid = component.getFirstProperty(property)?.getFirstParameter('tzid');
  return typeof tzid === 'string' && tzid !== '' ? tzid : undefined;
}

/** By its name where that is one of this world, else by the rules in the file, else as the person's own clock. */
function instantOf(
  time: ICAL.Time,
  tzid: string | undefined,
  { window, zones }: { window: EventWindow; zones: Zones },
): Date {
  if (time.zone === ICAL.Timezone.utcTimezone) return time.toJSDate();
  const ruled = tzid === undefined ? undefined : zones.get(tzid);
  if (tzid !== undefined && !isTimeZone(tzid) && ruled) {
    const local = time.clone();
    local.zone = ruled;
    return local.toJSDate();
  }
  const zone = tzid !== undefined && isTimeZone(tzid) ? tzid : window.timeZone;
  const instant = instantAt(dateOf(time), time.hour * 60 + time.minute, zone);
  return new Date(instant.getTime() + time.second * 1000);
}

function dateOf({ year, month, day }: ICAL.Time): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** One line without control characters, not too long. */
function plainText(text: unknown): string {
  const line = String(text ?? '')
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return [...line].slice(0, MOST_LETTERS).join('');
}
