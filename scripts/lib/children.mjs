import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './paths.mjs';
import { StopError } from './steps.mjs';

/**
 * Runs a program to its end without showing its output, unless it fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, what: string }} options `what` opens the message on failure
 */
export async function runQuietly(command, args, { env, what }) {
  const child = spawn(command, args, {
    cwd: root,
    // What is shown later, perhaps into a log, has no colours.
    env: { ...(env ?? process.env), NO_COLOR: '1', FORCE_COLOR: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const code = await endOf(child);
  if (code !== 0) throw new StopError(`${output.trimEnd()}\n\n${what} failed (${command}, code ${code}).`);
}

/**
 * Runs the program that this one was only the way to: same terminal, same signals, same end.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code; 128 + number of the signal that ended it, as shells have it
 */
export function becomeChild(command, args, env) {
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      // Ctrl-C reaches every process of the terminal by itself; the child should not get it twice.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  return endOf(child);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function endOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)));
  });
}
