import { workspaceHeaders } from '../apps/server/src/testing/product-person.ts';
import type { Effort } from './lib/effort.ts';
import { type Load, startLoad } from './lib/load.ts';
import { requestText } from './lib/raw-http.ts';
import { inboxReads, seatsOf, weekReads } from './lib/requests.ts';
import {
  busyRounds,
  type Contestants,
  cpuPerRequest,
  interleave,
  measure,
  type Sample,
} from './lib/rounds.ts';
import { prepareCells, saveTexts } from './lib/saves.ts';
import { type BenchData, type BenchProduct, query, startBenchProduct } from './lib/setup.ts';
import { ratiosOf } from './lib/stats.ts';
import { markBusy, type Row, rowOf } from './lib/table.ts';

const connections = 4;
const seats = 4;
/** As long as an answer may take for a list to follow what is typed or chosen. */
const typingMs = 20;

const sets = {
  few: { data: { set: 'wide', entries: 100_000 }, people: 6 },
  many: { data: { set: 'wide', entries: 1_000_000 }, people: 6 },
  history: { data: { set: 'history' }, people: 6 },
  large: { data: { set: 'large' }, people: 4 },
} satisfies Record<string, { data: BenchData; people: number }>;

/** Owner and admins see everything, who comes after them the projects that are theirs. */
type Asker = 'everybody' | 'manager';

/** What is asked of the large workspace: 4,000 projects, 30,000 activities, 770 people, a million entries. */
const searches: Record<string, { title: string; path: string; by?: Asker }> = {
  pickerEmpty: { title: 'picker as it opens', path: 'Projects/Picker' },
  pickerLetter: { title: 'picker, one letter', path: 'Projects/Picker?q=a' },
  pickerWords: { title: 'picker, two words', path: 'Projects/Picker?q=an%20re' },
  pickerThree: { title: 'picker, three words', path: 'Projects/Picker?q=an%20re%20de' },
  pickerNothing: { title: 'picker, nothing found', path: 'Projects/Picker?q=zzqqx' },
  projects: { title: 'projects, first page', path: 'Projects?size=50' },
  projectsLate: { title: 'projects, twentieth page', path: 'Projects?page=20&size=50' },
  projectsFound: { title: 'projects, one letter', path: 'Projects/SearchAllProjects?q=a&size=50' },
  projectsArchived: { title: 'archived projects', path: 'Projects/GetArchivedProjects?size=50' },
  inactive: { title: 'projects without time lately', path: 'Projects?inactiveDays=14&size=50' },
  overBudget: { title: 'projects over their budget', path: 'Projects?overBudget=true&size=50' },
  ofClient: { title: 'projects of a client', path: 'Projects?clientID=:client&size=50' },
  ofType: { title: 'projects of a type', path: 'Projects?projectTypeID=:type&size=50' },
  ofManager: { title: 'projects of a manager', path: 'Projects?managerID=:manager&size=50' },
  billable: { title: 'projects that are billable', path: 'Projects?isBillable=true&size=50' },
  mine: { title: 'projects of one’s own', path: 'Projects?mine=true&size=50' },
  activities: { title: 'activities, one letter', path: 'Activities?q=a&size=50' },
  clients: { title: 'clients, one letter', path: 'Clients?q=a&size=50' },
  people: { title: 'people, one letter', path: 'TeamMember/GetTeam/:tenant?q=a&size=50' },
  everything: { title: 'search over everything, two words', path: 'Search?q=an%20re' },
  missing: {
    title: 'missing days of a month',
    path: 'TimeSheet/Missing?from=2026-10-01&to=2026-10-31',
  },
  entries: {
    title: 'entries of everybody, first page with the total',
    path: 'TimeSheet/Entries?page=1&size=50',
  },
  entriesBillable: {
    title: 'entries that are not billable, first page with the total',
    path: 'TimeSheet/Entries?isBillable=false&page=1&size=50',
  },
  entriesFound: {
    title: 'entries of everybody with a word in their comment',
    path: 'TimeSheet/Entries?q=sync&page=1&size=50',
  },
  entriesManaged: {
    title: 'entries that a manager sees with a common word in their comment',
    path: 'TimeSheet/Entries?q=sync&page=1&size=50',
    by: 'manager',
  },
};

type Set = keyof typeof sets;
type Side = { bench: BenchProduct; load: Load };
type Sides = Record<Set, Side>;

/** P8 and P12: the same calls among more data; and lists over thousands, as one types. */
export async function benchLarge(effort: Effort): Promise<{ rows: Row[]; notes: string[] }> {
  const sides: Partial<Sides> = {};
  try {
    for (const set of Object.keys(sets) as Set[]) sides[set] = await startSide(set, effort);
    const samples = await interleave<string>(effort.rounds, contestants(sides as Sides, effort));
    return { rows: markBusy(rowsOf(samples), busyRounds(samples)), notes: notesOf(samples, sides as Sides) };
  } finally {
    for (const { bench, load } of Object.values(sides)) {
      load.close();
      await bench.stop();
    }
  }
}

async function startSide(set: Set, { isQuick }: Effort): Promise<Side> {
  const { data, people } = sets[set];
  const size = isQuick ? { people: 4 } : { people, data };
  const bench = await startBenchProduct({ ...size, seats });
  const load = await startLoad();
  await load.keep('week', { texts: weekReads(bench) });
  await load.keep('inbox', { texts: inboxReads(bench) });
  if (set === 'few' || set === 'history') {
    const cells = await prepareCells(bench, bench.address('stint_us_owner', 'stint_us'));
    for (const kind of ['cell', 'week60'] as const) await load.keep(kind, saveTexts(bench, cells, kind));
  }
  const places = await placesOf(bench);
  for (const [name, { path, by = 'everybody' }] of Object.entries(searches)) {
    const placed = path.replace(/:(\w+)/, (_, place: string) => String(places[place]));
    await load.keep(name, { texts: reads(bench, placed, by) });
  }
  return { bench, load };
}

/** What stands in paths for something of the workspace. */
async function placesOf({ address, tenantId, workspace }: BenchProduct): Promise<Record<string, unknown>> {
  const [project] = await query(
    address('stint_us_owner', 'stint_us'),
    `select client_id as client, project_type_id as type, manager_id as manager from app.project
     where tenant_id = $1 and client_id is not null order by sort_name limit 1`,
    [tenantId],
  );
  return { tenant: workspace.tenantID, ...project };
}

function reads(bench: BenchProduct, path: string, by: Asker): string[] {
  const askers = new Set(by === 'manager' ? bench.people.slice(3, 4) : bench.people.slice(0, 3));
  return seatsOf(bench)
    .filter(({ person }) => askers.has(person))
    .map(({ session }) =>
      requestText({
        method: 'GET',
        path: `/api/${path}`,
        headers: { host: session.host, ...workspaceHeaders(session, bench.workspace) },
      }),
    );
}

function contestants(sides: Sides, { milliseconds }: Effort): Contestants<string> {
  // Of one at a time so few that all of a round stay below the limit of a session.
  const of = (set: Set, name: string, lanes: number) => () => {
    const { bench, load } = sides[set];
    const { pid, port } = bench.product;
    const most = lanes === 1 ? 24 : 40 * seats * 3;
    return measure([pid], () => load.run({ port, set: name, connections: lanes, milliseconds, most }));
  };
  return {
    'week few': of('few', 'week', connections),
    'week many': of('many', 'week', connections),
    'inbox few': of('few', 'inbox', connections),
    'inbox many': of('many', 'inbox', connections),
    'inbox history': of('history', 'inbox', connections),
    'cell few': of('few', 'cell', connections),
    'cell history': of('history', 'cell', connections),
    'week60 few': of('few', 'week60', connections),
    'week60 history': of('history', 'week60', connections),
    // One at a time on one connection: nobody else is waited for, so how long an answer takes is the time of the server.
    ...Object.fromEntries(Object.keys(searches).map((name) => [name, of('large', name, 1)])),
  };
}

function rowsOf(samples: Record<string, Sample[]>): Row[] {
  const taken = (name: string) => samples[name] ?? [];
  const cpu = (above: string, below: string) =>
    ratiosOf(cpuPerRequest(taken(above)), cpuPerRequest(taken(below)));
  const small = 'among 100,000 entries';
  return [
    rowOf('P12', 'week read among 1M entries, CPU', cpu('week many', 'week few'), {
      unit: 'x',
      atMost: 1.2,
      against: small,
    }),
    rowOf('P12', 'approvals inbox among 1M entries, CPU', cpu('inbox many', 'inbox few'), {
      unit: 'x',
      atMost: 1.1,
      against: small,
    }),
    rowOf('P8', 'approvals inbox with 10x the history, CPU', cpu('inbox history', 'inbox few'), {
      unit: 'x',
      atMost: 1.1,
      against: 'itself',
    }),
    rowOf('P7', 'save a cell with 10x the history, CPU', cpu('cell history', 'cell few'), {
      unit: 'x',
      atMost: 1.1,
      against: 'itself',
    }),
    rowOf('P7', 'save 60 cells with 10x the history, CPU', cpu('week60 history', 'week60 few'), {
      unit: 'x',
      atMost: 1.1,
      against: 'itself',
    }),
    // From the request to the last byte of its answer, as the client sees it; the mean CPU of a request stands in the notes.
    ...Object.entries(searches).map(([name, { title }]) =>
      rowOf(
        'P5b',
        `${title}, p95`,
        taken(name).map(({ p95 = Number.NaN }) => p95),
        { unit: 'ms', atMost: typingMs },
      ),
    ),
  ];
}

function notesOf(samples: Record<string, Sample[]>, sides: Sides): string[] {
  const size = (set: Set) =>
    `${sides[set].bench.rows.workspaces} workspaces with ${sides[set].bench.rows.entries} entries`;
  return [
    `Few: ${size('few')}; many: ${size('many')}; history: ${size('history')}; large: ${size('large')}, 4,000 projects, 30,000 activities.`,
    ...Object.entries(samples).map(([name, of]) => {
      const cpu = cpuPerRequest(of).toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? Number.NaN;
      return `${searches[name]?.title ?? name}: ${cpu.toFixed(3)} ms CPU`;
    }),
  ];
}
