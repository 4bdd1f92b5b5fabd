import { expect, test } from 'vitest';
import { type FileChoices, type NamedLine, type RefusedLine, readFile } from './read-file.ts';
import { type SheetCell, sheetFile } from './sheet.fixture.ts';

async function read(bytes: Uint8Array, choices: Partial<FileChoices> = {}) {
  const lines: NamedLine[] = [];
  const refused: RefusedLine[] = [];
  const facts = await readFile(
    bytes,
    { timeZone: 'UTC', ...choices },
    { line: (line) => lines.push(line), refused: (line) => refused.push(line) },
  );
  return { facts, lines, refused };
}

/** Day 46,055 of table programs, counted by hand: 45,658 is the first of January 2025. */
const FEBRUARY_2_2026 = 45_658 + 365 + 31 + 1;
const date = (days = 0): SheetCell => ({ number: FEBRUARY_2_2026 + days, style: 'yyyy-mm-dd' });
const hours = (number: number, style: '[h]:mm' | 'h:mm' | '0.00' | 'General' = '[h]:mm'): SheetCell => ({
  number,
  style,
});

test('dates, durations, times of day and decimal hours of a sheet are what its program shows', async () => {
  const { facts, lines, refused } = await read(
    sheetFile([
      ['Date', 'Email', 'Client', 'Project', 'Start time', 'Duration', 'Description'],
      [
        date(),
        'ada@example.test',
        'Acme & Söhne',
        'Website',
        hours(9.5 / 24, 'h:mm'),
        hours(1.5 / 24),
        'Logo, "first" <draft>',
      ],
      [date(1), 'ada@example.test', 'Acme & Söhne', 'Website', '', hours(23.75 / 24), 'Night'],
      [date(2), 'max@example.test', '', 'Pier', '', hours(0.25 / 24, 'h:mm'), ''],
    ]),
  );
  expect(refused).toEqual([]);
  expect(facts).toMatchObject({ kind: 'xlsx', lines: 3, minutes: 90 + 1425 + 15 });
  expect(lines.map(({ workDate, minutes, client, project }) => [workDate, minutes, client, project])).toEqual(
    [
      ['2026-02-02', 90, 'Acme & Söhne', 'Website'],
      ['2026-02-03', 1425, 'Acme & Söhne', 'Website'],
      ['2026-02-04', 15, '', 'Pier'],
    ],
  );
  expect(lines[0]).toMatchObject({
    comment: 'Logo, "first" <draft>',
    startedAt: Date.UTC(2026, 1, 2, 9, 30),
  });
});

test('hours as decimal numbers of a sheet', async () => {
  const { facts } = await read(
    sheetFile([
      ['Date', 'Project', 'Hours'],
      [date(), 'Pier', hours(1.25, '0.00')],
      [date(), 'Pier', hours(7.5, 'General')],
    ]),
    { style: 'hours' },
  );
  expect(facts.minutes).toBe(75 + 450);
});

test('a formula is what it gave when the file was saved; one that was never worked out is refused with its place', async () => {
  const { facts, lines, refused } = await read(
    sheetFile([
      ['Date', 'Project', 'Duration'],
      [date(), 'Pier', { formula: 'B9-A9', gave: 2 / 24, style: '[h]:mm' }],
      [date(), 'Pier', { formula: 'C2*2', style: '[h]:mm' }],
    ]),
  );
  expect([facts.minutes, lines.length]).toEqual([120, 1]);
  expect(refused.map(({ line, code, column, value }) => ({ line, code, column, value }))).toContainEqual({
    line: 3,
    code: 'no_value',
    column: 'C',
    value: '=C2*2',
  });
});

test.each([0.3, 0.6, 0.9])(
  'a sheet that was cut off at %d of its bytes is refused with what to do',
  async (share) => {
    const whole = sheetFile([
      ['Date', 'Project', 'Duration'],
      [date(), 'Pier', hours(1 / 24)],
    ]);
    await expect(read(whole.slice(0, whole.length * share))).rejects.toThrow(/damaged|cut off/);
  },
);
