import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { countUncounted, findDifferences, foldChanged, mendTotals } from '../gateway/total-checks/check.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { sql } from '../platform/sql.ts';
import { locateDatabases } from '../product-databases.ts';
import { runTool } from './run-tool.ts';

const usage = `Usage: npm run totals [-- --mend]
  Compares the totals of every workspace with its entries, beside a running product or alone; ends with code 1 where they
  differ. With --mend those weeks are counted anew.
`;

/** `npm run totals`: what the daily check does, now. */
await runTool(async () => {
  const { values } = parseArgs({ options: { mend: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const located = await locateDatabases(readConfig(process.env), () => {}, { attach: true });
  try {
    for (const [code, { address }] of located.regions) {
      const database = openDatabase({
        address,
        max: 2,
        applicationName: 'totals',
        statementTimeoutMs: 10 * 60_000,
      });
      try {
        const differing = await lookThrough(database, code, values.mend === true);
        if (differing > 0 && !values.mend) process.exitCode = 1;
      } finally {
        await database.close();
      }
    }
  } finally {
    await located.stop();
  }
});

async function lookThrough(database: Database, region: string, mends: boolean): Promise<number> {
  const workspaces = await database.rows<{ tenantId: string; slug: string }>(sql`
    select tenant_id as "tenantId", slug from app.workspace_directory where status in ('active', 'archived') order by slug`);
  let differing = 0;
  for (const { tenantId, slug } of workspaces) {
    if (mends) await countUncounted(database, tenantId);
    const { days, weeks, spans } = mends
      ? await mendTotals(database, tenantId, new Date())
      : await database.withTenant(tenantId, (tx) => findDifferences(tx, tenantId), { readOnly: true });
    if (mends) await foldChanged(database, tenantId);
    const differ = new Set([...weeks.map(({ weekEndDate }) => weekEndDate), ...spans]).size;
    if (differ === 0) continue;
    differing += 1;
    process.stdout.write(
      `${slug} (${region}): ${days} days in ${differ} weeks ${mends ? 'differed and were counted anew' : 'differ'}\n`,
    );
  }
  process.stdout.write(`${region}: ${workspaces.length} workspaces, ${differing} with differences\n`);
  return differing;
}
