import { parseArgs } from 'node:util';
import { isPlainDate } from '@stint/domain/time/plain-date.ts';
import { isWeekEnd } from '@stint/domain/time/week.ts';
import { readConfig } from '../config.ts';
import type { DatabaseAddress } from '../platform/connections.ts';
import { locateDatabases, migrateAll } from '../product-databases.ts';
import { runTool } from './run-tool.ts';
import { withCopier } from './sample/copy.ts';
import { fillSet, type SetName, setNames } from './sample/sets.ts';

const usage = `Usage: npm run dataset -- --set ${setNames.join('|')}
  [--database-url postgres://owner@host/db]  a migrated gateway database, as its owner; the embedded one where absent
  [--region us] [--seed stint] [--until 2026-11-15] [--entries 1000000]  for wide: 1000000 or 10000000
`;

await runTool(async () => {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: {
      set: { type: 'string' },
      'database-url': { type: 'string' },
      region: { type: 'string', default: 'us' },
      seed: { type: 'string', default: 'stint' },
      until: { type: 'string', default: '2026-11-15' },
      entries: { type: 'string', default: '1000000' },
    },
  });
  const name = values.set as SetName;
  const isSunday = isPlainDate(values.until) && isWeekEnd(values.until);
  if (!setNames.includes(name) || !isSunday) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  await withOwner(values['database-url'], values.region, async (owner) => {
    const started = performance.now();
    const filled = await fillSet(owner, name, {
      seed: values.seed,
      regionCode: values.region,
      until: values.until,
      entries: Number(values.entries),
      onProgress: (workspaces, entries) =>
        process.stderr.write(`  ${workspaces} workspaces, ${entries} entries\n`),
    });
    const seconds = (performance.now() - started) / 1000;
    const rate = Math.round(filled.entries / seconds);
    process.stdout.write(
      `${filled.entries} entries in ${filled.workspaces} workspaces, ${seconds.toFixed(1)} s, ${rate} entries a second\n` +
        `workspace ${filled.workspace.publicId}, tenant_id ${filled.workspace.tenantId}\n`,
    );
    await withCopier(owner, (copier) => copier.query('analyze'));
  });
});

async function withOwner(
  url: string | undefined,
  region: string,
  work: (owner: DatabaseAddress) => Promise<void>,
): Promise<void> {
  if (url) return work(url);
  const located = await locateDatabases(readConfig(process.env), () => {}, { attach: true });
  try {
    const link = located.regions.get(region);
    if (!link) throw new Error(`There is no region "${region}".`);
    await migrateAll([link]);
    await work(link.owner);
  } finally {
    await located.stop();
  }
}
