import { globSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalogue } from '@stint/domain/errors.ts';
import { describe, expect, test } from 'vitest';
import { refusals } from './refusals.de.ts';

const source = join(import.meta.dirname, '..');

/** What is about texts and holds none; refusals are compared with the catalogue below. */
const MECHANISM = new Set(['messages/language.ts', 'messages/translation.ts', 'messages/refusals.ts']);

/** Every file of English texts. */
const files = globSync(['**/messages.ts', 'messages/*.ts'], { cwd: source })
  .filter((path) => !/\.(de|test)\.ts$/.test(path) && !MECHANISM.has(path))
  .toSorted();

/** Words that German has as well, and names of keys and products. */
const SAME = new Set([
  'CSV',
  'Excel (XLSX)',
  'PDF',
  'JSON',
  'Stint',
  'Name',
  'Team',
  'Status',
  'Admin',
  'Test',
  'Budget',
  'Budgets',
  'Code',
  'Code 2',
  'Text',
  'Link',
  'Filter',
  'Kalender',
  'Harbour Studio',
  'Details',
  'Esc',
  'Alt Enter',
  'Budget 2',
  'Person',
  'SAML',
  'Domain',
  'Domains',
  'Webhook',
  'Webhooks',
  'Import',
  'Logo',
]);

/** What texts say several figures of at once. */
const FIGURES = { entries: 2, minutes: 120, weeks: 2, people: 2, until: '2' };

type Texts = Record<string, unknown>;

/** Every text by its path; functions are called with twos, or with a list of them where they want one. */
function textsOf(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, call(value as (...values: unknown[]) => unknown)]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`));
}

function call(text: (...values: unknown[]) => unknown): string {
  for (const sample of ['2', ['2'], 2, FIGURES]) {
    try {
      return String(text(...Array.from({ length: text.length }, () => sample)));
    } catch {}
  }
  throw new Error('a text takes what no sample is');
}

test('there are texts', () => {
  expect(files.length).toBeGreaterThan(15);
});

describe.each(files)('%s in German', (path) => {
  const german = path.replace(/\.ts$/, '.de.ts');

  async function read(): Promise<{ en: Map<string, string>; de: Map<string, string> }> {
    const [en, de] = await Promise.all([path, german].map((each) => import(join(source, each))));
    return { en: new Map(textsOf(en as Texts, '')), de: new Map(textsOf(de as Texts, '')) };
  }

  test('is there, with the same texts', async () => {
    expect(globSync(german, { cwd: source })).toEqual([german]);
    const { en, de } = await read();
    expect([...de.keys()].toSorted()).toEqual([...en.keys()].toSorted());
  });

  test('is German: no text is empty, and none was left in English', async () => {
    const { en, de } = await read();
    const same = [...de].filter(
      ([key, text]) => text === en.get(key) && /\p{L}/u.test(text) && !SAME.has(text),
    );
    expect(same).toEqual([]);
    expect([...de].filter(([key, text]) => text === '' && en.get(key) !== '')).toEqual([]);
  });
});

test('every refusal has its German sentence, which says it in other words', () => {
  expect(Object.keys(refusals).toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
  const english: ReadonlySet<string> = new Set(Object.values(errorCatalogue).map(({ message }) => message));
  expect(Object.values(refusals).filter((text) => text === '' || english.has(text))).toEqual([]);
});
