import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Tally } from './caller.ts';
import type { Check } from './views.ts';

export type SoakResult = {
  minutes: number;
  processes: number;
  seed: number;
  startedAt: Date;
  /** One per kill: from SIGKILL to the successor being ready. */
  startsMs: number[];
  tally: Tally;
  doubts: { weeks: number; timers: number; tookEffect: number };
  totals: { entries: number; minutes: number; weeks: number };
  checks: Check[];
  problems: string[];
  errors: string[];
};

const page = fileURLToPath(new URL('../../docs/soak.md', import.meta.url));
const mostShown = 20;

const opening = `# Soak test

\`npm run bench -- soak [--minutes 10] [--processes 3]\` starts the product as one process with provider, web and database,
and several processes with the gateway alone, over one PostgreSQL server. People of three workspaces write through the
gateways in turn: whole weeks, single entries, copies of weeks, timers, every step of approval, two changes from one
version, two decisions at once, one key sent twice. Every 20 s one gateway gets SIGKILL and a successor.

A call without an answer is asked again with its key at another process, or, for a share of them, given up. At the end
each week has to be what was acknowledged, to the entry; what was given up has to be there wholly or not at all; and
every view and export has to say the same minutes. A run that finds a difference exits with 1. This page is the last run.
`;

/** What a run found, as text. */
export function formatSoak(result: SoakResult): string {
  const { tally, doubts, totals, checks, problems, errors, startsMs } = result;
  const found = [...problems, ...checks.flatMap(({ differences }) => differences)];
  const seconds = startsMs.map((ms) => ms / 1000).toSorted((a, b) => a - b);
  const isWell = found.length === 0;
  return [
    `## ${isWell ? 'Nothing lost, nothing doubled, nothing half there' : `${found.length} differences`}`,
    '',
    ...table([
      ['Minutes of writing', result.minutes],
      ['Gateway processes', result.processes],
      ['Kills (SIGKILL)', startsMs.length],
      [
        'From the kill to the successor ready, median and longest',
        `${at(seconds, 0.5)} s, ${at(seconds, 1)} s`,
      ],
      ['Requests sent while writing', tally.requests],
      ['Writes acknowledged', tally.acknowledged],
      ['Refused as they had to be (the losers of races)', tally.refused],
      ['Broken by a kill, asked again or given up', tally.broken],
      ['Answered 503, asked again', tally.unavailable],
      ['Answered 500', tally.internal],
      ['Answered 429, asked again', tally.limited],
      ['Given up without an answer', `${tally.abandoned}, of them ${doubts.tookEffect} had taken effect`],
      ['At the end', `${totals.weeks} weeks, ${totals.entries} entries, ${totals.minutes} minutes`],
      ['Errors in the logs', errors.length],
    ]),
    '',
    '| View or export | values compared | differences |',
    '|---|--:|--:|',
    ...checks.map(({ name, compared, differences }) => `| ${name} | ${compared} | ${differences.length} |`),
    '',
    ...found.slice(0, mostShown).map((text) => `- ${text}`),
    ...errors.slice(0, 5).map((line) => `- logged: \`${line.slice(0, 400)}\``),
    ...(found.length + errors.length > 0 ? [''] : []),
    `${result.startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${commandOf(result)}, ${machine()}.`,
  ].join('\n');
}

function commandOf({ minutes, processes, seed }: SoakResult): string {
  return `\`npm run bench -- soak --minutes ${minutes} --processes ${processes} --seed ${seed}\``;
}

export async function writeSoakPage(result: SoakResult): Promise<void> {
  await writeFile(page, `${opening}\n${formatSoak(result)}\n`);
}

function table(rows: [string, string | number][]): string[] {
  return ['| | |', '|---|--:|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)];
}

function at(sorted: number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
}

function machine(): string {
  const model = cpus()[0]?.model.trim() || 'unknown processor';
  return `${cpus().length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}
