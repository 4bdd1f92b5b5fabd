import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { goalsHashMs } from './pace.ts';
import { formatFigure, markdownTable, type Row } from './table.ts';

export type GroupReport = {
  name: string;
  title: string;
  rows: Row[];
  notes: string[];
  rounds: number;
  /** How long the group took. */
  seconds: number;
  /** CPU of a hash of a password on this machine, in ms. */
  pace: number;
};

const page = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

const opening = `# Performance

Written by \`npm run bench\`; each section is the last run of its group. Figures are taken in rounds in which the product
and what it is compared with take turns on one machine, so ratios hold where absolute times do not. CPU per request is
that of the server's processes and of PostgreSQL, from \`/proc\`; the client is a process of its own and is not counted.
"Reached" is decided by the median. A round beside which other programs use more than a tenth of a core is done again, and
after three tries its lines are marked busy. A line without goal stands beside the others for comparison. Goals in
milliseconds were set on a machine that hashes a password in ${goalsHashMs} ms of CPU; under each section stands what this one took. A
time that is missed here and would be reached when divided by that says so: the measured time stands as it was. Work of the
server and of the database slows down by more than a hash does, so that this does not flatter.
`;

/** Puts a group's section into the page, in place of its earlier one. */
export async function writeReport(report: GroupReport, path = page): Promise<void> {
  const text = existsSync(path) ? await readFile(path, 'utf8') : opening;
  await writeFile(path, withSection(text, report.name, sectionOf(report, new Date())));
}

/** Sections are told apart by comments that a reader does not see. */
export function withSection(text: string, name: string, section: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end ${name} -->`];
  const whole = `${begin}\n${section}\n${end}\n`;
  const at = text.indexOf(begin);
  if (at < 0) return `${text.trimEnd()}\n\n${whole}`;
  return text.slice(0, at) + whole + text.slice(text.indexOf(end) + end.length).replace(/^\n/, '');
}

function sectionOf({ name, title, rows, notes, rounds, seconds, pace }: GroupReport, now: Date): string {
  return [
    `## ${title}`,
    '',
    markdownTable(rows),
    '',
    ...notes.map((note) => `- ${note}`),
    '',
    `${now.toISOString().slice(0, 10)}, \`npm run bench -- ${name}\`, ${rounds} rounds in ${seconds} s, ${machine(pace)}.`,
  ].join('\n');
}

function machine(hash: number): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim() || 'unknown processor';
  const load = loadavg()[1]?.toFixed(1);
  const pace = `a hash of a password in ${formatFigure(hash)} ms`;
  return `${cpus().length} cores (${model}), ${memory} GiB, ${pace}, load ${load} over 5 minutes with all that runs there, Node ${process.versions.node}`;
}
