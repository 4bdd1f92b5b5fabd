/**
 * `npm run bench [-- auth|growth|time|large|reports|start|web|wide …] [--quick] [--rounds 7]`: the product beside its limits, in rounds
 * that take turns.
 * Prints the table and keeps it in `docs/performance.md`, one section per group; `--quick` only shows that everything runs. `wide`
 * fills a table of ten million entries first, so it is run where it is named; with `--keep <folder>` the set stays there (12 GB), and
 * the next run measures as soon as what the product does of itself after a start has ended.
 * `npm run bench -- soak [--minutes 10] [--processes 3] [--seed n]`: not speed but truth, see `docs/soak.md`.
 * `npm run bench -- restarts [--processes 3] [--restarts 10] [--requests 10000]`: requests through rolling restarts, see
 * `docs/upgrade.md`.
 */
import { parseArgs } from 'node:util';
import type { Effort } from './lib/effort.ts';
import { goalsHashMs, hashMs } from './lib/pace.ts';
import { writeReport } from './lib/report.ts';
import { formatTable, markPace, type Row } from './lib/table.ts';
import type { RestartOptions } from './restarts.ts';

type Group = {
  title: string;
  /** Run where it is named, not with all the others. */
  isLong?: boolean;
  load(): Promise<(effort: Effort) => Promise<{ rows: Row[]; notes: string[] }>>;
};

const groups: Record<string, Group> = {
  auth: { title: 'Signing in', load: async () => (await import('./auth.ts')).benchAuth },
  growth: {
    title: 'Signing in, among many tenants and people',
    load: async () => (await import('./auth-growth.ts')).benchGrowth,
  },
  time: { title: 'Time', load: async () => (await import('./time.ts')).benchTime },
  large: { title: 'Time, among more data', load: async () => (await import('./large.ts')).benchLarge },
  reports: { title: 'Reports', load: async () => (await import('./reports.ts')).benchReports },
  start: { title: 'Start and memory', load: async () => (await import('./start.ts')).benchStart },
  web: { title: 'Pages', load: async () => (await import('./web.ts')).benchWeb },
  wide: {
    title: 'Time, among ten million entries',
    isLong: true,
    load: async () => (await import('./wide.ts')).benchWide,
  },
};

const quick: Effort = { rounds: 1, milliseconds: 300, isQuick: true };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '7' },
    keep: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    processes: { type: 'string', default: '3' },
    seed: { type: 'string' },
    restarts: { type: 'string', default: '10' },
    requests: { type: 'string', default: '10000' },
  },
});
const full: Effort = {
  rounds: Number(values.rounds),
  milliseconds: 1000,
  isQuick: false,
  keptIn: values.keep,
};
if (positionals[0] === 'soak') {
  const { runSoak } = await import('./soak.ts');
  const [minutes, processes] = [Number(values.minutes), Number(values.processes)];
  const isWell = await runSoak({ minutes, processes, ...(values.seed ? { seed: Number(values.seed) } : {}) });
  process.exit(isWell ? 0 : 1);
}
if (positionals[0] === 'restarts') {
  const { runRestarts } = await import('./restarts.ts');
  const [processes, restarts, requests] = [values.processes, values.restarts, values.requests].map(Number);
  process.exit((await runRestarts({ processes, restarts, requests } as RestartOptions)) ? 0 : 1);
}
const chosen =
  positionals.length > 0 ? positionals : Object.keys(groups).filter((name) => !groups[name]?.isLong);
const unknown = chosen.filter((name) => !(name in groups));
if (unknown.length > 0) {
  process.stderr.write(`Use: npm run bench [-- ${Object.keys(groups).join('|')} …] [--quick]\n`);
  process.exit(2);
}
for (const name of chosen) await runGroup(name, groups[name] as Group, values.quick ? quick : full);
process.exit(0);

async function runGroup(name: string, { title, load }: Group, effort: Effort): Promise<void> {
  process.stderr.write(`${title} `);
  const started = performance.now();
  const { rows: measured, notes } = await (await load())(effort);
  const pace = hashMs();
  const rows = markPace(measured, pace / goalsHashMs);
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`\n${title} (${seconds} s)\n${formatTable(rows)}\n`);
  for (const note of notes) process.stdout.write(`  ${note}\n`);
  if (effort.isQuick) return;
  await writeReport({ name, title, rows, notes, rounds: effort.rounds, seconds, pace });
}
