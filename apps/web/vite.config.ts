import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
    },
  },
});
