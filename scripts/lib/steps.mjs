/**
 * Runs one step of a longer job, so that its name is on screen while it runs and its time afterwards:
 * `Installing packages … 9.6 s`.
 *
 * @template T
 * @param {string} name
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function runStep(name, work) {
  const started = performance.now();
  // On a terminal the name shows at once; in a log each step is one whole line.
  if (process.stdout.isTTY) process.stdout.write(`${name} … `);
  const shown = process.stdout.isTTY ? '' : `${name} … `;
  try {
    const result = await work();
    console.log(`${shown}${formatSeconds(performance.now() - started)}`);
    return result;
  } catch (error) {
    console.log(`${shown}failed after ${formatSeconds(performance.now() - started)}`);
    throw error;
  }
}

/** @param {number} milliseconds */
export function formatSeconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`;
}

/** An expected end: its message is all that is shown, without a stack. */
export class StopError extends Error {}

/**
 * The outermost call of a command: an expected end prints its message, anything else its stack.
 *
 * @param {() => Promise<number>} main gives the exit code
 */
export async function runCommand(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof StopError ? error.message : error);
    process.exitCode = 1;
  }
}
