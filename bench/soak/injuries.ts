import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findProcessesIn, sendSignal } from '../../apps/server/src/platform/embedded/processes.ts';
import type { Caller, Tally } from './caller.ts';
import type { Cluster } from './cluster.ts';
import type { Outside } from './outside.ts';

/** What was done to the product, how often, and what it cost each time. */
export type Injury = { name: string; costs: Cost[] };

export type Cost = {
  /** From the end of what was done until every process said again that it is ready; null where nothing was done. */
  healedMs: number | null;
  /** The longest time in which nothing was acknowledged to anybody. */
  silentMs: number;
  broken: number;
  unavailable: number;
  internal: number;
};

type Parts = { cluster: Cluster; outside: Outside };
type Kind = { name: string; inflict(parts: Parts): Promise<void>; isPossible?(parts: Parts): boolean };

const outageMs = 12_000;
const restMs = 20_000;
const mostHealingMs = 120_000;
/** More than a minute off is refused at sign-in on purpose. */
const clockStepMs = 20_000;

const databasePids = (cluster: Cluster): number[] =>
  findProcessesIn(join(cluster.first.dataDir, 'postgres', 'postgres')) ?? [];

const kinds: readonly Kind[] = [
  {
    name: `The mail server is not there, then says nothing, then takes nothing, ${outageMs / 1000} s each`,
    async inflict({ outside }) {
      for (const mode of ['away', 'silent', 'refusing'] as const)
        await outside.mail.whileMail(mode, outageMs);
    },
  },
  {
    name: 'A backend of the database gets SIGKILL: it recovers from its log',
    async inflict({ cluster }) {
      const newest = databasePids(cluster).at(-1);
      if (newest !== undefined) sendSignal(newest, 'SIGKILL');
    },
  },
  {
    name: 'The whole database gets SIGKILL',
    async inflict({ cluster }) {
      for (const pid of databasePids(cluster)) sendSignal(pid, 'SIGKILL');
    },
  },
  {
    name: `The database says nothing for ${outageMs / 1000} s`,
    async inflict({ cluster }) {
      const pids = databasePids(cluster);
      for (const pid of pids) sendSignal(pid, 'SIGSTOP');
      await sleep(outageMs);
      for (const pid of pids) sendSignal(pid, 'SIGCONT');
    },
  },
  {
    name: `The disk of the database is full for ${outageMs / 1000} s`,
    isPossible: ({ cluster }) => cluster.hasOwnDisk,
    async inflict({ cluster }) {
      const ballast = join(cluster.folder, 'ballast');
      // Ends with an error, once nothing more finds room.
      await promisify(execFile)('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']).catch(() => {});
      await sleep(outageMs);
      await rm(ballast);
    },
  },
  {
    name: `The provider says nothing for ${outageMs / 1000} s`,
    async inflict({ cluster }) {
      cluster.first.signal('SIGSTOP');
      await sleep(outageMs);
      cluster.first.signal('SIGCONT');
    },
  },
  {
    name: `Receivers of webhooks answer nothing for ${outageMs / 1000} s, then 500 for as long`,
    inflict: async ({ outside }) => {
      await outside.whileHooks('silent', outageMs);
      await outside.whileHooks('broken', outageMs);
    },
  },
  {
    name: `Clocks of the gateways are set ${clockStepMs / 1000} s ahead, then as much back`,
    async inflict({ cluster }) {
      for (const step of [clockStepMs, -clockStepMs, 0]) {
        await writeFile(cluster.clockFile, String(step));
        await sleep(outageMs);
      }
    },
  },
];

/**
 * Does one thing after the other to the product until the time is over, and measures each.
 * @param until by `performance.now()`
 */
export async function inflictInTurn(
  parts: Parts,
  caller: Caller,
  { until, onProblem }: { until: number; onProblem(text: string): void },
): Promise<Injury[]> {
  const possible = kinds.filter(({ isPossible }) => isPossible?.(parts) ?? true);
  const injuries = possible.map(({ name }) => ({ name, costs: [] as Cost[] }));
  const rests: Cost[] = [];
  const least = 3 * outageMs + restMs + mostHealingMs / 2;
  for (let turn = 0; performance.now() + least < until; turn++) {
    rests.push(await restFor(caller, restMs));
    const at = turn % possible.length;
    const kind = possible[at] as Kind;
    try {
      injuries[at]?.costs.push(await costOf(caller, parts.cluster, () => kind.inflict(parts)));
      process.stderr.write('!');
    } catch (error) {
      onProblem(`${kind.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  rests.push(await restFor(caller, until - performance.now()));
  return [{ name: 'Nothing but the kills, between these', costs: rests }, ...injuries];
}

/** What a time costs in which nothing is done beside the kills. */
export const restFor = async (caller: Caller, milliseconds: number): Promise<Cost> => ({
  ...(await countsOf(caller, () => sleep(Math.max(0, milliseconds)))),
  healedMs: null,
});

/** What something costs, from its beginning until all is well again. */
export async function costOf(caller: Caller, cluster: Cluster, act: () => Promise<void>): Promise<Cost> {
  let healedMs = 0;
  const counts = await countsOf(caller, async () => {
    await act();
    const acted = performance.now();
    await untilReady(cluster, acted + mostHealingMs);
    healedMs = performance.now() - acted;
  });
  return { ...counts, healedMs };
}

async function countsOf(caller: Caller, act: () => Promise<void>): Promise<Omit<Cost, 'healedMs'>> {
  const before: Tally = { ...caller.tally };
  const silence = watchSilence(caller);
  await act();
  const { broken, unavailable, internal } = caller.tally;
  return {
    silentMs: silence(),
    broken: broken - before.broken,
    unavailable: unavailable - before.unavailable,
    internal: internal - before.internal,
  };
}

/** @returns ends the watch, with the longest time without an acknowledged write */
function watchSilence(caller: Caller): () => number {
  let [last, known, longest] = [performance.now(), caller.tally.acknowledged, 0];
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    if (caller.tally.acknowledged === known) return;
    [last, known] = [now, caller.tally.acknowledged];
  };
  const timer = setInterval(look, 50);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

async function untilReady(cluster: Cluster, until: number): Promise<void> {
  const findUnready = async () => {
    const processes = [cluster.first, ...cluster.gateways.map(({ process }) => process)];
    const answers = await Promise.all(
      processes.map((one) => one.send({ method: 'GET', path: '/readyz' }).catch(() => null)),
    );
    return answers.filter((answer) => answer?.status !== 200).map((answer) => answer?.text ?? 'no answer');
  };
  for (let unready = await findUnready(); unready.length > 0; unready = await findUnready()) {
    if (performance.now() > until)
      throw new Error(`not ready again after two minutes: ${unready.join(', ')}`);
    await sleep(100);
  }
}
