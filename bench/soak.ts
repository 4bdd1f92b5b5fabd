import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from './lib/setup.ts';
import { type Caller, createCaller, type Tally } from './soak/caller.ts';
import { type Cluster, startCluster } from './soak/cluster.ts';
import type { PersonModel } from './soak/model.ts';
import { makeTeam, type Team } from './soak/people.ts';
import { createRandom, type Random } from './soak/random.ts';
import { startReceiver } from './soak/receiver.ts';
import { formatSoak, type SoakResult, writeSoakPage } from './soak/report.ts';
import { settle, timerWeeksOf } from './soak/settle.ts';
import { type Check, checkViews } from './soak/views.ts';
import { writeWeeks } from './soak/writer.ts';

export type SoakOptions = { minutes: number; processes: number; seed?: number };

const teams = 3;
const membersOfTeam = 4;
const killEveryMs = 20_000;
/** A write takes about this long; the kill falls anywhere in it. */
const longestIntoWriteMs = 12;

/**
 * People write through several gateway processes over one database while one of the processes is killed every 20 s;
 * afterwards every view and export is held against what was acknowledged.
 * @returns whether nothing was lost, doubled, half there or differently summed
 */
export async function runSoak(options: SoakOptions): Promise<boolean> {
  const seed = options.seed ?? randomInt(1, 2 ** 31);
  say(`Starting 1 + ${options.processes} processes, seed ${seed}`);
  const receiver = await startReceiver();
  const cluster = await startCluster(options.processes);
  try {
    const result = await soak(cluster, receiver.url, { ...options, seed });
    process.stdout.write(`${formatSoak(result)}\n`);
    await writeSoakPage(result);
    return result.problems.length === 0 && result.checks.every(({ differences }) => differences.length === 0);
  } finally {
    await cluster.stop();
    receiver.close();
  }
}

async function soak(
  cluster: Cluster,
  hookUrl: string,
  { minutes, processes, seed }: Required<SoakOptions>,
): Promise<SoakResult> {
  const made: Team[] = [];
  for (let number = 1; number <= teams; number++)
    made.push(await makeTeam(cluster.first, `soak${number}`, membersOfTeam, hookUrl));
  const caller = createCaller(cluster);
  const problems: string[] = [];
  const startedAt = new Date();
  const until = performance.now() + minutes * 60_000;
  say(`Writing for ${minutes} min`);
  const killing = killInTurn(cluster, caller, createRandom(seed), until);
  const models = await Promise.all(
    made.map((team, at) =>
      Promise.all(
        team.members.map((seat, number) => {
          const random = createRandom(seed + at * 100 + number);
          const parts = { caller, team, seat, random, onProblem: (text: string) => void problems.push(text) };
          return writeWeeks(parts, until).catch((error: Error): PersonModel => {
            problems.push(`${seat.person.email} stopped: ${error.stack ?? error.message}`);
            return { teamMemberID: seat.teamMemberID, weeks: [], timers: [] };
          });
        }),
      ),
    ),
  );
  const startsMs = await killing;
  const endedAt = new Date();
  const tally: Tally = { ...caller.tally };
  await waitForOrphans(cluster);
  say('Comparing');
  const checks: Check[] = [];
  const doubts = { weeks: 0, timers: 0, tookEffect: 0 };
  const totals = { entries: 0, minutes: 0, weeks: 0 };
  for (const [at, team] of made.entries()) {
    const settled = await settle(caller, team, models[at] as PersonModel[], timerWeeksOf(startedAt, endedAt));
    const { compared, differences, inDoubt } = settled;
    merge(checks, { name: 'Week by week, and timers', compared, differences });
    for (const check of await checkViews({ caller, cluster, team, settled })) merge(checks, check);
    for (const name of ['weeks', 'timers', 'tookEffect'] as const) doubts[name] += inDoubt[name];
    totals.weeks += settled.weeks.length;
    totals.entries += settled.cells.length;
    totals.minutes += settled.cells.reduce((sum, cell) => sum + cell.minutes, 0);
  }
  const errors = cluster.errorLines();
  return { minutes, processes, seed, startedAt, startsMs, tally, doubts, totals, checks, problems, errors };
}

/**
 * Kills one gateway after the other, each in the middle of a write, and waits for its successor.
 * @returns how long each took
 */
async function killInTurn(
  cluster: Cluster,
  caller: Caller,
  random: Random,
  until: number,
): Promise<number[]> {
  const starts: number[] = [];
  for (let next = performance.now() + killEveryMs; next < until; next += killEveryMs) {
    await sleep(Math.max(0, next - performance.now()));
    const gateway = cluster.gateways[starts.length % cluster.gateways.length];
    if (!gateway) break;
    while (caller.writesAt(gateway) < 1 && performance.now() < until) await sleep(1);
    await sleep(random.between(0, longestIntoWriteMs));
    starts.push(await cluster.replace(gateway));
    process.stderr.write('.');
  }
  process.stderr.write('\n');
  return starts;
}

/** A killed process leaves transactions behind; the server ends them as it notices. */
async function waitForOrphans({ owner }: Cluster): Promise<void> {
  const isDone = async () => {
    const [row] = await query(
      owner,
      `select count(*)::int as open from pg_stat_activity
       where datname = 'stint_us' and pid <> pg_backend_pid() and xact_start is not null`,
    );
    return row?.open === 0;
  };
  for (let quiet = 0; quiet < 3; quiet = (await isDone()) ? quiet + 1 : 0) await sleep(500);
}

function merge(checks: Check[], check: Check): void {
  const known = checks.find(({ name }) => name === check.name);
  if (!known) checks.push({ ...check });
  else {
    known.compared += check.compared;
    known.differences.push(...check.differences);
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
