import { benchEqualAnswers } from './auth-equal.ts';
import { benchGrowth } from './auth-growth.ts';
import { authSets, cpuWithoutHash, refreshesPerRound, signingIn, withHashSeconds } from './lib/auth-sets.ts';
import { type Load, startLoad } from './lib/load.ts';
import { startReference, startWorker } from './lib/reference.ts';
import { seatsOf, weekEnd } from './lib/requests.ts';
import { cpuPerRequest, interleave, measure, type Sample } from './lib/rounds.ts';
import { type BenchProduct, startBenchProduct, weeksOfData } from './lib/setup.ts';
import { ratiosOf } from './lib/stats.ts';
import { type Row, rowOf } from './lib/table.ts';
import type { Effort } from './main.ts';

const connections = 8;
/** Divides the sessions, so that no two updates meet at one. */
const swapping = 5;

/** P1 to P4 and P15: signing in, checking and refreshing sessions beside the hash, one statement and a bare server. */
export async function benchAuth(effort: Effort): Promise<{ rows: Row[]; notes: string[] }> {
  const bench = await startBenchProduct({ people: effort.isQuick ? 6 : 50, seats: 4 });
  const [load, storm] = await Promise.all([startLoad(), startLoad()]);
  try {
    for (const [name, set] of Object.entries(await authSets(bench))) {
      await Promise.all([load.keep(name, set), storm.keep(name, set)]);
    }
    const samples = await run(bench, load, storm, effort);
    const [growth, equal] = [await benchGrowth(effort), await benchEqualAnswers(effort)];
    return {
      rows: [...rowsOf(samples), ...growth.rows, ...equal.rows],
      notes: [...notesOf(samples), ...growth.notes, ...equal.notes],
    };
  } finally {
    load.close();
    storm.close();
    await bench.stop();
  }
}

type Name =
  | 'signIn'
  | 'hash'
  | 'signatures'
  | 'self'
  | 'gateway'
  | 'hello'
  | 'refresh'
  | 'swapAndSign'
  | 'quiet'
  | 'stormy';

async function run(
  bench: BenchProduct,
  load: Load,
  storm: Load,
  { rounds, milliseconds }: Effort,
): Promise<Record<Name, Sample[]>> {
  const { product, address, people } = bench;
  const identity = address('latchkey_owner', 'latchkey');
  const hello = await startReference('hello');
  const worker = await startWorker({
    owner: address('stint_us_owner', 'stint_us'),
    login: address('stint_us_login', 'stint_us'),
    identity,
    tenantId: bench.tenantId,
    memberIds: people.map(({ memberId }) => memberId),
    weekEnds: Array.from({ length: weeksOfData }, (_week, at) => weekEnd(at)),
    sessionIds: people
      .slice(0, people.length - (people.length % swapping))
      .map(({ session }) => session.sessionId),
  });
  const seats = seatsOf(bench).length;
  const { port, pid } = product;
  const ofProduct =
    (set: string, most = 60 * seats, width = connections) =>
    () =>
      measure([pid], () => load.run({ port, set, connections: width, milliseconds, most }));
  const ofWorker =
    (kind: Parameters<typeof worker.run>[0]['kind'], concurrency = connections) =>
    () =>
      measure([pid, worker.pid], () => worker.run({ kind, milliseconds, concurrency }));
  const week = () => load.run({ port, set: 'week', connections: 1, milliseconds, most: 60 * seats });
  try {
    return await interleave<Name>(rounds, {
      signIn: () => withHashSeconds(pid, ofProduct('signIn', Number.MAX_SAFE_INTEGER, signingIn)),
      hash: ofWorker('hash', signingIn),
      signatures: ofWorker('signatures'),
      self: ofProduct('self'),
      gateway: ofProduct('gateway'),
      hello: () =>
        measure([hello.pid], () =>
          load.run({
            port: hello.port,
            set: 'hello',
            connections,
            milliseconds,
            most: Number.MAX_SAFE_INTEGER,
          }),
        ),
      refresh: ofProduct('refresh', refreshesPerRound * seats),
      swapAndSign: ofWorker('swapAndSign', swapping),
      quiet: () => measure([pid], week),
      stormy: () =>
        measure([pid], async () => {
          const all = {
            port,
            set: 'signIn',
            connections: 20,
            milliseconds,
            most: Number.MAX_SAFE_INTEGER,
            expects: 503,
          };
          const [answer] = await Promise.all([week(), storm.run(all)]);
          return answer;
        }),
    });
  } finally {
    await Promise.all([worker.close(), hello.close()]);
  }
}

function rowsOf(samples: Record<Name, Sample[]>): Row[] {
  const cpu = (above: Name, below: Name) =>
    ratiosOf(cpuPerRequest(samples[above]), cpuPerRequest(samples[below]));
  const p95 = (name: Name) => samples[name].map((sample) => sample.p95 as number);
  return [
    rowOf('P1', 'sign in, whole, CPU', cpu('signIn', 'hash'), 'x', { atMost: 1.1 }, 'one hash'),
    rowOf('P2', 'sign in without the hash, CPU', cpuWithoutHash(samples.signIn), 'ms', { atMost: 0.5 }),
    rowOf('P3', 'session check: own record, CPU', cpu('self', 'hello'), 'x', { atMost: 9 }, 'a bare hello'),
    rowOf('P3', 'session check: gateway, CPU', cpu('gateway', 'hello'), 'x', { atMost: 9 }, 'a bare hello'),
    rowOf(
      'P4',
      'refresh, CPU',
      cpu('refresh', 'swapAndSign'),
      'x',
      { atMost: 2.2 },
      'one update and three signatures',
    ),
    rowOf(
      'P15',
      'week read p95 while hashing is saturated',
      ratiosOf(p95('stormy'), p95('quiet')),
      'x',
      { atMost: 2 },
      'quiet',
    ),
  ];
}

function notesOf(samples: Record<Name, Sample[]>): string[] {
  const median = (name: Name) =>
    cpuPerRequest(samples[name]).toSorted((a, b) => a - b)[Math.floor(samples[name].length / 2)];
  const line = (name: Name, what: string) => `${what}: ${median(name)?.toFixed(3)} ms CPU`;
  return [
    'The hash alone is Argon2id of Node, 19 MiB, two passes, one lane, in a process of its own. P2 is the CPU of all threads but those that hash, and of PostgreSQL; it holds three ES256 signatures.',
    line('signIn', 'Sign in'),
    line('hash', 'One hash'),
    line('signatures', 'Three signatures'),
    line('self', 'Own record'),
    line('gateway', 'Gateway, roles of the workspace'),
    line('hello', 'Bare node:http hello'),
    line('refresh', 'Refresh'),
    line('swapAndSign', 'One conditional update and three signatures'),
  ];
}
