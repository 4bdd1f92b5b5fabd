import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { sendHttp } from '../apps/server/src/testing/http-call.ts';
import { workspaceHeaders } from '../apps/server/src/testing/product-person.ts';
import type { Effort } from './lib/effort.ts';
import { startLoad } from './lib/load.ts';
import { hasPgbench, runPgbench } from './lib/pgbench.ts';
import { requestText } from './lib/raw-http.ts';
import { startReference, startWorker } from './lib/reference.ts';
import { inboxReads, seatsOf, weekEndDate, weekPath, weekReads } from './lib/requests.ts';
import {
  busyRounds,
  type Contestant,
  cpuPerRequest,
  interleave,
  leadIn,
  measure,
  ofTurn,
  rateOf,
  type Sample,
  warmUp,
} from './lib/rounds.ts';
import { prepareCells, type SaveScripts, saveScripts, saveStatements, saveTexts } from './lib/saves.ts';
import { type BenchProduct, startBenchProduct, weeksOfData } from './lib/setup.ts';
import { ratiosOf } from './lib/stats.ts';
import { markBusy, type Row, rowOf } from './lib/table.ts';
import { inboxScript } from './references/inbox-script.ts';
import { productWeekScript, weekOfTenantScript, weekScript } from './references/week-script.ts';

const connections = 8;
const seatsPerPerson = 4;
/** Seconds for which each kind of request is sent before the first round: ten thousand saved cells, as measured, until they cost no less. */
const warmUpTurns = 15;
/** What the limits of sessions let through also where an answer takes next to nothing. */
const mostPerWarmUpTurn = 1000;

/** P5 to P8 and P13: week reads and saves beside the SQL alone and beside the reference stack. */
export async function benchTime(effort: Effort): Promise<{ rows: Row[]; notes: string[] }> {
  const bench = await startBenchProduct({ people: effort.isQuick ? 6 : 50, seats: seatsPerPerson });
  const load = await startLoad();
  try {
    const parts = await prepare(bench, load);
    const samples = await run(bench, load, parts, effort);
    return { rows: markBusy(rowsOf(samples), busyRounds(samples)), notes: notesOf(samples, parts) };
  } finally {
    load.close();
    await bench.stop();
  }
}

type Load = Awaited<ReturnType<typeof startLoad>>;
type Parts = {
  worker: Awaited<ReturnType<typeof startWorker>>;
  ordinary: Awaited<ReturnType<typeof startReference>>;
  floor: Awaited<ReturnType<typeof startReference>>;
  saveFloor: Awaited<ReturnType<typeof startReference>>;
  hello: Awaited<ReturnType<typeof startReference>>;
  hasPgbench: boolean;
  scripts: SaveScripts & { week: string; weekOfTenant: string; productWeek: string; inbox: string };
};

async function prepare(bench: BenchProduct, load: Load): Promise<Parts> {
  const { tenantId, people, address } = bench;
  const owner = address('stint_us_owner', 'stint_us');
  const memberIds = people.map(({ memberId }) => memberId);
  const weekEndDates = Array.from({ length: weeksOfData }, (_week, at) => weekEndDate(at));
  const cells = await prepareCells(bench, owner);
  await load.keep('week', { texts: weekReads(bench) });
  await load.keep('inbox', { texts: inboxReads(bench) });
  await load.keep('unchanged', { texts: await unchangedReads(bench) });
  for (const kind of ['cell', 'week60'] as const) {
    await load.keep(kind, saveTexts(bench, cells, kind));
    await load.keep(`${kind}Floor`, saveTexts(bench, cells, kind, `${kind}Floor`));
  }
  const ordinary = await startOrdinary(bench, load, owner);
  const login = address('stint_us_login', 'stint_us');
  const floor = await startReference('week-floor', JSON.stringify(login), tenantId);
  await load.keep('floor', { texts: weekReads(bench) });
  const statements = { cell: saveStatements(bench, 'cell'), week60: saveStatements(bench, 'week60') };
  const saveFloor = await startReference(
    'save-floor',
    JSON.stringify(login),
    tenantId,
    JSON.stringify(statements),
  );
  const hello = await startReference('hello');
  await load.keep('hello', {
    texts: [requestText({ method: 'GET', path: '/', headers: { host: 'hello' } })],
  });
  const worker = await startWorker({
    owner,
    login,
    tenantId,
    memberIds,
    weekEndDates,
  });
  const scripts = {
    ...saveScripts(bench, cells),
    week: weekScript(tenantId, memberIds, weekEndDates),
    weekOfTenant: weekOfTenantScript(tenantId, memberIds, weekEndDates),
    productWeek: productWeekScript(tenantId, memberIds, weekEndDates),
    inbox: inboxScript(tenantId),
  };
  return { worker, ordinary, floor, saveFloor, hello, hasPgbench: await hasPgbench(), scripts };
}

/** The same weeks with the validator that the first answer brought. */
async function unchangedReads(bench: BenchProduct): Promise<string[]> {
  const etags: string[] = [];
  for (const [at, { person, session }] of seatsOf(bench).entries()) {
    const answer = await sendHttp(bench.product.port, {
      method: 'GET',
      path: weekPath(person.memberId, weekEndDate(at * 7)),
      host: session.host,
      headers: workspaceHeaders(session, bench.workspace),
    });
    if (!answer.headers.etag) throw new Error(`no validator: ${answer.status} ${answer.text}`);
    etags.push(answer.headers.etag);
  }
  return weekReads(bench, (at) => ({ 'if-none-match': etags[at] as string, 'x-last-write': '0' }));
}

async function startOrdinary(bench: BenchProduct, load: Load, owner: object) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = await startReference(
    'ordinary',
    JSON.stringify(owner),
    JSON.stringify(await exportJWK(publicKey)),
  );
  const texts = await Promise.all(
    seatsOf(bench).map(async ({ person, session }, at) => {
      const token = await new SignJWT({ userUuid: session.userUuid })
        .setProtectedHeader({ alg: 'ES256' })
        .setExpirationTime('1h')
        .sign(privateKey);
      return requestText({
        method: 'GET',
        path: `/api/weeks/${person.memberId}/${weekEndDate(at * 7)}`,
        headers: { host: 'reference', authorization: `Bearer ${token}` },
      });
    }),
  );
  await load.keep('ordinary', { texts });
  return server;
}

async function run(bench: BenchProduct, load: Load, parts: Parts, { rounds, milliseconds, isQuick }: Effort) {
  const { product, address, databasePid } = bench;
  const { worker, ordinary, floor, saveFloor, hello, scripts } = parts;
  // A round may spend what the limit of a session lets through at once, and refills until its next turn.
  const ofProduct =
    (set: string, most = 60 * seatsOf(bench).length): Contestant =>
    (part = 1) =>
      measure([product.pid], () =>
        load.run({ port: product.port, set, connections, ...ofTurn(milliseconds, part, most) }),
      );
  const ofReference =
    ({ pid, port }: Parts['floor'], set: string): Contestant =>
    (part = 1) =>
      measure([databasePid, pid], () => load.run({ port, set, connections, ...ofTurn(milliseconds, part) }));
  const ofWorker =
    (kind: 'weekPlain' | 'weekOfTenant'): Contestant =>
    (part = 1) =>
      measure([databasePid, worker.pid], () =>
        worker.run({ kind, milliseconds: milliseconds * part, concurrency: connections }),
      );
  // It counts in whole seconds.
  const ofSql =
    (script: string, as: 'owner' | 'login', seconds = 1): Contestant =>
    (part = 1) =>
      runPgbench({ ...address(`stint_us_${as}`, 'stint_us'), serverPid: databasePid }, script, {
        seconds: Math.ceil(seconds * part),
        clients: connections,
      });
  const kinds = ['week', 'unchanged', 'inbox', 'cell', 'week60'] as const;
  const inboxes = 60 * 3 * seatsPerPerson;
  try {
    const warming = kinds.map((kind) =>
      ofProduct(kind, kind === 'inbox' ? inboxes / warmUpTurns : mostPerWarmUpTurn),
    );
    await warmUp(warming, isQuick ? 0 : warmUpTurns);
    const contestants = {
      week: ofProduct('week'),
      unchanged: ofProduct('unchanged'),
      inbox: ofProduct('inbox', inboxes),
      cell: ofProduct('cell'),
      week60: ofProduct('week60'),
      weekSql: parts.hasPgbench ? ofSql(scripts.week, 'owner', 2) : ofWorker('weekPlain'),
      floor: ofReference(floor, 'floor'),
      ordinary: ofReference(ordinary, 'ordinary'),
      hello: ofReference(hello, 'hello'),
      weekPlain: ofWorker('weekPlain'),
      weekOfTenant: ofWorker('weekOfTenant'),
      cellFloor: ofReference(saveFloor, 'cellFloor'),
      week60Floor: ofReference(saveFloor, 'week60Floor'),
      ...(parts.hasPgbench
        ? {
            weekSqlOfTenant: ofSql(scripts.weekOfTenant, 'login'),
            productWeekSql: ofSql(scripts.productWeek, 'login'),
            cellSql: ofSql(scripts.cell, 'login'),
            week60Sql: ofSql(scripts.week60, 'login'),
            cellWork: ofSql(scripts.cellWork, 'login'),
            week60Work: ofSql(scripts.week60Work, 'login'),
            inboxSql: ofSql(scripts.inbox, 'login'),
          }
        : {}),
    } as Record<Name, Contestant>;
    return await interleave(rounds, contestants, leadIn);
  } finally {
    await Promise.all([worker, ordinary, floor, saveFloor, hello].map((one) => one.close()));
  }
}

type Name =
  | 'week'
  | 'weekSql'
  | 'unchanged'
  | 'floor'
  | 'ordinary'
  | 'hello'
  | 'weekPlain'
  | 'weekOfTenant'
  | 'inbox'
  | 'inboxSql'
  | 'cell'
  | 'week60'
  | 'cellFloor'
  | 'week60Floor'
  | 'weekSqlOfTenant'
  | 'productWeekSql'
  | 'cellSql'
  | 'week60Sql'
  | 'cellWork'
  | 'week60Work';

function rowsOf(samples: Record<Name, Sample[]>): Row[] {
  const cpu = (above: Name, below: Name) =>
    ratiosOf(cpuPerRequest(samples[above]), cpuPerRequest(samples[below]));
  const rate = (above: Name, below: Name) => ratiosOf(rateOf(samples[above]), rateOf(samples[below]));
  return [
    rowOf('P5', 'week read of 25 entries, CPU', cpu('week', 'weekSql'), {
      unit: 'x',
      atMost: 3,
      against: 'the SQL',
    }),
    rowOf('P5', 'week read, throughput', rate('week', 'weekSql'), {
      unit: 'x',
      atLeast: 0.33,
      against: 'the SQL',
    }),
    rowOf('P5', 'a bare server with the driver: week read, CPU', cpu('floor', 'weekSql'), {
      unit: 'x',
      inform: true,
    }),
    rowOf('P5', 'a bare server with the driver: week read, throughput', rate('floor', 'weekSql'), {
      unit: 'x',
      inform: true,
    }),
    rowOf('P5', 'week read, beside the bare server with the driver, CPU', cpu('week', 'floor'), {
      unit: 'x',
      inform: true,
    }),
    rowOf('P5', 'reference stack: week read, CPU', cpu('ordinary', 'weekSql'), { unit: 'x', inform: true }),
    rowOf('P5', 'reference stack: week read, throughput', rate('ordinary', 'weekSql'), {
      unit: 'x',
      inform: true,
    }),
    rowOf('P6', 'week read unchanged (304), throughput', rate('unchanged', 'weekSql'), {
      unit: 'x',
      atLeast: 1,
      against: 'the SQL',
    }),
    rowOf('P6', 'a bare node:http server that says hello, throughput', rate('hello', 'weekSql'), {
      unit: 'x',
      inform: true,
    }),
    ...(samples.cellSql
      ? [
          rowOf('P7', 'save a cell, CPU', cpu('cell', 'cellSql'), {
            unit: 'x',
            atMost: 3,
            against: 'lean SQL',
          }),
          rowOf('P7', 'save a week of 60 cells, CPU', cpu('week60', 'week60Sql'), {
            unit: 'x',
            atMost: 1.6,
            against: 'lean SQL',
          }),
          rowOf('P5', 'the SQL alone with row security, CPU', cpu('weekSqlOfTenant', 'weekSql'), {
            unit: 'x',
            inform: true,
          }),
          rowOf(
            'P5',
            'the product’s own statement with row security, CPU',
            cpu('productWeekSql', 'weekSql'),
            {
              unit: 'x',
              inform: true,
            },
          ),
          rowOf('P7', 'all that a saved cell writes and answers, as SQL, CPU', cpu('cellWork', 'cellSql'), {
            unit: 'x',
            inform: true,
          }),
          rowOf(
            'P7',
            'all that 60 saved cells write and answer, as SQL, CPU',
            cpu('week60Work', 'week60Sql'),
            {
              unit: 'x',
              inform: true,
            },
          ),
          rowOf('P7', 'a bare server with the driver: a saved cell, CPU', cpu('cellFloor', 'cellSql'), {
            unit: 'x',
            inform: true,
          }),
          rowOf('P7', 'a bare server with the driver: 60 saved cells, CPU', cpu('week60Floor', 'week60Sql'), {
            unit: 'x',
            inform: true,
          }),
          rowOf('P8', 'approvals inbox of 200 weeks, CPU', cpu('inbox', 'inboxSql'), {
            unit: 'x',
            atMost: 2,
            against: 'lean SQL',
          }),
        ]
      : []),
    rowOf('P7', 'save a cell, beside the bare server with the driver, CPU', cpu('cell', 'cellFloor'), {
      unit: 'x',
      inform: true,
    }),
    rowOf('P7', 'save 60 cells, beside the bare server with the driver, CPU', cpu('week60', 'week60Floor'), {
      unit: 'x',
      inform: true,
    }),
    rowOf('P13', 'tenant isolation: week read, CPU', cpu('weekOfTenant', 'weekPlain'), {
      unit: 'x',
      atMost: 1.1,
      against: 'without',
    }),
  ];
}

function notesOf(samples: Record<Name, Sample[]>, parts: Parts): string[] {
  const line = (name: Name, what: string) => {
    const [cpu, rate] = [cpuPerRequest(samples[name]), rateOf(samples[name])].map(
      (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number,
    ) as [number, number];
    return `${what}: ${cpu.toFixed(3)} ms CPU, ${Math.round(rate)} a second`;
  };
  return [
    parts.hasPgbench
      ? 'The SQL of a week read is run by pgbench, prepared, as the owner without row security; lean SQL of saves and of the inbox as the login, with row security. The CPU of pgbench itself counts, as the server’s does.'
      : 'pgbench is not installed: the SQL alone is run by the `pg` driver in a process of its own, and saves have no reference.',
    `Before the first round the product has answered each kind of request for ${warmUpTurns} seconds by turns, so that it is compiled as what it is compared with is: after a start the first thousands of requests cost up to twice as much. Each turn begins with a part of ${leadIn * 100} % that is not counted, of all of them.`,
    line('week', 'Week read'),
    line('unchanged', 'Week read unchanged'),
    line('weekSql', 'Week read, SQL alone'),
    line('hello', 'Bare node:http hello'),
    line('floor', 'Week read, a bare server with the driver'),
    ...(parts.hasPgbench ? [line('productWeekSql', 'Week read, the product’s own statement alone')] : []),
    line('ordinary', 'Week read, reference stack (Express 5, Kysely, jose)'),
    line('inbox', 'Approvals inbox'),
    ...(parts.hasPgbench ? [line('inboxSql', 'Approvals inbox, SQL alone')] : []),
    line('cell', 'Save a cell'),
    line('week60', 'Save 60 cells'),
    line('cellFloor', 'Save a cell, a bare server with the driver, days without prices'),
    line('week60Floor', 'Save 60 cells, a bare server with the driver, days without prices'),
    ...(parts.hasPgbench
      ? [
          line('cellSql', 'Save a cell, lean SQL'),
          line('cellWork', 'Save a cell, all of it as SQL, days without prices'),
          line('week60Sql', 'Save 60 cells, lean SQL'),
          line('week60Work', 'Save 60 cells, all of it as SQL, days without prices'),
        ]
      : []),
  ];
}
