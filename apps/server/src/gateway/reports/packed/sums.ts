import { type RoundingRule, roundMinutes } from '@stint/domain/time/rounding.ts';

/** A group has fewer keys than this, and a report fewer pairs of currencies than that: their places make one exact number. */
export const MOST_KEYS = 2 ** 16;
export const MOST_PRICES = 2 ** 5;

/** Added to the place of a line: whatever else is added, it is none. */
export const LEFT_OUT = -(2 ** 55);

/** Of a list that decides no group and no filter. */
export const nothingAdded = new Float64Array(2 ** 16);
const noNumbers = new Int32Array(nothingAdded.length);

/** What is added up in each line. */
export const figureNames = [
  'entries',
  'minutes',
  'roundedMinutes',
  'billableMinutes',
  'amount',
  'unpricedMinutes',
  'cost',
  'uncostedMinutes',
] as const;
export type Figures = Record<(typeof figureNames)[number], number>;

/** A packed week as typed arrays: of each entry what is told, and what that adds to the place of its line. */
export type WeekColumns = {
  /** Of each person how many entries, and of each day of the week twice: not billable, billable. */
  personEntries: Uint32Array;
  people: Float64Array;
  days: Float64Array;
  /** Of each entry. */
  times: Uint16Array;
  projectPlaces: Uint16Array;
  activityPlaces: Uint16Array;
  pricePlaces: Uint16Array;
  bills: Uint32Array;
  costs: Uint32Array;
  /** Of each in the lists of the week. */
  projects: Float64Array;
  activities: Float64Array;
  prices: Float64Array;
  /** 1: billable and without a rate; 2: without a cost. Empty where no money is asked for. */
  priceMarks: Uint8Array;
};

/**
 * The lines of a report. Their places are far apart: a table of open addresses says which line is at each. Plain objects and
 * short loops: what is optimised while it first runs makes a third of the time.
 */
export type Sums = {
  most: number;
  rule: RoundingRule | null;
  /** What the rule makes of the minutes of an entry. */
  roundedEntry: Float64Array;
  count: number;
  places: Float64Array;
  table: Int32Array;
  figures: Record<(typeof figureNames)[number], Float64Array>;
};

/** Most reports have fewer lines; their table fits into the nearest memory of a processor. */
const FIRST_LINES = 2048;

/**
 * @param rule how entries, or days on projects, are rounded; null where minutes are told as they are
 */
export function emptySums(rule: RoundingRule | null): Sums {
  const figures = figureNames.map((name) => [name, new Float64Array(FIRST_LINES)]);
  return {
    most: 0,
    rule,
    roundedEntry: Float64Array.from({ length: 2048 }, (_each, minutes) =>
      rule ? roundMinutes(minutes, rule) : minutes,
    ),
    count: 0,
    places: new Float64Array(FIRST_LINES),
    table: new Int32Array(FIRST_LINES * 4),
    figures: Object.fromEntries(figures) as Sums['figures'],
  };
}

/** The line at a place, new where there is none yet; -1 where there would be too many. */
function lineAt(sums: Sums, place: number): number {
  const at = freeAt(sums, place);
  const line = sums.table[at] as number;
  if (line !== 0) return line - 1;
  if (sums.count === sums.most) return -1;
  sums.places[sums.count] = place;
  sums.count += 1;
  sums.table[at] = sums.count;
  if (sums.count === sums.places.length) grow(sums);
  return sums.count - 1;
}

/** Where in the table a place is, or belongs. */
function freeAt({ table, places }: Sums, place: number): number {
  const mask = table.length - 1;
  const mixed = Math.imul((place | 0) ^ Math.imul((place / 2 ** 32) | 0, 0x85ebca6b), 0x9e3779b1);
  let at = (mixed ^ (mixed >>> 15)) & mask;
  for (let line = table[at] as number; line !== 0; line = table[at] as number) {
    if (places[line - 1] === place) return at;
    at = (at + 1) & mask;
  }
  return at;
}

function grow(sums: Sums): void {
  const larger = (numbers: Float64Array) => {
    const more = new Float64Array(numbers.length * 2);
    more.set(numbers);
    return more;
  };
  sums.places = larger(sums.places);
  for (const name of figureNames) sums.figures[name] = larger(sums.figures[name]);
  sums.table = new Int32Array(sums.table.length * 2);
  for (let line = 0; line < sums.count; line++)
    sums.table[freeAt(sums, sums.places[line] as number)] = line + 1;
}

/** Of a week while it is added up: the line of each entry. */
let scratch = new Int32Array(0);

/** Adds up a week. @returns whether there are `most` lines, or fewer */
export function addWeek(sums: Sums, week: WeekColumns, most: number): boolean {
  sums.most = most;
  const { rule } = sums;
  if (scratch.length < week.times.length) scratch = new Int32Array(week.times.length * 2);
  const lines = scratch.subarray(0, week.times.length);
  if (!findLines(sums, week, lines)) return false;
  addTime(sums, week, lines);
  if (week.priceMarks.length > 0) addMoney(sums, week, lines);
  if (rule?.scope === 'entry') addRoundedEntries(sums, week, lines);
  if (rule?.scope === 'dayProject') addRoundedDays(sums, week, lines, rule);
  return true;
}

/** Places in the table of a week for each of its entries, at most. */
const MOST_FOR_EACH = 4;
/** In that table a line stands two higher than it is: there are none yet, and what is left out. */
const UNKNOWN = 0;
const ABOVE = 2;

/**
 * By a table of all that the lists of a week lead to, so that few entries are looked for by the place of their line.
 * @param lines is filled: of each entry, or -1 where it is left out
 * @returns whether there are `most` lines, or fewer
 */
function findLines(sums: Sums, week: WeekColumns, lines: Int32Array): boolean {
  const days = numbered(week.days, 1);
  const prices = numbered(week.prices, days.width);
  const projects = numbered(week.projects, prices.width);
  const activities = numbered(week.activities, projects.width);
  const people = numbered(week.people, activities.width);
  if (people.width > MOST_FOR_EACH * lines.length) return findEach(sums, week, lines);
  return findByTable(sums, week, lines, {
    known: new Int32Array(people.width),
    people: people.numbers,
    days: days.numbers,
    projects: projects.numbers,
    activities: activities.numbers,
    prices: prices.numbers,
  });
}

/** What each of a list adds to a place in that table: the same where it adds the same to the place of a line. */
function numbered(places: Float64Array, step: number): { numbers: Int32Array; width: number } {
  if (places === nothingAdded) return { numbers: noNumbers, width: step };
  const known = new Map<number, number>();
  const numbers = new Int32Array(places.length);
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    const before = known.get(place);
    numbers[at] = (before ?? known.size) * step;
    if (before === undefined) known.set(place, known.size);
  }
  return { numbers, width: known.size * step };
}

type Table = Record<'known' | 'people' | 'days' | 'projects' | 'activities' | 'prices', Int32Array>;

function findByTable(sums: Sums, week: WeekColumns, lines: Int32Array, table: Table): boolean {
  const { personEntries, times, projectPlaces, activityPlaces, pricePlaces } = week;
  const { known, people, days, projects, activities, prices } = table;
  for (let person = 0, at = 0; person < personEntries.length; person++) {
    const until = at + (personEntries[person] as number);
    const ofPerson = people[person] as number;
    for (; at < until; at++) {
      const own =
        ofPerson +
        (days[(times[at] as number) >> 11] as number) +
        (projects[projectPlaces[at] as number] as number) +
        (activities[activityPlaces[at] as number] as number) +
        (prices[pricePlaces[at] as number] as number);
      let found = known[own] as number;
      if (found === UNKNOWN) {
        const place = placeOf(week, person, at);
        const line = place < 0 ? -1 : lineAt(sums, place);
        if (line < 0 && place >= 0) return false;
        found = line + ABOVE;
        known[own] = found;
      }
      lines[at] = found - ABOVE;
    }
  }
  return true;
}

/** Entries that lead to many lines. Those of one person follow each other, and often belong to the line of the one before. */
function findEach(sums: Sums, week: WeekColumns, lines: Int32Array): boolean {
  const { personEntries } = week;
  let placeBefore = -1;
  let line = -1;
  for (let person = 0, at = 0; person < personEntries.length; person++) {
    const until = at + (personEntries[person] as number);
    for (; at < until; at++) {
      const place = placeOf(week, person, at);
      if (place !== placeBefore) {
        placeBefore = place;
        line = place < 0 ? -1 : lineAt(sums, place);
        if (line < 0 && place >= 0) return false;
      }
      lines[at] = line;
    }
  }
  return true;
}

function placeOf(week: WeekColumns, person: number, at: number): number {
  const { people, days, times, projects, projectPlaces } = week;
  const { activities, activityPlaces, prices, pricePlaces } = week;
  return (
    (people[person] as number) +
    (days[(times[at] as number) >> 11] as number) +
    (projects[projectPlaces[at] as number] as number) +
    (activities[activityPlaces[at] as number] as number) +
    (prices[pricePlaces[at] as number] as number)
  );
}

function add(figures: Float64Array, line: number, more: number): void {
  figures[line] = (figures[line] as number) + more;
}

function addTime({ figures }: Sums, { times }: WeekColumns, lines: Int32Array): void {
  const { entries, minutes, billableMinutes } = figures;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as number;
    if (line < 0) continue;
    const time = times[at] as number;
    add(entries, line, 1);
    add(minutes, line, time & 2047);
    add(billableMinutes, line, (time & 2047) * ((time >> 11) & 1));
  }
}

function addMoney({ figures }: Sums, week: WeekColumns, lines: Int32Array): void {
  const { amount, unpricedMinutes, cost, uncostedMinutes } = figures;
  const { times, pricePlaces, priceMarks, bills, costs } = week;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as number;
    if (line < 0) continue;
    const mark = priceMarks[pricePlaces[at] as number] as number;
    add(amount, line, bills[at] as number);
    add(cost, line, costs[at] as number);
    const recorded = (times[at] as number) & 2047;
    add(unpricedMinutes, line, recorded * (mark & 1));
    add(uncostedMinutes, line, recorded * (mark >> 1));
  }
}

function addRoundedEntries({ figures, roundedEntry }: Sums, { times }: WeekColumns, lines: Int32Array): void {
  const { roundedMinutes } = figures;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as number;
    if (line >= 0) add(roundedMinutes, line, roundedEntry[(times[at] as number) & 2047] as number);
  }
}

/** What a person did on a project in a day stands together; no group is a part of it (`daysTellRounded`). */
function addRoundedDays({ figures }: Sums, week: WeekColumns, lines: Int32Array, rule: RoundingRule): void {
  const { roundedMinutes } = figures;
  const { personEntries, times, projectPlaces } = week;
  for (let person = 0, at = 0; person < personEntries.length; person++) {
    const until = at + (personEntries[person] as number);
    while (at < until) {
      const [day, project] = [(times[at] as number) >> 12, projectPlaces[at]];
      let minutes = 0;
      let line = -1;
      for (; at < until && (times[at] as number) >> 12 === day && projectPlaces[at] === project; at++) {
        if ((lines[at] as number) < 0) continue;
        line = lines[at] as number;
        minutes += (times[at] as number) & 2047;
      }
      if (line >= 0) add(roundedMinutes, line, roundMinutes(minutes, rule));
    }
  }
}

/** All lines, and what is in them. */
export function* linesOf({ count, places, figures, rule }: Sums): Generator<{
  place: number;
  figures: Figures;
}> {
  for (let line = 0; line < count; line++) {
    const of = (name: keyof Figures) => figures[name][line] as number;
    yield {
      place: places[line] as number,
      figures: {
        entries: of('entries'),
        minutes: of('minutes'),
        roundedMinutes: of(rule ? 'roundedMinutes' : 'minutes'),
        billableMinutes: of('billableMinutes'),
        amount: of('amount'),
        unpricedMinutes: of('unpricedMinutes'),
        cost: of('cost'),
        uncostedMinutes: of('uncostedMinutes'),
      },
    };
  }
}
