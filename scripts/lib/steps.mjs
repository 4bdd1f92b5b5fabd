/**
 * Runs one step of a longer job, so that its name is on screen while it runs and its time afterwards, in one
 * column with the steps that the server prints.
 *
 * @template T
 * @param {string} name
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function runStep(name, work) {
  const started = performance.now();
  const label = `  ${name.padEnd(28)} `;
  const { stderr } = process;
  // On a terminal the name shows at once; in a log each step is one whole line.
  if (stderr.isTTY) stderr.write(label);
  const shown = stderr.isTTY ? '' : label;
  try {
    const result = await work();
    stderr.write(`${shown}${((performance.now() - started) / 1000).toFixed(2)} s\n`);
    return result;
  } catch (error) {
    stderr.write(`${shown}failed\n`);
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
