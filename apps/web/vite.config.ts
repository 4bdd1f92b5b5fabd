import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What every page needs: one file, kept by the browser across both applications. */
const CORE = [
  /\/node_modules\/(react|react-dom|scheduler)\//,
  /\/packages\/auth-client\/src\//,
  /\/packages\/domain\/src\/(auth\/redirect|workspace\/(host|slug)|api\/caller)\.ts/,
  /\/web\/src\/lib\/(api-client|api-error|retry|session|page-settings|color-mode|describe-error|handover-address|use-async)\./,
  /\/web\/src\/ui\/(button|spinner|field|icon|class-names|error-screen|logo|skeleton|badge|empty-state)\./,
  /\/web\/src\/messages\/errors\.ts/,
  /\/web\/src\/styles\/base\.css/,
  /vite\/preload-helper/,
  /rolldown\/runtime/,
];

/** The first screen of signing in: the pages around the widget and what the widget shows at once. */
const SIGN_IN = [
  /\/web\/src\/features\/sign-in\//,
  /\/web\/src\/ui\/site-layout\./,
  /\/web\/src\/messages\/site\.ts/,
  /\/web\/src\/lib\/(after-sign-in|workspaces)\.ts/,
  /\/packages\/auth-widget\/src\/(?!.*(gallery|phone|later|strings\/de|standalone|elements))/,
  /\/node_modules\/(xstate|@xstate)\//,
];

/** The week with its frame, so that opening it is no chain of small files. */
const TIME = [
  /\/web\/src\/features\/timesheets\/(?!.*-dialog)/,
  /\/web\/src\/(ui\/(billable-bar|menu|toast|banner)|messages\/(app|time)|app)/,
  /\/web\/src\/lib\/(today|use-media|use-online|is-typing|new-id|app-context|actor|query-client|visited-paths)\./,
  /\/packages\/domain\/src\/time\//,
  /\/packages\/domain\/src\/workspace\/(permissions|roles)\.ts/,
  /\/node_modules\/(@tanstack|cookie-es|isbot|seroval|use-sync-external-store)/,
];

const isOneOf = (patterns: RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id));

/**
 * Three entries: `site` is the main domain's sign-in and onboarding (small: no router, no cache), `app` the workspace,
 * `public.css` what the server-rendered pages need. The server fills the nonce and the page's settings per request.
 */
export default defineConfig({
  root: here('.'),
  plugins: [react()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: here('app.html'), site: here('site.html'), public: here('src/styles/public.css') },
      output: {
        codeSplitting: {
          groups: [
            { name: 'core', test: isOneOf(CORE), priority: 30 },
            { name: 'sign-in', test: isOneOf(SIGN_IN), priority: 20 },
            { name: 'time', test: isOneOf(TIME), priority: 10 },
          ],
        },
      },
    },
  },
});
