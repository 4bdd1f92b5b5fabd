import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { Counter, Gauge } from 'prom-client';
import { countsOf } from './database.ts';

/** Connections of this process by database: those that wait say that a pool is too small. */
export function connectionsGauge(
  pools: ReadonlyMap<string, Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>,
): Gauge {
  return new Gauge({
    name: 'stint_database_connections',
    help: 'Connections in use and idle, and requests that wait for one, by database',
    labelNames: ['database', 'state'],
    registers: [],
    collect() {
      this.reset();
      for (const [database, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ database, state: 'used' }, totalCount - idleCount);
        this.set({ database, state: 'idle' }, idleCount);
        this.set({ database, state: 'waiting' }, waitingCount);
      }
    },
  });
}

/** What this process asked of each database since its start. */
export function statementCounters(pools: ReadonlyMap<string, object>): Counter[] {
  const counter = (name: keyof ReturnType<typeof countsOf>, help: string) =>
    new Counter({
      name: `stint_database_${name}_total`,
      help,
      labelNames: ['database'],
      registers: [],
      collect() {
        this.reset();
        for (const [database, pool] of pools) this.inc({ database }, countsOf(pool)[name]);
      },
    });
  return [
    counter('statements', 'Statements sent, those that begin and end transactions included'),
    counter('failures', 'Statements that were refused or got no answer'),
    counter('retries', 'Transactions that were run again after a conflict or a lost connection'),
  ];
}

/** Room on the disk of a folder: an embedded database stops where there is none. */
export function diskGauges(folder: string): Gauge[] {
  const gauge = (
    name: string,
    help: string,
    read: (disk: { bsize: number; blocks: number; bavail: number }) => number,
  ) =>
    new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const disk = await statfs(folder).catch(() => null);
        if (disk) this.set(read(disk));
      },
    });
  return [
    gauge('stint_disk_bytes', 'Size of the disk that holds DATA_DIR', ({ bsize, blocks }) => bsize * blocks),
    gauge('stint_disk_free_bytes', 'What is free of it', ({ bsize, bavail }) => bsize * bavail),
  ];
}

/** How often the embedded database ended by itself and was started again. */
export function restartsCounter(count: () => number): Counter {
  return new Counter({
    name: 'stint_database_restarts_total',
    help: 'Times that the embedded database ended by itself and was started again',
    registers: [],
    collect() {
      this.reset();
      this.inc(count());
    },
  });
}
