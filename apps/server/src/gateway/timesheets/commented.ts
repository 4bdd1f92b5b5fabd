import { setImmediate } from 'node:timers/promises';

/** What a packed week tells of its comments; the numbers are big-endian, of four bytes. */
export type CommentedWeek = {
  weekEndDate: string;
  /** Texts in lower case, each with a zero behind it. */
  comments: Buffer;
  /** Where each text ends, its zero included. */
  ends: Buffer;
  /** How many entries there are up to the last one of each text. */
  lasts: Buffer;
};

/** Entries of a week with texts that stand one after the other: from which one on, of those with a comment, and how many. */
export type Run = { weekEndDate: string; first: number; count: number };

const LONG = 4;

/** The entries whose comments hold a word, week by week; others have their turn in between. */
export async function runsOf(weeks: readonly CommentedWeek[], word: Buffer): Promise<Run[]> {
  const runs: Run[] = [];
  for (const week of weeks) {
    addRuns(runs, week, word);
    await setImmediate();
  }
  return runs;
}

function addRuns(runs: Run[], { weekEndDate, comments, ends, lasts }: CommentedWeek, word: Buffer): void {
  for (let at = comments.indexOf(word); at >= 0; ) {
    const text = textAt(ends, at);
    const first = text === 0 ? 0 : lasts.readInt32BE((text - 1) * LONG);
    const count = lasts.readInt32BE(text * LONG) - first;
    const before = runs.at(-1);
    if (before?.weekEndDate === weekEndDate && before.first + before.count === first) before.count += count;
    else runs.push({ weekEndDate, first, count });
    at = comments.indexOf(word, ends.readInt32BE(text * LONG));
  }
}

/** The number of the text that holds a byte: the first that ends behind it. */
function textAt(ends: Buffer, at: number): number {
  let [from, to] = [0, ends.length / LONG - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ends.readInt32BE(middle * LONG) > at) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Runs of a week that are read together, as one that reaches from the first to the last of them. */
export type Stretch = { run: Run; of: Run[] };

/** @param gap entries between two runs that may be read along */
export function stretchesOf(runs: readonly Run[], gap: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (const next of runs) {
    const last = stretches.at(-1);
    if (last?.run.weekEndDate === next.weekEndDate && next.first - last.run.first - last.run.count <= gap) {
      last.run.count = next.first + next.count - last.run.first;
      last.of.push(next);
    } else stretches.push({ run: { ...next }, of: [next] });
  }
  return stretches;
}

/** Entries of one week: how many, and the runs of them, which are made where they are asked for. */
export type FoundWeek = { weekEndDate: string; count: number; runs: () => readonly Run[] };

export const countOf = (found: readonly { count: number }[]): number =>
  found.reduce((sum, { count }) => sum + count, 0);

export function weeksOf(runs: readonly Run[]): FoundWeek[] {
  return Array.from(
    Map.groupBy(runs, ({ weekEndDate }) => weekEndDate),
    ([weekEndDate, own]) => ({ weekEndDate, count: countOf(own), runs: () => own }),
  );
}

/** The numbers of the entries of some runs. */
export function entriesOf(runs: readonly Pick<Run, 'first' | 'count'>[]): Uint32Array {
  const entries = new Uint32Array(countOf(runs));
  let at = 0;
  for (const { first, count } of runs)
    for (let entry = first; entry < first + count; entry++) entries[at++] = entry;
  return entries;
}

/**
 * Entries of a stretch of a week, as if they were all of it.
 * @param entries their numbers, in order, counted from its first
 */
export function weekOf({ weekEndDate, first }: Run, entries: Uint32Array): FoundWeek {
  return { weekEndDate, count: entries.length, runs: () => runsIn(weekEndDate, first, entries) };
}

/** Each week once, with the entries of all its stretches, which stand one after the other. */
export function wholeWeeks(stretches: readonly FoundWeek[]): FoundWeek[] {
  return Array.from(
    Map.groupBy(stretches, ({ weekEndDate }) => weekEndDate),
    ([weekEndDate, own]) => ({
      weekEndDate,
      count: countOf(own),
      runs: () => own.flatMap((each) => each.runs()),
    }),
  );
}

function runsIn(weekEndDate: string, from: number, entries: Uint32Array): Run[] {
  const runs: Run[] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && last.first + last.count === from + entry) last.count += 1;
    else runs.push({ weekEndDate, first: from + entry, count: 1 });
  }
  return runs;
}
