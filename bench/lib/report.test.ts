import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withSection, writeReport } from './report.ts';
import { rowOf } from './table.ts';

const folder = await mkdtemp(join(tmpdir(), 'report-'));
afterAll(() => rm(folder, { recursive: true }));

test('a section takes the place of its earlier one and leaves the others', () => {
  const one = withSection('# Page\n', 'auth', 'first');
  const two = withSection(one, 'time', 'second');
  expect(withSection(two, 'auth', 'third')).toBe(
    '# Page\n\n<!-- auth -->\nthird\n<!-- end auth -->\n\n<!-- time -->\nsecond\n<!-- end time -->\n',
  );
});

test('a new page says how figures are taken, and each section when and where', async () => {
  const path = join(folder, 'performance.md');
  const rows = [rowOf('P5', 'week read', [2, 2.1, 2.2], { unit: 'x', atMost: 2.3, against: 'the SQL' })];
  await writeReport(
    { name: 'time', title: 'Time', rows, notes: ['a note'], rounds: 3, seconds: 9, pace: 15.4 },
    path,
  );
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(/^# Performance\n/);
  expect(text).toContain('| P5 | week read | <= 2.3x the SQL | 2 – 2.1 – 2.2x | yes |');
  expect(text).toMatch(/\n\d{4}-\d\d-\d\d, `npm run bench -- time`, 3 rounds in 9 s, \d+ cores/);
});
