import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { FontFile } from '../../../../platform/font-file.ts';
import { openPdf } from '../readers.fixture.ts';
import { words } from '../words.ts';
import { createSheet } from './sheet.ts';

/** Has letters that the fonts of Stint lack, as one for the far east would. */
const other = {
  path: createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuMathTeXGyre.ttf'),
};

async function printed(texts: readonly string[], fallback: FontFile | null = null) {
  const sheet = await createSheet({ paper: 'A4', language: 'en', title: 'T', foot: 'F', fallback });
  sheet.text('Head', { isBold: true });
  sheet.beginTable([{ head: 'Name', width: 1 }]);
  for (const text of texts) await sheet.row([text], { isBold: text === 'bold' });
  return openPdf(await sheet.end());
}

test('each font is read once for a document, however often its rows go from one to the other', async () => {
  const read = vi.spyOn(fs, 'readFileSync');
  // The library imports the function by its name, which has the spy from here on alone.
  syncBuiltinESMExports();
  const { pages } = await printed(Array.from({ length: 200 }, (_, at) => (at % 2 ? 'bold' : 'plain')));
  const fonts = read.mock.calls.flatMap(([path]) =>
    String(path).endsWith('.ttf') ? [basename(String(path))] : [],
  );
  read.mockRestore();
  syncBuiltinESMExports();
  expect(pages).toBeGreaterThan(3);
  expect(fonts.toSorted()).toEqual(['DejaVuSansCondensed-Bold.ttf', 'DejaVuSansCondensed.ttf']);
});

test('letters that no font has are said to be missing, and nothing is said where all are there', async () => {
  expect((await printed(['Zoë Žižková', 'Ελένη', 'Борис', 'أمل'])).text).not.toContain(words.en.gaps);
  expect((await printed(['渡辺'])).text).toContain(words.en.gaps);
});

test('letters that only the operator’s font has are printed with it, beside the others', async () => {
  const name = 'Lab ℊ⎲ Ω';
  expect((await printed([name])).text).toContain(words.en.gaps);
  const { text } = await printed(['plain', name, 'bold'], other);
  expect(text).toContain(name);
  expect(text).not.toContain(words.en.gaps);
  expect((await printed([name, '渡辺'], other)).text).toContain(words.en.gaps);
});

test.each([
  ['أمل كريم', 'Arabic words'],
  ['סטודיו נמל', 'Hebrew words'],
  ['פרויקט 2026 נמל', 'a figure among Hebrew words'],
  ['Harbour Studio on the Quay סטודיו נמל', 'Hebrew words behind Latin ones'],
])('%s stands in the order of its script: %s', async (text) => {
  expect((await printed([text])).text).toContain(text);
});
