import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const sheets = globSync(['apps/web/src/**/*.css', 'packages/auth-widget/src/**/*.css'], { cwd: root });

/** What moves without a layout: of anything else the browser lays the page out at every frame, while somebody goes on typing. */
const CHEAP = /^(?:none|opacity|transform|background-color|border-color|color)\b/;

/** What each transition of a sheet is about. */
function movedBy(sheet: string): string[] {
  const values = [...sheet.matchAll(/\btransition(?:-property)?:([^;}]*)/g)].map(([, value]) => value ?? '');
  return values.flatMap((value) => value.split(/,(?![^(]*\))/)).map((each) => each.trim());
}

test('a transition of a width is found', () => {
  expect(movedBy('a { transition: width var(--calm), opacity 1s }')).toEqual([
    'width var(--calm)',
    'opacity 1s',
  ]);
});

test.each(sheets)('%s moves nothing that has to be laid out anew', (path) => {
  const moved = movedBy(readFileSync(join(root, path), 'utf8'));
  expect(moved.filter((each) => !CHEAP.test(each))).toEqual([]);
});
