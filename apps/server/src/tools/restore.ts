import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '../auth/cli/arguments.ts';
import { type Config, readConfig } from '../config.ts';
import { parseMoment } from './backup/moment.ts';
import { rehearseArchive, rehearseRestore } from './backup/rehearse.ts';
import { type Restored, restoreBackup } from './backup/restore.ts';
import { restoreToTime, type Wanted } from './backup/restore-to.ts';
import { runTool } from './run-tool.ts';

const usage = `Usage: npm run restore -- [--rehearse] FOLDER_OF_A_BACKUP
       npm run restore -- [--rehearse] --to TIME|latest [--timeline NUMBER]
TIME is such as 2026-11-21T08:00:00Z: what was saved until then is restored from ARCHIVE_DIR.`;

const options = {
  rehearse: { type: 'boolean' },
  to: { type: 'string' },
  timeline: { type: 'string' },
} as const;

// Into an empty DATA_DIR or empty databases; rehearsed into a server of its own that is removed again.
await runTool(async () => {
  const called = readCall();
  if (called === null) throw new UsageError(usage);
  const config = readConfig(process.env);
  const { isRehearsal } = called;
  await ('wanted' in called
    ? fromArchive(config, called.wanted, isRehearsal)
    : fromBackup(config, resolve(called.folder), isRehearsal));
});

type Call = { isRehearsal: boolean } & ({ folder: string } | { wanted: Wanted });

/** Null where it was called wrongly. */
function readCall(): Call | null {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const { rehearse: isRehearsal = false, to, timeline } = values;
    const [folder, ...more] = positionals;
    if (to === undefined)
      return folder && more.length === 0 && timeline === undefined ? { isRehearsal, folder } : null;
    const moment = parseMoment(to);
    const isTimeline = timeline === undefined || /^[1-9]\d{0,8}$/.test(timeline);
    if (moment === undefined || !isTimeline || folder !== undefined) return null;
    return { isRehearsal, wanted: { to: moment, timeline: timeline ?? 'latest' } };
  } catch {
    return null;
  }
}

async function fromBackup(config: Config, folder: string, isRehearsal: boolean): Promise<void> {
  if (isRehearsal) {
    const rehearsed = await rehearseRestore(config, folder, new Date());
    report(rehearsed.databases);
    process.stdout.write(
      `${rehearsed.folder} can be restored: rows, policies, grants and sequences agree.\n`,
    );
    return;
  }
  report(await restoreBackup(config, folder, new Date()));
  process.stdout.write('Restored. Everybody has to sign in again.\n');
}

async function fromArchive(config: Config, wanted: Wanted, isRehearsal: boolean): Promise<void> {
  const started = performance.now();
  const { base, lastChangeAt } = await (isRehearsal ? rehearseArchive : restoreToTime)(
    config,
    wanted,
    new Date(),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`  files of       ${base}\n`);
  process.stdout.write(`  last change    ${lastChangeAt?.toISOString() ?? 'in those files'}\n`);
  process.stdout.write(
    isRehearsal
      ? `${config.archive?.dir} can be restored: it took ${seconds} s.\n`
      : `Restored in ${seconds} s. Everybody has to sign in again.\n`,
  );
}

function report(databases: Restored[]): void {
  for (const { name, rows, differences } of databases) {
    process.stdout.write(`  ${name.padEnd(12)} ${rows} rows, checksums agree\n`);
    for (const difference of differences) process.stdout.write(`  ${name.padEnd(12)} ${difference}\n`);
  }
}
