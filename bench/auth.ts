import { companionCookie } from '../apps/server/src/auth/mechanisms/http/client.ts';
import { readCookie } from '../apps/server/src/auth/mechanisms/http/cookies.ts';
import { hashesAtOnce } from '../apps/server/src/auth/mechanisms/passwords/hasher.ts';
import { SUPERUSER } from '../apps/server/src/platform/embedded/cluster.ts';
import { benchEqualAnswers } from './auth-equal.ts';
import { authSets, cpuWithoutHash, refreshesPerRound, signingIn, withHashSeconds } from './lib/auth-sets.ts';
import type { Effort } from './lib/effort.ts';
import { type Load, startLoad } from './lib/load.ts';
import type { LoadSet } from './lib/load-driver.ts';
import { requestText } from './lib/raw-http.ts';
import { startReference, startWorker } from './lib/reference.ts';
import { seatsOf, weekEndDate } from './lib/requests.ts';
import {
  busyRounds,
  type Contestant,
  cpuPerRequest,
  interleave,
  leadIn,
  measure,
  ofTurn,
  type Sample,
  warmUp,
} from './lib/rounds.ts';
import { type BenchProduct, startBenchProduct, weeksOfData } from './lib/setup.ts';
import { ratiosOf, spreadOf } from './lib/stats.ts';
import { markBusy, type Row, rowOf } from './lib/table.ts';
import { unhashed } from './references/hash-one.ts';
import type { OwedSettings } from './references/sign-in-owed.ts';

const connections = 8;
/**
 * Behind its hashes a server answers less than a hundred sign-ins a second, its floor thousands: in the round that warms up the
 * one would not be compiled yet, the other ten times over.
 */
const warmUpSignIns = 8000;
const warmUpMs = 100_000;
/** A session may refresh 30 times a minute. */
const warmUpRefreshes = 12;
/** Seconds, in which what it is compared with answers many thousand sign-ins whose hash is left out. */
const warmUpFloors = 6;

/** P1 to P4 and P15: signing in, checking and refreshing sessions beside the hash, one statement and a bare server. */
export async function benchAuth(effort: Effort): Promise<{ rows: Row[]; notes: string[] }> {
  const bench = await startBenchProduct({ people: effort.isQuick ? 6 : 50, seats: 4 });
  const [load, storm] = await Promise.all([startLoad(), startLoad()]);
  try {
    const floors = {
      signInFloor: floorRequest('/sign-in'),
      signInWhole: floorRequest('/sign-in-whole'),
      refreshFloor: floorRequest('/refresh'),
      refreshWhole: floorRequest('/refresh-whole'),
      signInOwed: floorRequest('/sign-in'),
      signInFloorUnhashed: floorRequest(`/sign-in?${unhashed}`),
      signInWholeUnhashed: floorRequest(`/sign-in-whole?${unhashed}`),
      signInOwedUnhashed: floorRequest(`/sign-in?${unhashed}`),
      refreshOwed: floorRequest('/refresh'),
    };
    for (const [name, set] of Object.entries({ ...(await authSets(bench)), ...floors })) {
      await Promise.all([load.keep(name, set), storm.keep(name, set)]);
    }
    const samples = await run(bench, load, storm, effort);
    const equal = await benchEqualAnswers(effort);
    return {
      rows: [...markBusy(rowsOf(samples), busyRounds(samples)), ...equal.rows],
      notes: [...notesOf(samples), ...equal.notes],
    };
  } finally {
    load.close();
    storm.close();
    await bench.stop();
  }
}

function companionOf({ cookie }: { cookie: string }): string {
  const companion = readCookie(cookie, companionCookie);
  if (!companion) throw new Error('a browser of the bench has no companion');
  return companion;
}

/** Who signs in, from browsers that they used before. */
async function owedOf({ product, people, address }: BenchProduct): Promise<OwedSettings> {
  return {
    address: address('latchkey_login', 'latchkey'),
    tenantId: (await product.access()).tenantId,
    people: people.map(({ email, session }) => ({
      email,
      companion: companionOf(session),
    })),
  };
}

function floorRequest(path: string): LoadSet {
  return { texts: [requestText({ method: 'GET', path, headers: { host: 'floor' } })] };
}

type Name =
  | 'signIn'
  | 'hash'
  | 'signatures'
  | 'self'
  | 'gateway'
  | 'hello'
  | 'refresh'
  | 'signInFloor'
  | 'signInWhole'
  | 'refreshFloor'
  | 'refreshWhole'
  | 'signInOwed'
  | 'refreshOwed'
  | 'quiet'
  | 'stormy'
  | 'weekFloorQuiet'
  | 'weekFloorStormy';

async function run(
  bench: BenchProduct,
  load: Load,
  storm: Load,
  { rounds, milliseconds, isQuick }: Effort,
): Promise<Record<Name, Sample[]>> {
  const { product, address, people, databasePid } = bench;
  const hello = await startReference('hello');
  const floor = await startReference('sign-in-floor', JSON.stringify(address(SUPERUSER, 'latchkey')));
  const owed = await startReference('sign-in-owed', JSON.stringify(await owedOf(bench)));
  const login = address('stint_us_login', 'stint_us');
  const weekFloor = await startReference('week-floor', JSON.stringify(login), bench.tenantId);
  const worker = await startWorker({
    owner: address('stint_us_owner', 'stint_us'),
    login,
    tenantId: bench.tenantId,
    memberIds: people.map(({ memberId }) => memberId),
    weekEndDates: Array.from({ length: weeksOfData }, (_week, at) => weekEndDate(at)),
  });
  const seats = seatsOf(bench).length;
  const { port, pid } = product;
  const ofProduct =
    (set: string, most = 60 * seats, width = connections): Contestant =>
    (part = 1) =>
      measure([pid], () => load.run({ port, set, connections: width, ...ofTurn(milliseconds, part, most) }));
  const ofWorker =
    (kind: Parameters<typeof worker.run>[0]['kind'], concurrency = connections): Contestant =>
    (part = 1) =>
      measure([databasePid, worker.pid], () =>
        worker.run({ kind, milliseconds: milliseconds * part, concurrency }),
      );
  const ofFloor =
    (set: string, server = floor, width = connections): Contestant =>
    (part = 1) =>
      measure([databasePid, server.pid], () =>
        load.run({ port: server.port, set, connections: width, ...ofTurn(milliseconds, part) }),
      );
  const withHashes = (set: string, server = floor) =>
    withHashSeconds(server.pid, ofFloor(set, server, signingIn));
  const week =
    (of = port): Contestant =>
    (part = 1) =>
      measure([pid], () =>
        load.run({ port: of, set: 'week', connections: 1, ...ofTurn(milliseconds, part, 60 * seats) }),
      );
  const stormOn =
    (work: Contestant): Contestant =>
    async (part = 1) => {
      const all = { port, set: 'signIn', connections: 20, expects: 503, ...ofTurn(milliseconds, part) };
      const [sample] = await Promise.all([work(part), storm.run(all)]);
      return sample;
    };
  try {
    const refresh = ofProduct('refresh', refreshesPerRound * seats);
    if (!isQuick) {
      const order = {
        port,
        set: 'signIn',
        connections: signingIn,
        milliseconds: warmUpMs,
        most: warmUpSignIns,
      };
      await load.run(order);
      await warmUp([refresh], warmUpRefreshes);
      const floors = [
        ofFloor('signInFloorUnhashed'),
        ofFloor('signInWholeUnhashed'),
        ofFloor('signInOwedUnhashed', owed),
      ];
      await warmUp(floors, warmUpFloors);
    }
    const contestants: Record<Name, Contestant> = {
      signIn: withHashSeconds(pid, ofProduct('signIn', Number.MAX_SAFE_INTEGER, signingIn)),
      hash: ofWorker('hash', hashesAtOnce()),
      signatures: ofWorker('signatures'),
      self: ofProduct('self'),
      gateway: ofProduct('gateway'),
      hello: (part = 1) =>
        measure([hello.pid], () =>
          load.run({ port: hello.port, set: 'hello', connections, ...ofTurn(milliseconds, part) }),
        ),
      refresh,
      signInFloor: withHashes('signInFloor'),
      signInWhole: withHashes('signInWhole'),
      signInOwed: withHashes('signInOwed', owed),
      refreshFloor: ofFloor('refreshFloor'),
      refreshWhole: ofFloor('refreshWhole'),
      refreshOwed: ofFloor('refreshOwed', owed),
      quiet: week(),
      stormy: stormOn(week()),
      weekFloorQuiet: week(weekFloor.port),
      weekFloorStormy: stormOn(week(weekFloor.port)),
    };
    return await interleave(rounds, contestants, leadIn);
  } finally {
    await Promise.all([worker, hello, floor, owed, weekFloor].map((one) => one.close()));
  }
}

function rowsOf(samples: Record<Name, Sample[]>): Row[] {
  const cpu = (above: Name, below: Name) =>
    ratiosOf(cpuPerRequest(samples[above]), cpuPerRequest(samples[below]));
  const withoutHash = (below: Name) =>
    ratiosOf(cpuWithoutHash(samples.signIn), cpuWithoutHash(samples[below]));
  const p95 = (name: Name) => samples[name].map((sample) => sample.p95 as number);
  return [
    rowOf('P1', 'sign in, whole, CPU', cpu('signIn', 'hash'), {
      unit: 'x',
      atMost: 1.4,
      against: 'one hash',
    }),
    rowOf(
      'P1',
      'a bare server that hashes, and does all that a sign-in has to read and write as lean SQL, CPU',
      cpu('signInWhole', 'hash'),
      { unit: 'x', inform: true },
    ),
    rowOf('P2', 'sign in without the hash, CPU', withoutHash('signInFloor'), {
      unit: 'x',
      atMost: 2,
      against: 'its floor',
    }),
    rowOf(
      'P2',
      'sign in without the hash, beside all that it has to read and write as lean SQL, CPU',
      withoutHash('signInWhole'),
      { unit: 'x', inform: true },
    ),
    rowOf(
      'P2',
      'sign in without the hash, beside its own statements by a bare server, CPU',
      withoutHash('signInOwed'),
      { unit: 'x', inform: true },
    ),
    rowOf('P3', 'session check: own record, CPU', cpu('self', 'hello'), {
      unit: 'x',
      atMost: 9,
      against: 'a bare hello',
    }),
    rowOf('P3', 'session check: gateway, CPU', cpu('gateway', 'hello'), {
      unit: 'x',
      atMost: 9,
      against: 'a bare hello',
    }),
    rowOf('P4', 'refresh, CPU', cpu('refresh', 'refreshFloor'), {
      unit: 'x',
      atMost: 2,
      against: 'its floor',
    }),
    rowOf(
      'P4',
      'refresh, beside all that it has to read and write as lean SQL, CPU',
      cpu('refresh', 'refreshWhole'),
      {
        unit: 'x',
        inform: true,
      },
    ),
    rowOf('P4', 'refresh, beside its own statement by a bare server, CPU', cpu('refresh', 'refreshOwed'), {
      unit: 'x',
      inform: true,
    }),
    rowOf('P15', 'week read p95 while hashing is saturated', ratiosOf(p95('stormy'), p95('quiet')), {
      unit: 'x',
      atMost: 2,
      against: 'quiet',
    }),
    rowOf(
      'P15',
      'the SQL of a week read by a bare server of its own, p95 while hashing is saturated, beside its quiet',
      ratiosOf(p95('weekFloorStormy'), p95('weekFloorQuiet')),
      { unit: 'x', inform: true },
    ),
  ];
}

function notesOf(samples: Record<Name, Sample[]>): string[] {
  const medianOf = (values: readonly number[]) => spreadOf(values).median;
  const line = (name: Name, what: string) =>
    `${what}: ${medianOf(cpuPerRequest(samples[name])).toFixed(3)} ms CPU`;
  const lineWithoutHash = (name: Name, what: string) =>
    `${what}, without the hash: ${medianOf(cpuWithoutHash(samples[name])).toFixed(3)} ms CPU`;
  const p95Of = (name: Name) => medianOf(samples[name].map(({ p95 }) => p95 as number)).toFixed(2);
  return [
    `The hash alone is Argon2id of the reference code, built natively, 19 MiB, two passes, one lane, in a process of its own, as many at once as the product runs. P2 is the CPU of all threads but those that hash, and of PostgreSQL. What a sign-in is compared with are bare node:http servers which hash on the same threads and are asked by as many connections as the product (${signingIn}): each hash goes twice through 19 MiB, after which everything else finds the caches of the processor emptied. The floor of a sign-in counts the try, hashes, opens the session with its event and signs three tokens; that of a refresh swaps a generation and signs. All that they have to read and write is what the protocol and the rules of security ask for, as lean SQL: of a sign-in the count of the try in a window before the outcome is known, the person by their name with password, roles and browser, the try given back, tenant and person held and looked at again with the session, the session and its event with the indexes by which they are found, and when person, membership and browser were last seen; of a refresh the token verified, the browser, the person with names and roles, and when both were last seen. Left out there: a second count where somebody has two names, waits that grow, invitations, second factors. The own statements are those of the product by its own driver, with three signatures, on a bare server: what the product costs beyond them is its framework, its checks and its answer. Before the first round the product has answered up to ${warmUpSignIns.toLocaleString('en')} sign-ins and some thousand refreshes, so that it is compiled as its floor is. Each turn begins with a part of ${leadIn * 100} % that is not counted, of all of them.`,
    'Of the CPU of a session check that is answered from memory about a fifth is the write to the socket, which a hello has too; the rest is spread over pieces of a twentieth and less. Whoever asks for the first time in five seconds costs statements besides, which stand before the part that is counted.',
    lineWithoutHash('signIn', 'Sign in'),
    line('signIn', 'Sign in'),
    line('hash', 'One hash'),
    line('signatures', 'Three signatures'),
    line('self', 'Own record'),
    line('gateway', 'Gateway, roles of the workspace'),
    line('hello', 'Bare node:http hello'),
    line('refresh', 'Refresh'),
    lineWithoutHash('signInFloor', 'Floor of a sign-in'),
    lineWithoutHash('signInWhole', 'All that a sign-in has to read and write, as lean SQL'),
    lineWithoutHash('signInOwed', 'The own statements of a sign-in by a bare server'),
    line('refreshFloor', 'Floor of a refresh'),
    line('refreshWhole', 'All that a refresh has to read and write, as lean SQL'),
    line('refreshOwed', 'The own statement of a refresh by a bare server'),
    `Week read, p95: ${p95Of('quiet')} quiet, ${p95Of('stormy')} ms while hashing is saturated; its SQL by a bare server: ${p95Of('weekFloorQuiet')} and ${p95Of('weekFloorStormy')} ms`,
  ];
}
