import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { workspaceHeaders } from '../apps/server/src/testing/product-person.ts';
import { seatsOf, shiftDays } from './lib/requests.ts';
import { type Contestants, measure, type Sample } from './lib/rounds.ts';
import { type BenchProduct, query } from './lib/setup.ts';
import { copyAndMerge, copyTable } from './references/import-script.ts';

const head = 'Date,Person,Email,Client,Project,Activity,Tags,Comment,Start,End,Hours,Minutes,Billable,Status';
const projects = 20;
const betweenLooksMs = 50;

/** P11: a CSV taken over by the product, and the same lines by COPY and one merge into a table of the same shape. */
export async function importContestants(
  bench: BenchProduct,
  { lines, canCompare }: { lines: number; canCompare: boolean },
): Promise<Contestants<string>> {
  const owner = bench.address('stint_us_owner', 'stint_us');
  if (canCompare) await query(owner, copyTable);
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
    ...(canCompare ? { merge: () => take((csv) => mergeByPsql(bench, csv)) } : {}),
  };
}

function csvOf(lines: number, emails: readonly string[], round: number): string {
  const first = `${1990 + round}-01-01`;
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

let calls = 0;

/** Sessions in turn: limits count for each. */
function call(
  bench: BenchProduct,
  method: string,
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: the shapes of what is measured are tested elsewhere
): Promise<any> {
  const seats = seatsOf(bench).filter(({ person }) => person === bench.people[0]);
  const { session } = seats[calls++ % seats.length] as (typeof seats)[number];
  const isPiece = body instanceof Uint8Array;
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        port: bench.product.port,
        method,
        path: `/api/${path}`,
        headers: {
          host: session.host,
          ...(body ? { 'content-type': isPiece ? 'application/octet-stream' : 'application/json' } : {}),
          ...workspaceHeaders(session, bench.workspace),
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if ((answer.statusCode ?? 0) < 300) resolve(JSON.parse(text));
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`));
        });
      },
    );
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : isPiece ? body : JSON.stringify(body));
  });
}

async function mergeByPsql({ address, tenantId }: BenchProduct, csv: string): Promise<void> {
  const { host, port, user, database } = address('stint_us_owner', 'stint_us');
  const options = ['-h', host, '-p', String(port), '-U', user, '-q', '-v', 'ON_ERROR_STOP=1'];
  const child = spawn('psql', [...options, '-f', '-', database], { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(copyAndMerge(tenantId, csv));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`COPY and merge ended with code ${code}`);
}
