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
  ['Das ist deins.', ['deins']],
  ['Öffne die Woche.', ['Öffne']],
  ['Öffne sie.', ['Öffne']],
  ['Wähle seinen Namen.', ['Wähle']],
  ['Warte.', ['Warte']],
  ['Prüfe, ob es stimmt.', ['Prüfe']],
  ['Speichere Sieben davon.', ['Speichere']],
  ['Fertig. Wähle ein Projekt', ['Wähle']],
  ["title: 'Gehe zu, oder tue'", ['Gehe']],
  ['Öffnen Sie die Woche und wähle ein Projekt.', ['wähle']],
  ['Bitte prüfe das Feld', ['prüfe']],
  ['Bitte gib den Code ein.', ['gib']],
  ['Dann klicke auf „Speichern“.', ['klicke']],
  ['Das sagt dir die Woche', ['dir']],
  ['Das kannst Du ändern.', ['Du', 'kannst']],
  ['Hast du es?', ['du', 'Hast']],
  ['Schreib uns, wenn etwas fehlt.', ['Schreib']],
  ['Lass es so.', ['Lass']],
  ['  Melde dich an.', ['dich', 'Melde']],
])('%s is told from German that is polite', (text, words) => {
  expect(findFamiliar(text, { isGerman: true })).toEqual(words);
});

test.each([
  'Gehen Sie zur Woche.',
  'Öffnen Sie sie.',
  'Bitte bestätigen Sie es.',
  'Bitte eine Datei wählen.',
  'Zwei Versuche, eine Suche',
  'Ihre Duldung',
  'Start, Stopp, Klick und Wechsel',
  'Sie haben, können und wollen es.',
  'Ein Fenster, das sich öffnet',
  'const path = meta.dir',
])('%s is polite', (text) => {
  expect(findFamiliar(text, { isGerman: true })).toEqual([]);
});
