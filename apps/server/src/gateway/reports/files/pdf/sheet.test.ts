import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openPdf } from '../readers.fixture.ts';
import { words } from '../words.ts';
import { createSheet } from './sheet.ts';

async function printed(texts: readonly string[]) {
  const sheet = await createSheet({ paper: 'A4', language: 'en', title: 'T', foot: 'F' });
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
