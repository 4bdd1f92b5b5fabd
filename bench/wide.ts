import { workspaceHeaders } from '../apps/server/src/testing/product-person.ts';
import { untilIdle } from './lib/cpu.ts';
import type { Effort } from './lib/effort.ts';
import { type Load, startLoad } from './lib/load.ts';
import { hasPgbench, runPgbench } from './lib/pgbench.ts';
import { requestText } from './lib/raw-http.ts';
import { inboxReads, seatsOf, weekReads } from './lib/requests.ts';
import { busyRounds, cpuPerRequest, interleave, measure, type Sample } from './lib/rounds.ts';
import { type BenchData, type BenchProduct, newestWeekEnd, startBenchProduct } from './lib/setup.ts';
import { ratiosOf, spreadOf } from './lib/stats.ts';
import { markBusy, type Row, rowOf } from './lib/table.ts';
import { reportScript } from './references/report-script.ts';

const connections = 4;
const seats = 4;
const people = 6;
/** The whole table, as years of a busy region fill it, and one that is small beside it. */
const tables = {
  whole: { set: 'wide', entries: 10_000_000, workspaces: 9_926 },
  small: { set: 'wide', entries: 100_000 },
} satisfies Record<string, BenchData>;
const year = { from: '2025-11-17', to: newestWeekEnd };

/** What people of one workspace ask for, and by how much more it may cost among everybody else's. */
const questions = {
  week: { title: 'week read', atMost: 1.2 },
  inbox: { title: 'approvals inbox', atMost: 1.1 },
  report: { title: 'report of a year by project', atMost: 1.05 },
} as const;
type Question = keyof typeof questions;
type Side = { bench: BenchProduct; load: Load };

/** P12 to its end: one workspace among 10 million entries of 9,926 others, beside the same one among 100,000. */
export async function benchWide(effort: Effort): Promise<{ rows: Row[]; notes: string[] }> {
  const sides: Side[] = [];
  try {
    // The whole one first: it takes its time, and who is signed in is so for ten minutes.
    sides.push(await startSide(tables.whole, effort, effort.keptIn));
    sides.push(await startSide(tables.small, effort));
    const [whole, small] = sides as [Side, Side];
    const names = Object.keys(questions) as Question[];
    const of = (side: Side, name: Question) => () => {
      const { pid, port } = side.bench.product;
      // Half of the sessions ask all three questions, and may not ask more in a round than their limit refills until the next.
      const most = name === 'week' ? 10 * seats * people : 8 * seats * 3;
      const order = { port, set: name, connections, milliseconds: effort.milliseconds, most };
      return measure([pid], () => side.load.run(order));
    };
    const samples = await interleave<string>(effort.rounds, {
      ...Object.fromEntries(
        names.flatMap((name) => [
          [`${name} whole`, of(whole, name)],
          [`${name} small`, of(small, name)],
        ]),
      ),
      ...((await hasPgbench())
        ? { 'sql whole': plainReport(whole, effort), 'sql small': plainReport(small, effort) }
        : {}),
    });
    return { rows: markBusy(rowsOf(samples), busyRounds(samples)), notes: notesOf(samples, whole, small) };
  } finally {
    for (const { bench, load } of sides) {
      load.close();
      await bench.stop();
    }
  }
}

async function startSide(wanted: BenchData, { isQuick }: Effort, keptIn?: string): Promise<Side> {
  const data: BenchData = isQuick ? { set: 'wide', entries: 70_000 } : wanted;
  const bench = await startBenchProduct({ people, seats, data, keptIn });
  try {
    const load = await startLoad();
    await untilIdle([bench.product.pid]);
    await bench.renew();
    await load.keep('week', { texts: weekReads(bench) });
    await load.keep('inbox', { texts: inboxReads(bench) });
    await load.keep('report', { texts: reportReads(bench) });
    return { bench, load };
  } catch (error) {
    await bench.stop();
    throw error;
  }
}

/** By the owner and the admins, who see everything. */
function reportReads(bench: BenchProduct): string[] {
  const deciders = new Set(bench.people.slice(0, 3));
  return seatsOf(bench)
    .filter(({ person }) => deciders.has(person))
    .map(({ session }) =>
      requestText({
        method: 'POST',
        path: '/api/Reports/Query',
        headers: { host: session.host, ...workspaceHeaders(session, bench.workspace) },
        body: JSON.stringify({ ...year, groupBy: ['project'] }),
      }),
    );
}

/** The same year by project from the entries: what the size of the whole table costs without anything of the product. */
function plainReport({ bench }: Side, { milliseconds }: Effort): () => Promise<Sample> {
  const target = { ...bench.address('stint_us_owner', 'stint_us'), serverPid: bench.product.pid };
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return () => runPgbench(target, reportScript(bench.tenantId, year.from, year.to), { seconds, clients: 1 });
}

function rowsOf(samples: Record<string, Sample[]>): Row[] {
  const cpu = (name: string) => cpuPerRequest(samples[name] ?? []);
  const growth = (name: string) => ratiosOf(cpu(`${name} whole`), cpu(`${name} small`));
  return [
    ...Object.entries(questions).map(([name, { title, atMost }]) =>
      rowOf('P12', `${title} among 10M entries, CPU`, growth(name), {
        unit: 'x',
        atMost,
        against: 'among 100,000 entries',
      }),
    ),
    ...('sql whole' in samples
      ? [
          rowOf('P12', 'SQL of that report over the entries, among 10M entries, CPU', growth('sql'), {
            unit: 'x',
            inform: true,
          }),
        ]
      : []),
  ];
}

function notesOf(samples: Record<string, Sample[]>, whole: Side, small: Side): string[] {
  const size = ({ bench: { rows } }: Side) => `${rows.workspaces} workspaces with ${rows.entries} entries`;
  return [
    `Whole: ${size(whole)}; small: ${size(small)}.`,
    ...Object.entries(samples).map(
      ([name, taken]) => `${name}: ${spreadOf(cpuPerRequest(taken)).median.toFixed(3)} ms CPU`,
    ),
  ];
}
