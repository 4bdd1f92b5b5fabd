/**
 * Replaces Vite's helper that preloads the style and the parts of a chunk: ours have no style of their own, and it costs
 * over a kibibyte.
 *
 * @returns {import('vite').Plugin}
 */
export function plainImports() {
  return {
    name: 'latchkey-plain-imports',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : undefined,
  };
}
