import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { endOf } from './children.mjs';
import { productEnvironment } from './node-binary.mjs';
import { root } from './paths.mjs';
import { makeRunFolder } from './run-folder.mjs';

/** A person's own settings (DATA_DIR, PORT, database addresses, ...) must not reach a test: only these pass. */
const KEPT_VARIABLES =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|COLORTERM|FORCE_COLOR|NO_COLOR|CI|LANG|LC_.*|TZ|XDG_.*|CHROMIUM_PATH|E2E_PICTURES|(https?|no)_proxy)$/i;

/** How long a stage may take to clean up after an interruption. */
const GRACE_MS = 10_000;

/**
 * @typedef {{
 *   directory: string,
 *   env: NodeJS.ProcessEnv,
 *   unsteady: string[],
 *   run(command: string, args: string[], env?: Record<string, string>): Promise<number>,
 *   end(): Promise<void>,
 * }} TestRun `unsteady` are files that passed only at their second try
 */

/**
 * Everything that one run makes lies in one folder of its own and is gone afterwards, also after Ctrl-C, or when the
 * next one starts: runs beside each other, and beside a running product, do not meet.
 *
 * @returns {TestRun}
 */
export function startTestRun() {
  const directory = makeRunFolder();
  const kept = Object.entries(productEnvironment()).filter(([name]) => KEPT_VARIABLES.test(name));
  const env = {
    ...Object.fromEntries(kept),
    TMPDIR: directory,
    STINT_TEST_DIR: directory,
    // Programs that are started again and again are compiled once.
    NODE_COMPILE_CACHE: join(directory, 'compiled'),
  };
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let current;

  /** @param {NodeJS.Signals} signal */
  function signalCurrent(signal) {
    try {
      // Each stage leads a process group of its own, so that its workers and browsers go with it.
      if (current?.pid !== undefined) process.kill(-current.pid, signal);
    } catch {
      // It is gone already.
    }
  }

  async function end() {
    rmSync(directory, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }

  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, async () => {
      signalCurrent('SIGTERM');
      const timer = setTimeout(() => signalCurrent('SIGKILL'), GRACE_MS);
      if (current?.exitCode === null && current.signalCode === null) await endOf(current);
      clearTimeout(timer);
      signalCurrent('SIGKILL');
      await end();
      process.exit(130);
    });
  }

  return {
    directory,
    env,
    unsteady: [],
    async run(command, args, extraEnv = {}) {
      current = spawn(command, args, {
        cwd: root,
        env: { ...env, ...extraEnv },
        stdio: ['ignore', 'inherit', 'inherit'],
        detached: true,
      });
      try {
        return await endOf(current);
      } finally {
        signalCurrent('SIGKILL');
        current = undefined;
      }
    },
    end,
  };
}
