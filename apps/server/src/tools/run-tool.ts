/** Errors whose message is the whole help; anything else is shown with where it came from. */
const explained = ['ConfigError', 'StartError', 'EmbeddedPostgresError', 'BackupError', 'ImportError'];

/** Runs a command line tool with its first argument; a failure is told on standard error and in the exit code. */
export async function runTool(work: (argument: string | undefined) => Promise<void>): Promise<void> {
  try {
    await work(process.argv[2]);
  } catch (error) {
    const { name, message, stack } = error as Error;
    process.stderr.write(`${explained.includes(name) ? message : (stack ?? message)}\n`);
    process.exitCode = 1;
  }
}
