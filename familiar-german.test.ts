import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { findFamiliar } from './scripts/checks/familiar-german.ts';
import { listFiles } from './scripts/lib/files.mjs';
import { inRoot, root } from './scripts/lib/paths.mjs';

/** Texts of pages, of the widget, of mails and of public pages; those of the server stand beside the English ones. */
const sources = ['apps/web/src', 'apps/server/src', 'packages', 'content']
  .flatMap((path) => listFiles(inRoot(path)))
  .map((path) => relative(root, path))
  .filter((path) => /\.(tsx?|md)$/.test(path) && !/\.test\.tsx?$/.test(path));
const isGerman = (path: string) => /(^|[/.])de(\.ts|\/)/.test(path);

test('there are German texts to look at', () => {
  expect(sources.filter(isGerman).length).toBeGreaterThan(50);
});

test('people are spoken to with Sie everywhere', () => {
  const found = sources.flatMap((path) =>
    findFamiliar(readFileSync(inRoot(path), 'utf8'), { isGerman: isGerman(path) }).map(
      (word) => `${path}: ${word}`,
    ),
  );
  expect(found).toEqual([]);
});

test.each([
  ['Hier ist dein Bericht', ['dein']],
  ['Öffne die Woche.', ['Öffne']],
  ['Fertig. Wähle ein Projekt', ['Wähle']],
  ["title: 'Gehe zu, oder tue'", ['Gehe']],
  ['Bitte prüfe das Feld', ['Bitte prüfe']],
  ['Das sagt dir die Woche', ['dir']],
])('%s is told from German that is polite', (text, words) => {
  expect(findFamiliar(text, { isGerman: true })).toEqual(words);
});

test.each([
  'Gehen Sie zur Woche.',
  'Öffnen Sie sie.',
  'Bitte bestätigen Sie es.',
  'Zwei Versuche, eine Suche',
  'Ihre Duldung',
])('%s is polite', (text) => {
  expect(findFamiliar(text, { isGerman: true })).toEqual([]);
});
