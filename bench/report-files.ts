import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './lib/calls.ts';
import { residentMiB } from './lib/cpu.ts';
import { shiftDays } from './lib/requests.ts';
import { type BenchProduct, newestWeekEnd, weeksOfData } from './lib/setup.ts';
import { type Row, rowOf } from './lib/table.ts';

type Side = { name: 'reference' | 'large'; bench: BenchProduct };
/** A file as it was made once. */
type Made = { seconds: number; grownMiB: number; rows: number };

const betweenLooksMs = 100;
const weeks = (count: number) => ({ from: shiftDays(newestWeekEnd, 1 - 7 * count), to: newestWeekEnd });

/** P10: files that are made in the background, each once: how long that takes, and what memory it takes on top. */
export async function fileRows(sides: readonly Side[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, bench } of sides) {
    await bench.renew();
    const xlsx = await makeFile(bench, { of: 'entries', form: 'xlsx', ...weeks(weeksOfData) });
    const title = `XLSX of ${xlsx.rows.toLocaleString('en')} lines`;
    rows.push(rowOf('P10', `${title}, wall`, [xlsx.seconds], { unit: 's', inform: true }));
    rows.push(rowOf('P10', `${title}, memory on top`, [xlsx.grownMiB], { unit: 'MiB', inform: true }));
    if (name === 'reference') rows.push(await paperRow(bench));
  }
  return rows;
}

/** As many weeks of everybody as give about 2,000 lines. */
async function paperRow(bench: BenchProduct): Promise<Row> {
  const perWeek = Math.round(bench.rows.entries / weeksOfData);
  const count = Math.max(1, Math.round(2000 / perWeek));
  const pdf = await makeFile(bench, { of: 'entries', form: 'pdf', ...weeks(count) });
  const title = `PDF of ${pdf.rows.toLocaleString('en')} lines, wall`;
  return rowOf('P10', title, [pdf.seconds], { unit: 's', atMost: 2 });
}

async function makeFile(bench: BenchProduct, body: object): Promise<Made> {
  const { pid } = bench.product;
  const before = residentMiB(pid);
  let most = before;
  const started = performance.now();
  const { longWorkID } = await call(bench, 'POST', 'Reports/Files', body);
  for (;;) {
    most = Math.max(most, residentMiB(pid));
    const { status, rowsDone, error } = await call(bench, 'GET', `LongWork/${longWorkID}`);
    if (status === 'done')
      return { seconds: (performance.now() - started) / 1000, grownMiB: most - before, rows: rowsDone };
    if (status !== 'queued' && status !== 'running') throw new Error(`file: ${status} ${error}`);
    await sleep(betweenLooksMs);
  }
}
