import type { KnipConfig } from 'knip';

/** What only the build needs is no part of what it looks at in production. */
const ofTheBuild = (...names: string[]) => (process.argv.includes('--production') ? names : []);

export default {
  // A rule that only its own test calls is no rule: what runs is something else. So nothing may stand without a caller.
  treatConfigHintsAsErrors: true,
  // An export that only its own file uses is none. In production a rule may stand there for its test, while its file calls it.
  ignoreExportsUsedInFile: process.argv.includes('--production'),
  ignoreDependencies: [
    'kubernetes-models', // a test writes imports of its types, one for each manifest
    'oxlint', // started by its path in `scripts/lib/test-stages.mjs`
    'oxlint-tsgolint', // what `oxlint --type-aware` starts
    'typescript-5.5', // the oldest compiler that reads our published types; the test finds it by its folder
  ],
  // Used where an operator has them.
  ignoreBinaries: ['kubectl', 'psql', 'systemd-analyze', 'unshare'],
  workspaces: {
    '.': {
      entry: [
        'bench/references/*',
        'bench/lib/load-driver.ts',
        'scripts/*.mjs',
        'deploy/*.mjs',
        'scripts/lib/unpack-chromium.mjs', // started as a file, on the product's Node
        'scripts/lib/outcome-reporter.mjs', // named to Vitest by its path
        'scripts/lib/*.fixture.mjs',
        'e2e/**/*.test.ts',
        '*.test.ts',
      ],
      project: ['bench/**', 'scripts/**', 'deploy/*.mjs', 'e2e/**'],
      ignoreDependencies: ofTheBuild('rolldown'),
    },
    'packages/domain': { includeEntryExports: true, entry: [], project: ['src/**/*.ts!'] },
    'packages/auth-client': { project: ['src/**!', '!src/testing/**!'] },
    'packages/auth-widget': {
      // A page of its own that e2e builds by its path.
      entry: ['src/standalone.ts!', 'src/gallery/**!', 'src/testing/react-page.fixture.tsx'],
      project: ['src/**!', '!src/testing/**!'],
      // By name in `vite.standalone.config.ts`, in place of React.
      ignoreDependencies: ['preact'],
    },
    // Nothing but a place for React 18.
    'packages/auth-widget-react-18': { ignoreDependencies: ['.*'] },
    'apps/server': {
      // Threads and fixtures that are started as files.
      entry: [
        'src/main.ts!',
        'src/tools/*.ts!',
        'src/**/*-thread.ts!',
        'src/platform/embedded-postgres.fixture.ts',
        'src/testing/loads.fixture.ts',
        'src/testing/all-answered.ts',
        'src/testing/tasks-of-routes.ts',
        'src/testing/plan-sent.ts',
      ],
      project: ['src/**!', '!src/testing/**!', '!src/**/*.fixture.ts!'],
    },
    'apps/web': {
      // The build takes the texts of a language in place of the English ones.
      entry: ['src/**/main*.tsx!', 'src/worker/main.ts!', 'src/**/*.de.ts!'],
      project: ['src/**!', '!src/**/*.fixture.{ts,tsx}!'],
      // The sources of the widget import both, of which the pages are built by `npm start`.
      ignoreDependencies: ['libphonenumber-js', 'xstate', ...ofTheBuild('@vitejs/plugin-react')],
    },
  },
} satisfies KnipConfig;
