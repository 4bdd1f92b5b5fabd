/** Starts a run of tests, says which folder it has, and ends it with its own input. */
import { startTestRun } from './test-run.mjs';

const run = startTestRun();
console.log(run.directory);
process.stdin.once('end', run.end).resume();
