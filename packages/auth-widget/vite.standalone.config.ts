import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** Where our own packages have their sources; other teams find what is built of them. */
const SOURCES = 'latchkey-source';

/**
 * One module script for pages without React: `dist/standalone/latchkey.js` with the parts it loads on first use beside it.
 * Preact stands in for React here, which would not fit. The style is inside the script.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // parts are found beside the script, wherever it is served from
  base: './',
  publicDir: false,
  plugins: [plainImports()],
  resolve: {
    conditions: [SOURCES, ...defaultClientConditions],
    alias: [
      { find: /^react$/, replacement: 'preact/compat' },
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
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

/** Vite's helper preloads the style and parts of a chunk; ours have no style of their own, and it costs over a kibibyte. */
function plainImports(): Plugin {
  return {
    name: 'latchkey-plain-imports',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : undefined,
  };
}
