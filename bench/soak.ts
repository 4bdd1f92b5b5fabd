import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from './lib/setup.ts';
import { type Caller, createCaller, type Tally } from './soak/caller.ts';
import { type Cluster, startCluster } from './soak/cluster.ts';
import { costOf, type Injury, inflictInTurn, restFor } from './soak/injuries.ts';
import { checkMail, longestWait, sendKeptMail, waitForMail } from './soak/mail.ts';
import type { PersonModel } from './soak/model.ts';
import { type Outside, startOutside } from './soak/outside.ts';
import { makeTeam, type Team } from './soak/people.ts';
import { createRandom, type Random } from './soak/random.ts';
import { formatSoak, type SoakResult, writeSoakPage } from './soak/report.ts';
import { settle, timerWeeksOf } from './soak/settle.ts';
import { type Check, checkViews } from './soak/views.ts';
import { writeWeeks } from './soak/writer.ts';

export type SoakOptions = { minutes: number; processes: number; seed?: number };

const teams = 3;
const membersOfTeam = 4;
const minuteMs = 60_000;
/** The part of the time that runs on the last release, whose supervisor of the database gave up sooner. */
const shareOfRelease = 0.2;
const killEveryMs = 45_000;
/** A write takes about this long; the kill falls anywhere in it. */
const longestIntoWriteMs = 12;

/**
 * People write through several gateway processes over one database while processes are killed, the database, the provider,
 * the disk and receivers of webhooks fail in turn, clocks go wrong, and all is upgraded from the last release on the
 * way; afterwards every view and export is held against what was acknowledged.
 * @returns whether nothing was lost, doubled, half there or differently summed
 */
export async function runSoak(options: SoakOptions): Promise<boolean> {
  const seed = options.seed ?? randomInt(1, 2 ** 31);
  say(`Starting 1 + ${options.processes} processes, seed ${seed}`);
  const outside = await startOutside();
  const cluster = await startCluster(options.processes, outside.mail.url);
  try {
    const result = await soak(cluster, outside, { ...options, seed });
    process.stdout.write(`${formatSoak(result)}\n`);
    await writeSoakPage(result);
    return result.problems.length === 0 && result.checks.every(({ differences }) => differences.length === 0);
  } finally {
    await cluster.stop();
    await outside.close();
  }
}

async function soak(
  cluster: Cluster,
  outside: Outside,
  { minutes, processes, seed }: Required<SoakOptions>,
): Promise<SoakResult> {
  const made: Team[] = [];
  for (let number = 1; number <= teams; number++)
    made.push(await makeTeam(cluster.first, `soak${number}`, membersOfTeam, outside.hookUrl));
  const caller = createCaller(cluster);
  const problems: string[] = [];
  const startedAt = new Date();
  const until = performance.now() + minutes * minuteMs;
  say(`Writing for ${minutes} min`);
  const killing = { isPaused: false };
  const killed = killInTurn(cluster, caller, { random: createRandom(seed), until, killing });
  const hurting = hurt({
    cluster,
    outside,
    caller,
    killing,
    until,
    minutes,
    onProblem: (text: string) => void problems.push(text),
  });
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
  const startsMs = await killed;
  const { injuries, upgradedAt } = await hurting;
  const endedAt = new Date();
  const tally: Tally = { ...caller.tally };
  await waitForOrphans(cluster);
  say('Waiting for the mail');
  await waitForMail(cluster);
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
  const { arrived } = outside.mail;
  checks.push(await checkMail(cluster, made, arrived));
  const mail = { arrived: arrived.length, longestWaitMs: await longestWait(cluster, upgradedAt) };
  const errors = cluster.errorLines();
  return {
    minutes,
    processes,
    seed,
    startedAt,
    startsMs,
    tally,
    doubts,
    totals,
    checks,
    problems,
    faults: caller.faults,
    errors,
    injuries,
    hooks: outside.taken(),
    mail,
  };
}

type Hurting = {
  cluster: Cluster;
  outside: Outside;
  caller: Caller;
  killing: { isPaused: boolean };
  until: number;
  minutes: number;
  onProblem(text: string): void;
};

/** What is done beside the kills: after a while the upgrade, and from then on one failure after the other. */
async function hurt({
  cluster,
  outside,
  caller,
  killing,
  ...hurting
}: Hurting): Promise<{ injuries: Injury[]; upgradedAt: Date }> {
  const onRelease = await restFor(caller, hurting.minutes * minuteMs * shareOfRelease);
  killing.isPaused = true;
  const cost = await costOf(caller, cluster, () => cluster.upgrade());
  const upgradedAt = new Date();
  await sendKeptMail(cluster);
  killing.isPaused = false;
  say(' upgraded');
  const upgrade = { name: 'Everything is upgraded from the last release, process by process', costs: [cost] };
  const injuries = await inflictInTurn({ cluster, outside }, caller, hurting);
  const before = { name: 'Nothing but the kills, on the last release', costs: [onRelease] };
  return { injuries: [before, upgrade, ...injuries], upgradedAt };
}

/**
 * Kills one gateway after the other, each in the middle of a write, and waits for its successor.
 * @returns how long each took
 */
async function killInTurn(
  cluster: Cluster,
  caller: Caller,
  { random, until, killing }: { random: Random; until: number; killing: { isPaused: boolean } },
): Promise<number[]> {
  const starts: number[] = [];
  for (let next = performance.now() + killEveryMs; next < until; next += killEveryMs) {
    await sleep(Math.max(0, next - performance.now()));
    if (killing.isPaused) continue;
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
