import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listBrowserTests } from './browser-tests.mjs';
import { findProductNode } from './node-binary.mjs';
import { inRoot } from './paths.mjs';
import { coverFunctions, listFunctions, notesOf, readNotes } from './sent-statements.mjs';
import { ensureServerBuilt, SERVER_COMMAND } from './server-build.mjs';
import { addCounts, NONE } from './test-counts.mjs';
import { runVitest } from './vitest-run.mjs';
import { ensureBuilt } from './web-build.mjs';

/**
 * @typedef {import('./test-run.mjs').TestRun} TestRun
 * @typedef {import('./test-counts.mjs').Counts} Counts
 * @typedef {{ name: string, browser?: 'everywhere' | 'somewhere', isAskedFor?: true, run(run: TestRun): Promise<Counts> }} Stage
 *   `isAskedFor` is one that runs where `--only` names it alone, since it takes very long. `browser` says where its tests need one: a stage that needs it everywhere does not run without it.
 */

/** The oldest server that Stint supports, where Debian puts it. */
const OLDEST_POSTGRES = '/usr/lib/postgresql/15/bin';

/** How our own server is found and run is no question to another one. */
const NOT_FOR_OLDEST = 'apps/server/src/platform/embedded/**';

/** What asks the server itself, whoever else sends the same: roles, rights, migrations, dumps, limits of its settings. */
const ABOUT_THE_SERVER = [
  'src/platform/database.test',
  'src/testing/own-postgres.test',
  'src/testing/schema.test',
  'src/tools/backup.test',
  'src/tools/move-database.test',
];

/** The quickest files in which very many statements stand: their answers, besides their plans. */
const BROADEST = [
  'src/auth/administration/users/users.test',
  'src/gateway/answers.test',
  'src/gateway/lists.test',
  'src/gateway/people/people.test',
  'src/gateway/reports/reports.test',
];

/** Where Debian's PostgreSQL finds Citus, if it is there. */
const CITUS = '/usr/share/postgresql/15/extension/citus.control';

/** Tests of databases of the gateway: those that would run on a cluster as on one server. */
const ON_CITUS = [
  'src/gateway/',
  'src/platform/database.test',
  'src/testing/citus',
  'src/testing/schema.test',
  'src/tools/harbour/',
  'src/tools/move-database.test',
  'src/tools/sample/',
];

/** They count blocks that one server reads, plans that it keeps, and who waits there for a lock. */
export const NOT_FOR_CITUS = [
  'apps/server/src/gateway/catalogue-growth.test.ts',
  'apps/server/src/gateway/growth.test.ts',
  'apps/server/src/gateway/change-feed/growth.test.ts',
  'apps/server/src/gateway/change-feed/memory.test.ts',
  'apps/server/src/gateway/activities/merge-turns.test.ts',
  'apps/server/src/gateway/imports/catalogue-turns.test.ts',
  'apps/server/src/gateway/imports/import-turns.test.ts',
  'apps/server/src/gateway/retention/walk.test.ts',
  'apps/server/src/gateway/team/merge-turns.test.ts',
  'apps/server/src/gateway/timesheets/save-turns.test.ts',
  'apps/server/src/gateway/total-checks/rate-turns.test.ts',
];

/** It adds up every row of every table after each call: of a cluster, tens of thousands of tasks. */
const TOO_DEAR_FOR_CITUS = 'apps/server/src/gateway/hostile-input.test.ts';

/** Given one by one: without paths the type-aware linter follows every link it finds. */
const TYPED = [
  'apps',
  'packages',
  'scripts',
  'deploy',
  'e2e',
  'bench',
  'boundaries.test.ts',
  'citations.test.ts',
  'familiar-german.test.ts',
  'knip.config.ts',
  'routes.test.ts',
  'security-rules.test.ts',
  'sql.test.ts',
  'vitest.config.ts',
];

/**
 * Tests that start products and wait for mails, pages or the end of a connection: with so many at once two cores have
 * something to do. Those in a browser wait most.
 */
const WORKERS = { server: 3, component: 3, e2e: 4 };

/** In the order of their cost: what fails soonest runs first. @type {Stage[]} */
export const STAGES = [
  { name: 'format', run: (run) => checkAll(run, [['biome', 'format', '.']]) },
  { name: 'lint', run: (run) => checkAll(run, [['biome', 'lint', '--error-on-warnings', '.']]) },
  {
    name: 'unused',
    run: (run) =>
      checkAll(run, [
        ['knip', '--no-progress', '--no-tag-hints'],
        ['knip', '--no-progress', '--production', '--treat-tag-hints-as-errors'],
      ]),
  },
  {
    // The compiler's checks and the rules that need its types, in one reading: each file in the program of its tsconfig.
    name: 'types',
    run: (run) =>
      checkAll(run, [
        ['oxlint', '--type-aware', '--type-check', '--deny-warnings', ...TYPED.filter(hasFile)],
      ]),
  },
  { name: 'boundaries', run: (run) => runVitest(run, { project: 'boundaries' }) },
  { name: 'unit', run: (run) => runVitest(run, { project: 'unit' }) },
  {
    name: 'size',
    run: async (run) => {
      const codes = [];
      for (const script of ['widget-size.mjs', 'page-size.mjs'])
        codes.push(await run.run(findProductNode(), [inRoot('scripts', script)]));
      return asOneTest(codes.every((code) => code === 0));
    },
  },
  {
    name: 'server',
    browser: 'somewhere',
    run: async (run) =>
      addCounts(await runServerTests(run), await checkNotes(run, 'all-answered.ts', 'answered.txt')),
  },
  {
    // After the stage before it: the plan of each statement, and few files (decision 046). Alone: all files.
    name: 'server-pg15',
    browser: 'somewhere',
    run: async (run) => {
      if (!existsSync(join(OLDEST_POSTGRES, 'postgres'))) {
        console.log('PostgreSQL 15 is not installed here; nothing to run.');
        return NONE;
      }
      const notes = readNotes(run.directory);
      const env = { PG_BINARIES: OLDEST_POSTGRES };
      const isAlone = notes.length === 0;
      const counts = await runServerTests(run, {
        files: isAlone ? [] : [...ABOUT_THE_SERVER, ...BROADEST, ...coverFunctions(notes, listFunctions())],
        env: { ...env, LEFT_OUT: NOT_FOR_OLDEST },
      });
      return isAlone ? counts : addCounts(counts, await checkPlans(run, env));
    },
  },
  {
    name: 'server-citus',
    run: async (run) => {
      if (!existsSync(join(OLDEST_POSTGRES, 'postgres')) || !existsSync(CITUS)) {
        console.log('PostgreSQL 15 with Citus is not installed here; nothing to run.');
        return NONE;
      }
      const counts = await runServerTests(run, {
        files: ON_CITUS,
        env: {
          PG_BINARIES: OLDEST_POSTGRES,
          CITUS_WORKERS: '2',
          LEFT_OUT: [...NOT_FOR_CITUS, TOO_DEAR_FOR_CITUS].join(','),
        },
      });
      return addCounts(counts, await checkNotes(run, 'tasks-of-routes.ts', 'route-tasks.jsonl'));
    },
  },
  {
    name: 'image',
    isAskedFor: true,
    run: async (run) => {
      const missing = await findMissing(run, ['debootstrap', 'unshare']);
      if (missing !== null) {
        console.log(
          `${missing}, so the steps of deploy/Dockerfile are not run here; the stage unit has checked its form alone.`,
        );
        return NONE;
      }
      return asOneTest((await run.run(process.execPath, [inRoot('scripts', 'run-dockerfile.mjs')])) === 0);
    },
  },
  {
    name: 'component',
    browser: 'everywhere',
    run: (run) => runVitest(run, { project: 'component', workers: WORKERS.component }),
  },
  {
    name: 'e2e',
    browser: 'everywhere',
    run: (run) => runVitest(run, { project: 'e2e', workers: WORKERS.e2e }),
  },
];

/** What `npm test` runs. */
export const EVERYDAY = STAGES.filter(({ isAskedFor }) => !isAskedFor);

/**
 * How many tests a browser stage would have had at least: its files, each counted as failed without a browser.
 *
 * @param {string} stage
 * @returns {Counts}
 */
export function countWithoutBrowser(stage) {
  return { ...NONE, failed: listBrowserTests(/** @type {'component' | 'e2e'} */ (stage)).length };
}

/**
 * A static check counts as one test.
 *
 * @param {TestRun} run
 * @param {string[][]} commands programs of node_modules with their arguments; all run, so that all is seen at once
 * @returns {Promise<Counts>}
 */
async function checkAll(run, commands) {
  let hasFailed = false;
  for (const [program = '', ...args] of commands) {
    const code = await run.run(inRoot('node_modules', '.bin', program), args);
    hasFailed ||= code !== 0;
  }
  return asOneTest(!hasFailed);
}

/** @param {boolean} hasPassed @returns {Counts} */
function asOneTest(hasPassed) {
  return hasPassed ? { ...NONE, passed: 1 } : { ...NONE, failed: 1 };
}

/**
 * Tests of the server, some of which start the whole product: its pages are built first.
 * @param {TestRun} run
 * @param {{ files?: string[], env?: Record<string, string> }} [options]
 * @returns {Promise<Counts>}
 */
async function runServerTests(run, options = {}) {
  await ensureBuilt();
  await ensureServerBuilt();
  const env = { STINT_SERVER_COMMAND: JSON.stringify(SERVER_COMMAND), ...options.env };
  return runVitest(run, { project: 'server', workers: WORKERS.server, ...options, env });
}

/**
 * What the tests of a stage noted, looked at after it: one test.
 *
 * @param {TestRun} run
 * @param {string} program of the server's tests, which judges
 * @param {string} notes
 * @returns {Promise<Counts>}
 */
async function checkNotes(run, program, notes) {
  const path = inRoot('apps', 'server', 'src', 'testing', program);
  return asOneTest((await run.run(findProductNode(), [path, join(run.directory, notes)])) === 0);
}

/**
 * Whether a PostgreSQL knows every statement that the tests of the run were answered, which counts as one test.
 *
 * @param {TestRun} run
 * @param {Record<string, string>} env names the PostgreSQL
 * @returns {Promise<Counts>}
 */
async function checkPlans(run, env) {
  const program = inRoot('apps', 'server', 'src', 'testing', 'plan-sent.ts');
  return asOneTest((await run.run(findProductNode(), [program, notesOf(run.directory)], env)) === 0);
}

/**
 * Why these programs, which need root, cannot be used here; null when they can.
 *
 * @param {TestRun} run
 * @param {string[]} programs
 */
async function findMissing(run, programs) {
  if (process.getuid?.() !== 0) return 'This is not root';
  for (const program of programs) {
    if ((await run.run('sh', ['-c', `command -v ${program} > /dev/null`])) !== 0)
      return `${program} is not installed`;
  }
  return null;
}

/** @param {string} path */
function hasFile(path) {
  return existsSync(inRoot(path));
}
