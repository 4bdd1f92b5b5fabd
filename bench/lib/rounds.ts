import { cpuSecondsOf } from './cpu.ts';
import { whileQuiet } from './outside.ts';

/** What one contestant did in one round. */
export type Sample = {
  count: number;
  seconds: number;
  /** CPU of everything that served, the client left out. */
  cpuSeconds: number;
  p95?: number;
  /** CPU seconds of a part of the server, where a contestant tells them apart. */
  partSeconds?: number;
  /** Programs that are not ours were at work beside its round. */
  isBusy?: boolean;
};

/** @param part how much of a turn: 1 where absent */
export type Contestant = (part?: number) => Promise<Sample>;

export type Contestants<Name extends string> = Record<Name, Contestant>;

/**
 * The part of a turn that goes before it and is not counted. A process that had nothing to do while others had their turns costs up to a
 * third more at first: the kernel took its pages, the processor its caches. A server that is at work has no such turns.
 */
export const leadIn = 0.3;

/**
 * Runs all contestants one after the other, round by round, so that they share whatever the machine does meanwhile.
 * A first round warms up and is thrown away; one beside other programs is done again.
 * @param lead `leadIn`, for contestants that do a part of a turn
 */
export async function interleave<Name extends string>(
  rounds: number,
  contestants: Contestants<Name>,
  lead = 0,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(contestants) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Name, Sample[]>;
  // A single round shows that everything runs: what is at work beside it matters to nobody.
  const outside = rounds === 1 ? () => () => 0 : undefined;
  for (let round = 0; round <= rounds; round++) {
    const { value, isBusy } = await whileQuiet(async () => {
      const taken: [Name, Sample][] = [];
      for (const name of names) {
        if (lead > 0) await contestants[name](lead);
        taken.push([name, await contestants[name]()]);
      }
      return taken;
    }, outside);
    if (round > 0) for (const [name, sample] of value) samples[name].push({ ...sample, isBusy });
    process.stderr.write('.');
  }
  process.stderr.write('\n');
  return samples;
}

/**
 * Asks contestants by turns before their first round. Code is compiled where it has run some thousand times: a small floor gets
 * there in its first second, a product only after thousands of requests; until then its rounds would show what it costs after a
 * start.
 */
export async function warmUp(contestants: readonly (() => Promise<Sample>)[], turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) for (const work of contestants) await work();
}

/**
 * What is asked for in a part of a turn.
 * @param milliseconds of a whole turn
 * @param most requests of a whole turn, where a limit lets no more through
 */
export function ofTurn(milliseconds: number, part: number, most = Number.MAX_SAFE_INTEGER) {
  return { milliseconds: milliseconds * part, most: Math.ceil(most * part) };
}

/** Counts the CPU of process trees around some work. */
export async function measure(
  roots: readonly number[],
  work: () => Promise<{ count: number; seconds: number; p95?: number }>,
): Promise<Sample> {
  const before = cpuSecondsOf(roots);
  const { count, seconds, p95 } = await work();
  return { count, seconds, cpuSeconds: cpuSecondsOf(roots) - before, ...(p95 === undefined ? {} : { p95 }) };
}

/** How many rounds had other programs beside them. */
export function busyRounds(samples: Record<string, readonly Sample[]>): number {
  return Math.max(0, ...Object.values(samples).map((of) => of.filter(({ isBusy }) => isBusy).length));
}

/** CPU milliseconds per request of each round. */
export function cpuPerRequest(samples: readonly Sample[]): number[] {
  return samples.map(({ cpuSeconds, count }) => (cpuSeconds * 1000) / count);
}

/** Requests a second of each round. */
export function rateOf(samples: readonly Sample[]): number[] {
  return samples.map(({ count, seconds }) => count / seconds);
}
