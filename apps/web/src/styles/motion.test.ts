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

/** Classes that a sheet both moves and gives places to fall back to: WebKit (2.50) stands still at the first frame of such a box. */
function movedInPlaces(sheet: string): string[] {
  const rules = [...sheet.matchAll(/([^{}]*)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    // What a rule is about is the last of each of its selectors.
    classes: selector.split(',').flatMap(
      (each) =>
        each
          .trim()
          .split(/[\s>+~]+/)
          .at(-1)
          ?.match(/\.[\w-]+/g) ?? [],
    ),
    body,
  }));
  const about = (what: RegExp) => rules.flatMap(({ classes, body }) => (what.test(body) ? classes : []));
  const moved = about(/(?:^|[\s;])(?:animation|transition)(?:-name|-property)?:(?! none)/);
  return about(/position-try/).filter((each) => moved.includes(each));
}

test('a box that is moved and has places to fall back to is found, and what is inside is not', () => {
  const places = '.list[popover] { position-try-fallbacks: flip-block }';
  expect(movedInPlaces(`.list { animation: appear 1s } ${places}`)).toEqual(['.list']);
  expect(movedInPlaces(`.a, .list:hover { color: red; transition: color 1s } ${places}`)).toEqual(['.list']);
  expect(movedInPlaces(`.list .item { transition: color 1s } .list { animation: none } ${places}`)).toEqual(
    [],
  );
});

test.each(sheets)('%s moves no box that has places to fall back to', (path) => {
  expect(movedInPlaces(readFileSync(join(root, path), 'utf8'))).toEqual([]);
});
