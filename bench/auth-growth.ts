import { authSets, cpuWithoutHash, refreshesPerRound, signingIn, withHashSeconds } from './lib/auth-sets.ts';
import type { Effort } from './lib/effort.ts';
import { type Growth, grow } from './lib/growth.ts';
import { type Load, startLoad } from './lib/load.ts';
import { seatsOf } from './lib/requests.ts';
import {
  busyRounds,
  type Contestant,
  type Contestants,
  cpuPerRequest,
  interleave,
  measure,
  type Sample,
} from './lib/rounds.ts';
import { type BenchProduct, startBenchProduct } from './lib/setup.ts';
import { ratiosOf } from './lib/stats.ts';
import { markBusy, type Row, rowOf } from './lib/table.ts';

/** Growth that costs more than this is growth with the data. */
const atMost = 1.2;
const works = ['signIn', 'self', 'refresh'] as const;
const titles = {
  signIn: 'sign in without the hash',
  self: 'own record',
  refresh: 'refresh',
};
const sizes = {
  small: { tenants: 10, people: 1000 },
  tenants: { tenants: 10_000, people: 1000 },
  people: { tenants: 10, people: 200_000 },
} satisfies Record<string, Growth>;
const quickSizes: typeof sizes = {
  small: sizes.small,
  tenants: { tenants: 100, people: 1000 },
  people: { tenants: 10, people: 2000 },
};

type Size = keyof typeof sizes;
type Name = `${Size} ${(typeof works)[number]}`;
type Side = { bench: BenchProduct; load: Load };

/** What signing in costs among many tenants and many people, beside the same product that knows few. */
export async function benchGrowth(effort: Effort): Promise<{ rows: Row[]; notes: string[] }> {
  const chosen = effort.isQuick ? quickSizes : sizes;
  const sides: Partial<Record<Size, Side>> = {};
  try {
    for (const size of Object.keys(sizes) as Size[]) sides[size] = await startSide(chosen[size]);
    const samples = await interleave<Name>(effort.rounds, contestants(sides as Record<Size, Side>, effort));
    return { rows: markBusy(rowsOf(samples, chosen), busyRounds(samples)), notes: [] };
  } finally {
    for (const { bench, load } of Object.values(sides)) {
      load.close();
      await bench.stop();
    }
  }
}

async function startSide(growth: Growth): Promise<Side> {
  const bench = await startBenchProduct({ people: 4, seats: 15 });
  await grow(bench, growth);
  const load = await startLoad();
  for (const [name, set] of Object.entries(await authSets(bench))) await load.keep(name, set);
  return { bench, load };
}

function contestants(sides: Record<Size, Side>, { milliseconds }: Effort): Contestants<Name> {
  const entries = works.flatMap((work) =>
    (Object.keys(sizes) as Size[]).map((size) => {
      const { bench, load } = sides[size];
      const { pid, port } = bench.product;
      const seats = seatsOf(bench).length;
      const most = { signIn: Number.MAX_SAFE_INTEGER, self: 40 * seats, refresh: refreshesPerRound * seats };
      const order = { port, set: work, connections: signingIn, milliseconds, most: most[work] };
      const run = () => measure([pid], () => load.run(order));
      return [`${size} ${work}`, work === 'signIn' ? withHashSeconds(pid, run) : run] satisfies [
        string,
        Contestant,
      ];
    }),
  );
  return Object.fromEntries(entries) as Contestants<Name>;
}

function rowsOf(samples: Record<Name, Sample[]>, chosen: typeof sizes): Row[] {
  const cost = (size: Size, work: (typeof works)[number]) => {
    const taken = samples[`${size} ${work}`];
    return work === 'signIn' ? cpuWithoutHash(taken) : cpuPerRequest(taken);
  };
  const count = (number: number) => number.toLocaleString('en');
  return (['tenants', 'people'] as const).flatMap((what) =>
    works.map((work) =>
      rowOf(
        'growth',
        `${titles[work]}, CPU with ${count(chosen[what][what])} ${what}`,
        ratiosOf(cost(what, work), cost('small', work)),
        { unit: 'x', atMost, against: `itself with ${count(chosen.small[what])}` },
      ),
    ),
  );
}
