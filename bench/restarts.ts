import { askThroughRestarts } from '../apps/server/src/testing/rolling-restarts.ts';
import { startSeveralProducts } from '../apps/server/src/testing/several-products.ts';

export type RestartOptions = { processes: number; restarts: number; requests: number };

/**
 * Whole products over one PostgreSQL server behind one address, restarted one after the other by SIGTERM while they are asked.
 * @returns whether nothing failed and every save is there
 */
export async function runRestarts({ processes, restarts, requests }: RestartOptions): Promise<boolean> {
  const products = await startSeveralProducts(processes);
  try {
    const traffic = await products.prepareTraffic();
    const started = performance.now();
    const tally = await askThroughRestarts({
      processes: products.processes,
      start: (former) => products.start(former),
      traffic,
      restarts,
      requests,
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    const [row] = await products.server.read(
      'time_us',
      'select count(*)::int as kept from app.timesheet_entry',
    );
    process.stdout.write(
      `${processes} processes, ${tally.restarts} restarts, ${tally.requests} requests in ${seconds} s: ${tally.failures.length} failed; ${traffic.saved.length} saves, ${String(row?.kept)} kept\n`,
    );
    for (const failure of tally.failures) process.stdout.write(`  ${failure}\n`);
    return tally.failures.length === 0 && row?.kept === traffic.saved.length;
  } finally {
    await products.stop();
  }
}
