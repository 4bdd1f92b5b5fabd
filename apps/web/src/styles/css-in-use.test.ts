import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

/** Whatever shows something in the page, or is shown by the server in the styles of the page. */
const files = ['apps/web/*.html', 'apps/web/src/**/*', 'apps/server/src/web/**/*', 'content/**/*']
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((path) => /\.(css|tsx?|html|md)$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({
    path,
    source: readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
  }));
const sheets = files.filter(({ path }) => path.endsWith('.css'));
const others = files.filter(({ path }) => !path.endsWith('.css'));

/** Names that are made of parts: `only-${mode}`. */
const MADE = ['only-light', 'only-dark'];

/** A module's class is named as a member or a key; others stand among the words of a text. */
function has(source: string, name: string, isModule: boolean): boolean {
  return new RegExp(`${isModule ? `[.'"\`]` : '(?<![\\w-])'}${name}(?![\\w-])`).test(source);
}

test.each(sheets.map(({ path, source }) => [path, source] as const))(
  '%s has no class that nothing wears',
  (path, source) => {
    const own = source.replace(/:global\([^)]*\)|url\((?:"[^"]*"|'[^']*'|[^)]*)\)/g, '');
    const classes = new Set([...own.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name));
    const isModule = path.endsWith('.module.css');
    const users = others.filter((file) => !isModule || file.source.includes(`/${basename(path)}'`));
    const unused = [...classes].filter((name) => !users.some((file) => has(file.source, name, isModule)));
    expect(unused.filter((name) => !MADE.includes(name))).toEqual([]);
  },
);

test('no custom property is set that nothing reads', () => {
  const all = files.map(({ source }) => source).join('\n');
  const set = sheets.flatMap(({ source }) => [...source.matchAll(/(?<![\w-])(--[\w-]+)\s*:/g)]);
  const read = new Set([...all.matchAll(/(?:var\(\s*|['"`])(--[\w-]+)/g)].map(([, name]) => name));
  expect([...new Set(set.map(([, name]) => name))].filter((name) => !read.has(name))).toEqual([]);
});
