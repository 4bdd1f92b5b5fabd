import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Fault, Tally } from './caller.ts';
import type { Injury } from './injuries.ts';
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
  faults: Fault[];
  errors: string[];
  injuries: Injury[];
  /** Webhooks that were taken. */
  hooks: number;
  mail: { arrived: number; longestWaitMs: number };
};

const page = fileURLToPath(new URL('../../docs/soak.md', import.meta.url));
const mostShown = 20;

const opening = `# Soak test

\`npm run bench -- soak [--minutes 10] [--processes 3]\` starts the product as one process with provider, web and database,
and several processes with the gateway alone, over one PostgreSQL server. People of three workspaces write through the
gateways in turn: whole weeks, single entries, copies of weeks, timers, every step of approval, two changes from one
version, two decisions at once, one key sent twice. Every 45 s one gateway gets SIGKILL and a successor, and beside that one
thing after the other fails: the table of injuries says what, how often and what it cost. The first fifth runs on the last
release; then everything is upgraded to this version, process by process. Mail goes to a real SMTP server (\`TEST_SMTP_URL\`), what
the release kept in the outbox included.

A call without an answer is asked again with its key at another process, or, for a share of them, given up. At the end
each week has to be what was acknowledged, to the entry; what was given up has to be there wholly or not at all;
every view and export has to say the same minutes; and each step of a week has to have arrived as one mail, not less and not twice. A run that finds a difference exits with 1. This page is the last run.
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
      ['Webhooks that arrived', result.hooks],
      ['Mails that arrived', result.mail.arrived],
      ['From the outbox to the mail server, longest', `${(result.mail.longestWaitMs / 1000).toFixed(1)} s`],
      ['Errors in the logs', errors.length],
    ]),
    '',
    '| What was done | times | ready again, longest | nothing acknowledged, longest | without answer | 503 | 500 |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...result.injuries.map(rowOf),
    '',
    '| View or export | values compared | differences |',
    '|---|--:|--:|',
    ...checks.map(({ name, compared, differences }) => `| ${name} | ${compared} | ${differences.length} |`),
    '',
    ...found.slice(0, mostShown).map((text) => `- ${text}`),
    ...(found.length > 0 ? [''] : []),
    ...faultsOf(result),
    '| Logged as an error | times |',
    '|---|--:|',
    ...countsOf(errors).map(([message, times]) => `| ${message} | ${times} |`),
    '',
    `${result.startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${commandOf(result)}, ${machine()}.`,
  ].join('\n');
}

/** Each answer of 500 with what its process logged, since none of them may be. */
function faultsOf({ faults, errors }: SoakResult): string[] {
  if (faults.length === 0) return [];
  const said = new Map(errors.map((line) => [JSON.parse(line).reqId, messageOf(line)]));
  const why = ({ version, call, requestId }: Fault) =>
    `${version} | ${call} | ${said.get(requestId) ?? 'nothing was logged'}`;
  const rows = [...Map.groupBy(faults, why)].map(([text, all]) => `| ${text} | ${all.length} |`);
  return ['| Answered 500 by | to | because | times |', '|---|---|---|--:|', ...rows, ''];
}

/** How often each message was logged, the most frequent first. */
function countsOf(lines: readonly string[]): [string, number][] {
  return [...Map.groupBy(lines.map(messageOf), (message) => message)]
    .map(([message, all]): [string, number] => [message, all.length])
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, mostShown);
}

function messageOf(line: string): string {
  const { err, msg } = JSON.parse(line) as { err?: { message?: string }; msg?: string };
  const [first = ''] = (err?.message ?? msg ?? 'without words').split('\n');
  return first.replace(/\S*\d\S*\/\S*/g, '…').slice(0, 120);
}

function rowOf({ name, costs }: Injury): string {
  const longest = (all: readonly number[]) => `${(Math.max(0, ...all) / 1000).toFixed(1)} s`;
  const healings = costs.flatMap(({ healedMs }) => healedMs ?? []);
  const sum = (of: 'broken' | 'unavailable' | 'internal') => costs.reduce((all, cost) => all + cost[of], 0);
  const healed = healings.length > 0 ? longest(healings) : '';
  const cells = [name, costs.length, healed, longest(costs.map(({ silentMs }) => silentMs))];
  return `| ${[...cells, sum('broken'), sum('unavailable'), sum('internal')].join(' | ')} |`;
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
