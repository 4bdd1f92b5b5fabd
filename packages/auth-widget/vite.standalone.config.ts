import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { plainImports } from './plain-imports.mjs';

/**
 * One module script for pages without React: `dist/standalone/latchkey.js` with the parts it loads on first use beside it.
 * Preact stands in for React here, which would not fit (performance P16). The style is inside the script.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // parts are found beside the script, wherever it is served from
  base: './',
  publicDir: false,
  plugins: [plainImports()],
  resolve: {
    alias: [
      { find: /^react$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  build: {
    outDir: 'dist/standalone',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: { latchkey: fileURLToPath(new URL('src/standalone.ts', import.meta.url)) },
      preserveEntrySignatures: 'strict',
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'latchkey-[name]-[hash].js',
      },
    },
  },
});
