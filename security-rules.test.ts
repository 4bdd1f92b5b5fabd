import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('./', import.meta.url));
const page = readFileSync(join(root, 'docs/security-rules.md'), 'utf8');
const rows = page.split('\n').filter((line) => /^\| [^-]/.test(line) && !line.startsWith('| Rule |'));

/** `file` › title, once or several times in the last column. */
function namedIn(row: string): { file: string; title: string }[] {
  const tests = row.split(' | ').at(-1)?.replace(/ \|$/, '') ?? '';
  return tests.split('<br>').map((one) => {
    const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(one) ?? [];
    return { file, title };
  });
}

function sourceOf(file: string): string {
  const path = [file, join('apps/server/src', file)]
    .map((one) => join(root, one))
    .find((one) => existsSync(one));
  return path ? readFileSync(path, 'utf8').replaceAll("\\'", "'") : '';
}

describe('docs/security-rules.md', () => {
  test('has all fourteen sections, and a test for every rule', () => {
    const sections = [...page.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));
    expect(sections).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
    expect(rows.length).toBeGreaterThan(80);
    expect(rows.filter((row) => namedIn(row).some(({ file, title }) => !file || !title))).toEqual([]);
  });

  test('names tests that are there', () => {
    const missing = rows.flatMap(namedIn).filter(({ file, title }) => !sourceOf(file).includes(title));
    expect(missing).toEqual([]);
  });
});
