import { request } from 'node:http';
import { workspaceHeaders } from '../apps/server/src/testing/product-person.ts';
import { importContestants } from './imports.ts';
import { whileGrowing } from './lib/cpu.ts';
import type { Effort } from './lib/effort.ts';
import { type Load, startLoad } from './lib/load.ts';
import { hasPgbench, runPgbench } from './lib/pgbench.ts';
import { type Psql, startPsql } from './lib/psql.ts';
import { requestText } from './lib/raw-http.ts';
import { seatsOf } from './lib/requests.ts';
import {
  busyRounds,
  type Contestants,
  cpuPerRequest,
  interleave,
  measure,
  type Sample,
} from './lib/rounds.ts';
import { type BenchProduct, newestWeekEnd, startBenchProduct } from './lib/setup.ts';
import { ratiosOf } from './lib/stats.ts';
import { markBusy, type Row, rowOf } from './lib/table.ts';
import {
  copyFileStatement,
  copyStatement,
  crossingScript,
  reportScript,
} from './references/report-script.ts';
import { fileRows } from './report-files.ts';

const year = { from: '2025-11-17', to: newestWeekEnd };
/** As long as a report may take to follow a change of its grouping, of the server's time. */
const groupingMs = 100;

const entryRule = { stepMinutes: 15, direction: 'up', scope: 'entry' };

const questions = {
  project: { title: 'year by project', body: { groupBy: ['project'] } },
  money: {
    title: 'year by client and project, with amounts',
    body: { groupBy: ['client', 'project'], withMoney: true },
  },
  month: { title: 'year by month and project', body: { groupBy: ['month', 'project'] } },
  person: { title: 'year by person', body: { groupBy: ['person'] } },
  activity: { title: 'year by activity and billable', body: { groupBy: ['activity', 'billable'] } },
  crossing: { title: 'year by project type and person', body: { groupBy: ['projectType', 'person'] } },
  crossingMoney: {
    title: 'year by project type and person, with amounts',
    body: { groupBy: ['projectType', 'person'], withMoney: true },
  },
  statuses: { title: 'year by status and project type', body: { groupBy: ['status', 'projectType'] } },
  rounded: {
    title: 'year by project, each entry rounded',
    body: { groupBy: ['project'], rounding: entryRule },
  },
  roundedDays: {
    title: 'year by person, their day on a project rounded',
    body: { groupBy: ['person'], rounding: { ...entryRule, scope: 'dayProject' } },
  },
  roundedTotal: {
    title: 'year by project, the total rounded',
    body: { groupBy: ['project'], rounding: { ...entryRule, scope: 'total' } },
  },
};
type Question = keyof typeof questions;
type Side = {
  name: 'reference' | 'large';
  bench: BenchProduct;
  /** By how much the process grew when it wrote its first CSV, in MiB. */
  firstGrownMiB: number;
  /** Connected all the time, as the owner and as the login; null where there is nothing to compare with. */
  psql: { owner: Psql; login: Psql } | null;
};

/** P9 to P11: reports and the CSV of a year beside plain SQL and COPY, and a CSV taken over beside COPY and a merge, in a usual workspace and in one of a million entries. */
export async function benchReports(effort: Effort): Promise<{ rows: Row[]; notes: string[] }> {
  const sides: Side[] = [];
  const load = await startLoad();
  try {
    // The large one first: it takes its time, and who is signed in is so for ten minutes.
    const large = effort.isQuick ? {} : ({ data: { set: 'large' } } as const);
    sides.push(await openSide('large', await startBenchProduct({ people: 3, seats: 8, ...large })));
    sides.push(await openSide('reference', await startBenchProduct({ people: 3, seats: 8 })));
    for (const side of sides) await keepQuestions(side, load);
    const inTurn = (all: Contestants<string>) => interleave(effort.rounds, signedIn(all, sides, load));
    const samples = await inTurn(await contestants(sides, load, effort));
    const reference = sides.at(-1) as Side;
    const lines = effort.isQuick ? 2_000 : 100_000;
    const how = { lines, canCompare: await hasPgbench(), report: 'reference project' };
    Object.assign(samples, await inTurn(await importContestants(reference.bench, load, how)));
    const files = await fileRows(sides);
    return {
      rows: markBusy([...rowsOf(samples, sides, lines), ...files], busyRounds(samples)),
      notes: notesOf(samples, sides),
    };
  } catch (error) {
    for (const { bench } of sides) process.stderr.write(`\n${await bench.problems()}`);
    throw error;
  } finally {
    load.close();
    for (const { bench, psql } of sides) {
      await psql?.owner.end();
      await psql?.login.end();
      await bench.stop();
    }
  }
}

/** Its first CSV is the first thing that is asked of it: resident memory rarely falls, and of a later one nothing would be seen. */
async function openSide(name: Side['name'], bench: BenchProduct): Promise<Side> {
  try {
    const { grownMiB } = await whileGrowing(bench.product.pid, () => download(bench));
    const connect = (user: string) => startPsql(bench.address(user, 'stint_us'));
    const psql = (await hasPgbench())
      ? { owner: await connect('stint_us_owner'), login: await connect('stint_us_login') }
      : null;
    return { name, bench, firstGrownMiB: grownMiB, psql };
  } catch (error) {
    await bench.stop();
    throw error;
  }
}

/** All of it takes longer than an access token lives. */
function signedIn(all: Contestants<string>, sides: Side[], load: Load): Contestants<string> {
  const renewed = async (work: () => Promise<Sample>) => {
    for (const side of sides) if (await side.bench.renew()) await keepQuestions(side, load);
    return work();
  };
  return Object.fromEntries(Object.entries(all).map(([name, work]) => [name, () => renewed(work)]));
}

async function keepQuestions({ name, bench }: Side, load: Load): Promise<void> {
  for (const [question, { body }] of Object.entries(questions)) {
    const texts = seatsOf(bench).map(({ session }) =>
      requestText({
        method: 'POST',
        path: '/api/Reports/Query',
        headers: { host: session.host, ...workspaceHeaders(session, bench.workspace) },
        body: JSON.stringify({ ...year, ...body }),
      }),
    );
    await load.keep(`${name} ${question}`, { texts });
  }
}

async function contestants(
  sides: Side[],
  load: Load,
  { milliseconds }: Effort,
): Promise<Contestants<string>> {
  const canCompare = await hasPgbench();
  const each = sides.flatMap(({ name, bench, psql }): [string, () => Promise<Sample>][] => {
    const { pid, port } = bench.product;
    const reports = (Object.keys(questions) as Question[]).map(
      (question): [string, () => Promise<Sample>] => [
        `${name} ${question}`,
        // One at a time: how long one person waits.
        () =>
          measure([pid], () =>
            load.run({ port, set: `${name} ${question}`, connections: 1, milliseconds, most: 200 }),
          ),
      ],
    );
    const target = { ...bench.address('stint_us_owner', 'stint_us'), serverPid: bench.databasePid };
    const seconds = Math.max(1, Math.round(milliseconds / 1000));
    const plain = (write: typeof reportScript, sql: string): [string, () => Promise<Sample>] => [
      `${name} ${sql}`,
      () => runPgbench(target, write(bench.tenantId, year.from, year.to), { seconds, clients: 1 }),
    ];
    const copied = (by: Psql, write: typeof copyStatement, what: string): [string, () => Promise<Sample>] => [
      `${name} ${what}`,
      () => pieceOf(bench.databasePid, () => by.copy(write(bench.tenantId, year.from, year.to))),
    ];
    return [
      ...reports,
      ...(canCompare ? [plain(reportScript, 'sql'), plain(crossingScript, 'crossing sql')] : []),
      [`${name} csv`, () => pieceOf(pid, () => download(bench))],
      [
        `${name} beside`,
        () =>
          measure([pid], async () => {
            const written = download(bench);
            const set = `${name} project`;
            const sample = await load.run({ port, set, connections: 1, milliseconds, most: 200 });
            await written;
            return sample;
          }),
      ],
      ...(psql
        ? [copied(psql.owner, copyStatement, 'copy'), copied(psql.login, copyFileStatement, 'file copy')]
        : []),
    ];
  });
  return Object.fromEntries(each);
}

/** One piece of work, which tells how long its first byte took. */
function pieceOf(pid: number, work: () => Promise<number>): Promise<Sample> {
  return measure([pid], async () => {
    const started = performance.now();
    const firstByteMs = await work();
    return { count: 1, seconds: (performance.now() - started) / 1000, p95: firstByteMs };
  });
}

function download(bench: BenchProduct): Promise<number> {
  const [seat] = seatsOf(bench);
  if (!seat) throw new Error('nobody is signed in');
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        port: bench.product.port,
        method: 'POST',
        path: '/api/Reports/Export',
        headers: {
          host: seat.session.host,
          'content-type': 'application/json',
          ...workspaceHeaders(seat.session, bench.workspace),
        },
      },
      (answer) => {
        let firstByteMs = 0;
        if (answer.statusCode !== 200) reject(new Error(`export: ${answer.statusCode}`));
        answer.on('data', () => {
          firstByteMs ||= performance.now() - started;
        });
        answer.on('end', () => resolve(firstByteMs));
        // A connection that breaks in the middle ends nothing.
        answer.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(JSON.stringify(year));
  });
}

function rowsOf(samples: Record<string, Sample[]>, sides: Side[], lines: number): Row[] {
  const taken = (name: string) => samples[name] ?? [];
  const wall = (name: string) => taken(name).map(({ seconds, count }) => (seconds * 1000) / count);
  const against = (measured: (name: string) => number[], above: string, below: string) =>
    ratiosOf(measured(above), measured(below));
  const cpu = (name: string) => cpuPerRequest(taken(name));
  const set = { reference: '65,000 entries', large: '1,000,000 entries' };
  const beside = sides.toReversed().flatMap(({ name, firstGrownMiB }) => {
    const compared = taken(`${name} sql`).length > 0;
    const limit = { unit: 'x', atMost: 1.1, against: 'the SQL' } as const;
    return [
      ...(compared
        ? [
            rowOf(
              'P9',
              `year by project, ${set[name]}, CPU`,
              against(cpu, `${name} project`, `${name} sql`),
              limit,
            ),
            rowOf(
              'P9',
              `${questions.crossing.title}, ${set[name]}, CPU`,
              against(cpu, `${name} crossing`, `${name} crossing sql`),
              { ...limit, against: 'the SQL over days' },
            ),
            rowOf(
              'P9',
              `year by project, ${set[name]}, wall`,
              against(wall, `${name} project`, `${name} sql`),
              limit,
            ),
            rowOf('P10', `CSV of a year, ${set[name]}, wall`, against(wall, `${name} csv`, `${name} copy`), {
              unit: 'x',
              atMost: 1.15,
              against: 'COPY',
            }),
            rowOf(
              'P10',
              `the same file as one COPY under row security, ${set[name]}, wall`,
              against(wall, `${name} file copy`, `${name} copy`),
              { unit: 'x', inform: true },
            ),
          ]
        : []),
      rowOf(
        'P10',
        `CSV of a year, ${set[name]}, first byte`,
        taken(`${name} csv`).map(({ p95 = 0 }) => p95),
        { unit: 'ms', atMost: 50 },
      ),
      rowOf('P10', `CSV of a year, ${set[name]}, memory on top`, [firstGrownMiB], {
        unit: 'MiB',
        atMost: 32,
      }),
      rowOf(
        'P10',
        `year by project while a CSV of ${set[name]} is written, p95`,
        taken(`${name} beside`).map(({ p95 = 0 }) => p95),
        { unit: 'ms', atMost: groupingMs },
      ),
    ];
  });
  const groupings = (Object.keys(questions) as Question[]).map((question) =>
    rowOf('P9', `${questions[question].title}, ${set.large}, server’s CPU`, cpu(`large ${question}`), {
      unit: 'ms',
      atMost: groupingMs,
    }),
  );
  const besideImport = rowOf(
    'P11',
    `year by project, 65,000 entries, while a CSV of ${lines.toLocaleString('en')} lines is taken over, p95`,
    taken('beside import').map(({ p95 = 0 }) => p95),
    { unit: 'ms', atMost: groupingMs },
  );
  const imports =
    taken('merge').length > 0
      ? [
          rowOf(
            'P11',
            `CSV of ${lines.toLocaleString('en')} lines taken over, wall`,
            against(wall, 'import', 'merge'),
            { unit: 'x', atMost: 1.5, against: 'COPY and a merge' },
          ),
          rowOf(
            'P11',
            'all that is owed for these lines, as lean SQL, wall',
            against(wall, 'owed', 'merge'),
            {
              unit: 'x',
              inform: true,
            },
          ),
          rowOf(
            'P11',
            `CSV of ${lines.toLocaleString('en')} lines taken over, beside all that is owed, wall`,
            against(wall, 'import', 'owed'),
            { unit: 'x', inform: true },
          ),
        ]
      : [];
  return [...beside, ...groupings, ...imports, besideImport];
}

function notesOf(samples: Record<string, Sample[]>, sides: Side[]): string[] {
  const sizes = sides.map(({ name, bench }) => `${name}: ${bench.rows.entries} entries`).join('; ');
  return [
    `${sizes}. A report is asked for one at a time, by the owner; SQL and COPY run as the owner of the database without row security, COPY by a psql that is connected already.`,
    'Memory on top of a CSV is that of the first file of a process that has answered no report yet, once: resident memory rarely falls, and later files take what the first left. That of an XLSX is beyond what the CSVs before it left.',
    ...Object.entries(samples).map(([name, of]) => {
      const middle = (values: number[]) =>
        values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
      const wall = middle(of.map(({ seconds, count }) => (seconds * 1000) / count));
      return `${name}: ${wall.toFixed(1)} ms, ${middle(cpuPerRequest(of)).toFixed(1)} ms CPU`;
    }),
  ];
}
