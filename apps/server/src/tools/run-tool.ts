import { isOutage, isUnmigrated } from '../platform/database-errors.ts';

/** Errors whose message is the whole help; anything else is shown with where it came from. */
const explained = [
  'ConfigError',
  'StartError',
  'EmbeddedPostgresError',
  'RoleCheckError',
  'BackupError',
  'ArchiveError',
  'ImportError',
];

/**
 * Runs a command line tool with its first argument; a failure is told on standard error, and in the exit code: 1, or 2 where
 * the tool was called wrongly.
 */
export async function runTool(work: (argument: string | undefined) => Promise<void>): Promise<void> {
  try {
    await work(process.argv[2]);
  } catch (error) {
    const { name, message, stack, code } = error as Error & { code?: string };
    const isUsage = name === 'UsageError' || code?.startsWith('ERR_PARSE_ARGS') === true;
    if (isUsage || explained.includes(name)) process.stderr.write(`${message}\n`);
    else if (isOutage(error)) process.stderr.write(`A database does not answer: ${message}\n`);
    else if (isUnmigrated(error))
      process.stderr.write(
        `A database lacks the schema of this version: run npm run db:migrate, or start the product once. (${message})\n`,
      );
    else process.stderr.write(`${stack ?? message}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
}
