import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const sheets = globSync(['apps/web/src/**/*.css', 'packages/auth-widget/src/**/*.css'], { cwd: root });

/** What names a side of the screen; the place of an anchor is one by definition. */
const PHYSICAL =
  /(?:margin|padding|border)-(?:left|right)|^\s*(?:left|right):(?! anchor)|text-align: (?:left|right)|float: (?:left|right)|inset -?[1-9]\d*px 0 0/;

test('there are style sheets', () => {
  expect(sheets.length).toBeGreaterThan(30);
});

test.each(sheets)('%s names beginnings and ends, which a script from right to left turns around', (path) => {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  expect(lines.filter((line) => PHYSICAL.test(line))).toEqual([]);
});
