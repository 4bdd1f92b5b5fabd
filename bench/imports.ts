import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './lib/calls.ts';
import type { Load } from './lib/load.ts';
import type { LoadAnswer } from './lib/load-driver.ts';
import { shiftDays } from './lib/requests.ts';
import { type Contestants, measure, type Sample } from './lib/rounds.ts';
import { type BenchProduct, query } from './lib/setup.ts';
import { copyAndAllThatIsOwed, copyAndMerge, copyTable, owedTables } from './references/import-script.ts';

const head = 'Date,Person,Email,Client,Project,Activity,Tags,Comment,Start,End,Hours,Minutes,Billable,Status';
const projects = 20;
/** Often enough beside an import of seconds, and not more often than anybody may ask while one takes a minute. */
const betweenLooksMs = 200;

/**
 * P11: a CSV taken over by the product, and the same lines by COPY and one merge into a table of the same shape, or by COPY and lean
 * SQL for all that is owed; and how long a report takes meanwhile, by requests that `load` keeps under `report`.
 */
export async function importContestants(
  bench: BenchProduct,
  load: Load,
  { lines, canCompare, report }: { lines: number; canCompare: boolean; report: string },
): Promise<Contestants<string>> {
  const owner = bench.address('stint_us_owner', 'stint_us');
  if (canCompare) for (const table of [copyTable, ...owedTables]) await query(owner, table);
  const people = await query(owner, 'select email from app.team_member where tenant_id = $1 order by email', [
    bench.tenantId,
  ]);
  const emails = people.map(({ email }) => String(email));
  const pid = bench.product.pid;
  let round = 0;
  // A year of its own for each round: what was seen before is skipped.
  const next = () => csvOf(lines, emails, round++);
  const take = (work: (csv: string) => Promise<void>): Promise<Sample> => {
    const csv = next();
    return measure([pid], async () => {
      const started = performance.now();
      await work(csv);
      return { count: 1, seconds: (performance.now() - started) / 1000 };
    });
  };
  return {
    import: () => take((csv) => importCsv(bench, csv)),
    'beside import': () => {
      const csv = next();
      const order = { port: bench.product.port, set: report, connections: 1, milliseconds: 1000, most: 200 };
      return measure([pid], () => besideImport(importCsv(bench, csv), () => load.run(order)));
    },
    ...(canCompare
      ? {
          merge: () => take((csv) => runByPsql(bench, csv, copyAndMerge)),
          owed: () => take((csv) => runByPsql(bench, csv, copyAndAllThatIsOwed)),
        }
      : {}),
  };
}

/** Reports one after the other for as long as an import takes; the worst of the p95 of their seconds. */
async function besideImport(
  taken: Promise<void>,
  report: () => Promise<LoadAnswer>,
): Promise<Omit<Sample, 'cpuSeconds'>> {
  let isUnderWay = true;
  const ended = taken.finally(() => {
    isUnderWay = false;
  });
  // It is waited for below; a failure is told then.
  ended.catch(() => {});
  let [count, seconds, p95] = [0, 0, 0];
  while (isUnderWay) {
    const one = await report();
    [count, seconds, p95] = [count + one.count, seconds + one.seconds, Math.max(p95, one.p95)];
  }
  await ended;
  return { count, seconds, p95 };
}

function csvOf(lines: number, emails: readonly string[], round: number): string {
  const first = `${1902 + round}-01-01`;
  const rows = [head];
  for (let at = 0; at < lines; at++) {
    const email = emails[at % emails.length];
    const day = shiftDays(first, Math.floor(at / emails.length) % 365);
    const minutes = 10 + (at % 50);
    const hours = (minutes / 60).toFixed(4);
    rows.push(
      `${day},${email},${email},,Import ${at % projects},,,Line ${round}-${at},,,${hours},${minutes},yes,open`,
    );
  }
  return `${rows.join('\n')}\n`;
}

/** As the page does it: the file in pieces, then the work in the background until it is done. */
async function importCsv(bench: BenchProduct, csv: string): Promise<void> {
  const bytes = Buffer.from(csv);
  const { importID, pieceBytes } = await call(bench, 'POST', 'Imports/Files', {
    fileName: 'bench.csv',
    sizeBytes: bytes.length,
  });
  for (let from = 0; from < bytes.length; from += pieceBytes)
    await call(
      bench,
      'PUT',
      `Imports/Files/${importID}?from=${from}`,
      bytes.subarray(from, from + pieceBytes),
    );
  await call(bench, 'POST', 'Imports', { importID });
  for (;;) {
    const { isUnderWay, status, error } = await call(bench, 'GET', `Imports/${importID}`);
    if (!isUnderWay && status === 'done') return;
    if (!isUnderWay) throw new Error(`import: ${error ?? status}`);
    await sleep(betweenLooksMs);
  }
}

async function runByPsql(
  { address, tenantId }: BenchProduct,
  csv: string,
  script: (tenantId: string) => string[],
): Promise<void> {
  const { host, port, user, database } = address('stint_us_owner', 'stint_us');
  const options = ['-h', host, '-p', String(port), '-U', user, '-q', '-v', 'ON_ERROR_STOP=1'];
  const commands = script(tenantId).flatMap((command) => ['-c', command]);
  const child = spawn('psql', [...options, ...commands, database], { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(csv);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`COPY ended with code ${code}`);
}
