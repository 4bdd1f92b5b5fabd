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
