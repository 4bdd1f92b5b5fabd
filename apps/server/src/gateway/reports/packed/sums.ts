import { type RoundingRule, roundMinutes } from '@stint/domain/time/rounding.ts';

/** A group has fewer keys than this, and a report fewer pairs of currencies than that: their places make one exact number. */
export const MOST_KEYS = 2 ** 16;
export const MOST_PRICES = 2 ** 5;

/** Added to the place of a line: whatever else is added, it is none. */
export const LEFT_OUT = -(2 ** 55);

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
const width = figureNames.length;

function add(figures: Float64Array, at: number, more: number): void {
  figures[at] = (figures[at] as number) + more;
}

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
  /** 1: billable and without a rate; 2: without a cost. */
  priceMarks: Uint8Array;
};

/** Figures by the place of their line: numbers that are far apart, in a table of open addresses. */
export class Sums {
  readonly #most: number;
  readonly #places: Float64Array;
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #lines: number[] = [];
  #figures = new Float64Array(width * 1024);

  /** @param most lines of which there are never more */
  constructor(most: number) {
    this.#most = most;
    const size = 2 ** Math.ceil(Math.log2(most * 2));
    this.#mask = size - 1;
    this.#places = new Float64Array(size);
    this.#slots = new Int32Array(size);
  }

  /** Where the figures of a line begin; -1 where there are more lines than there may be. */
  #slotOf(place: number): number {
    const high = (place / 2 ** 32) | 0;
    let at = Math.imul((place | 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    for (at = (at ^ (at >>> 15)) & this.#mask; ; at = (at + 1) & this.#mask) {
      const slot = this.#slots[at] as number;
      if (slot === 0) return this.#add(at, place);
      if (this.#places[at] === place) return (slot - 1) * width;
    }
  }

  #add(at: number, place: number): number {
    if (this.#lines.length === this.#most) return -1;
    this.#places[at] = place;
    this.#slots[at] = this.#lines.push(place);
    const first = (this.#lines.length - 1) * width;
    if (first === this.#figures.length) {
      const figures = new Float64Array(this.#figures.length * 2);
      figures.set(this.#figures);
      this.#figures = figures;
    }
    return first;
  }

  /**
   * Adds up a week.
   * @param rule how entries or days on projects are rounded; null where minutes are told as they are
   * @returns whether no line was too many
   */
  addWeek(week: WeekColumns, rule: RoundingRule | null): boolean {
    const { personEntries, people, days, times, projectPlaces, activityPlaces, pricePlaces } = week;
    const { projects, activities, prices, priceMarks, bills, costs } = week;
    const isOfDays = rule?.scope === 'dayProject';
    const rounded = Float64Array.from({ length: 2048 }, (_minutes, at) =>
      rule ? roundMinutes(at, rule) : at,
    );
    let at = 0;
    for (let person = 0; person < personEntries.length; person++) {
      const until = at + (personEntries[person] as number);
      const ofPerson = people[person] as number;
      // A day on a project: its minutes so far, and the line that they go to.
      let [day, dayMinutes, dayLine] = [-1, 0, 0];
      for (; at < until; at++) {
        const time = times[at] as number;
        const project = projectPlaces[at] as number;
        const price = pricePlaces[at] as number;
        const place =
          ofPerson +
          (days[time >> 11] as number) +
          (projects[project] as number) +
          (activities[activityPlaces[at] as number] as number) +
          (prices[price] as number);
        if (place < 0) continue;
        const line = this.#slotOf(place);
        if (line < 0) return false;
        const figures = this.#figures;
        const minutes = time & 2047;
        const billable = (time >> 11) & 1 ? minutes : 0;
        const mark = priceMarks[price] as number;
        // In the order of `figureNames`.
        add(figures, line, 1);
        add(figures, line + 1, minutes);
        add(figures, line + 3, billable);
        add(figures, line + 4, bills[at] as number);
        add(figures, line + 5, mark & 1 ? minutes : 0);
        add(figures, line + 6, costs[at] as number);
        add(figures, line + 7, mark & 2 ? minutes : 0);
        if (!isOfDays) {
          add(figures, line + 2, rounded[minutes] as number);
          continue;
        }
        const own = (time >> 12) * MOST_KEYS + project;
        if (own !== day) {
          add(figures, dayLine + 2, dayMinutes > 0 ? roundMinutes(dayMinutes, rule) : 0);
          [day, dayMinutes, dayLine] = [own, 0, line];
        }
        dayMinutes += minutes;
      }
      if (dayMinutes > 0 && rule) add(this.#figures, dayLine + 2, roundMinutes(dayMinutes, rule));
    }
    return true;
  }

  /** All lines, and what is in them. */
  *lines(): Generator<{ place: number; figures: Float64Array }> {
    for (const [at, place] of this.#lines.entries())
      yield { place, figures: this.#figures.subarray(at * width, (at + 1) * width) };
  }
}
