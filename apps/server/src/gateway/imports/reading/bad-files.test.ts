import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type FileChoices, type RefusedLine, readFile } from './read-file.ts';

const HEAD = 'Date,Project,Start time,Duration';

async function read(bytes: Uint8Array, choices: Partial<FileChoices> = {}) {
  const refused: RefusedLine[] = [];
  const facts = await readFile(
    bytes,
    { timeZone: 'UTC', ...choices },
    { line: () => undefined, refused: (line) => refused.push(line) },
  );
  return { facts, refused };
}

const wide = (columns: number) =>
  `${HEAD},${Array.from({ length: columns - 4 }, (_, at) => `More ${at}`).join(',')}\n2026-02-02,Website,,1:00\n`;

/** Whoever makes a cell of each tells how many there are. */
const commas = ','.repeat(2 ** 21);
const endless: [what: string, text: string][] = [
  ['from its beginning', commas],
  ['behind a mark within a cell', `${HEAD}\nx"${commas}`],
  ['behind a cell of two lines', `${HEAD}\n"x\n"${commas}\n`],
  ['among cells in quotation marks', `${HEAD}\n${'"",'.repeat(2 ** 20)}x"\n`],
  ['in a line that has ends of others', `${HEAD}\r\n${`${','.repeat(999)}\n`.repeat(2 ** 11)}`],
];

describe('a file that cannot be read', () => {
  test.each<[what: string, bytes: Uint8Array, choices: Partial<FileChoices>, message: RegExp]>([
    ['an empty file', new Uint8Array(), {}, /^This file is empty/],
    [
      'the wrong encoding',
      Buffer.from(`${HEAD}\n2026-02-02,Br\u00fccke,,1:00\n`, 'latin1'),
      { encoding: 'utf-8' },
      /^Line 2, column 14: this is not UTF-8 text/,
    ],
    [
      'a file that is no text',
      Buffer.from(`${HEAD}\n2026-02-02,\0\0,,1:00\n`),
      {},
      /^Line 2, column 12: this file is not text/,
    ],
    [
      'an open quote',
      strToU8(`${HEAD}\n2026-02-02,"Website,,1:00\n2026-02-03,A,,1:00\n`),
      {},
      /^Line 2: a quotation mark that opens here is never closed/,
    ],
    [
      'more than 200 columns',
      strToU8(wide(201)),
      {},
      /^Line 1: there are 201 columns, and a file may have 200/,
    ],
    ...endless.map(([what, text]): [string, Uint8Array, object, RegExp] => [
      `separators without an end, ${what}`,
      strToU8(text),
      {},
      /^Line \d: there are more than 200 columns/,
    ]),
    [
      'a picture with the name of a table',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]),
      {},
      /^This file is a picture, whatever its name says/,
    ],
    ['a PDF', strToU8('%PDF-1.7'), {}, /^This file is a PDF/],
    ['JSON of something else', strToU8('{"hello": 1}'), {}, /not a list of times/],
    ['JSON that is cut off', strToU8('[{"begin": "2026-02-0'), {}, /not JSON, or it is cut off/],
    ['one column', strToU8('Date\n2026-02-02\n'), {}, /there is no table|only one column/],
    [
      'a path that climbs',
      zipSync({ '../../etc/passwd': strToU8('x') }),
      {},
      /path leads elsewhere: \.\.\/\.\.\/etc\/passwd/,
    ],
    ['an absolute path', zipSync({ '/etc/passwd': strToU8('x') }), {}, /path leads elsewhere/],
    [
      'a zip of something else',
      zipSync({ 'holiday.jpg': strToU8('x') }),
      {},
      /neither of solidtime nor of Toggl Track \(it begins with holiday\.jpg\)/,
    ],
    [
      'a zip that is cut off',
      zipSync({ 'projects.json': strToU8('[]'.padEnd(5000, ' ')) }).subarray(0, 60),
      {},
      /damaged or cut off/,
    ],
    ['a zip bomb', zipSync({ 'projects.json': new Uint8Array(40_000_000) }), {}, /unpacks to far more/],
    [
      'the zip of a Stint workspace',
      zipSync({ 'manifest.json': strToU8('{}') }),
      {},
      /whole Stint workspace/,
    ],
    ['a damaged XLSX', zipSync({ 'xl/workbook.xml': strToU8('<workbook') }), {}, /XLSX file is damaged/],
  ])('%s', async (_what, bytes, choices, message) => {
    await expect(read(bytes, choices)).rejects.toMatchObject({
      code: 'file_invalid',
      message: expect.stringMatching(message),
    });
  });
});

describe('lines that cannot be taken', () => {
  test.each<[what: string, text: string, refused: string]>([
    ['negative', `${HEAD}\n2026-02-02,Website,,-0:30\n`, '2 Duration negative -0:30'],
    ['thirty hours', `${HEAD}\n2026-02-02,Website,,30:00\n`, '2 Duration over_24h 30:00'],
    ['a formula', `${HEAD}\n2026-02-02,Website,,=1+1\n`, '2 Duration formula =1+1'],
    ['a formula for a date', `${HEAD}\n=TODAY(),Website,,1:00\n`, '2 Date formula =TODAY()'],
    ['no date', `${HEAD}\n,Website,,1:00\n`, '2 Date date_missing '],
    [
      'a date that does not exist',
      `${HEAD}\n2026-02-30,Website,,1:00\n`,
      '2 Date date_unreadable 2026-02-30',
    ],
    ['a clock of 25 hours', `${HEAD}\n2026-02-02,Website,25:10,1:00\n`, '2 Start time time_unreadable 25:10'],
    ['words for a duration', `${HEAD}\n2026-02-02,Website,,long\n`, '2 Duration duration_unreadable long'],
    ['no duration', `${HEAD}\n2026-02-02,Website,09:00,\n`, '2 Duration duration_missing '],
    [
      'a file that ends inside of a line',
      `${HEAD}\n2026-02-02,Website,,1:00\n2026-02-03,Web`,
      '3 Project cut_off ',
    ],
    [
      'a name of 201 letters',
      `${HEAD}\n2026-02-02,${'x'.repeat(201)},,1:00\n`,
      `2 Project too_long ${'x'.repeat(200)}`,
    ],
    [
      'a day of each order',
      `${HEAD}\n13/02/2026,A,,1:00\n14/02/2026,A,,1:00\n02/15/2026,A,,1:00\n`,
      '4 Date date_unreadable 02/15/2026',
    ],
  ])('%s', async (_what, text, wanted) => {
    const { refused } = await read(strToU8(text));
    expect(refused.map(({ line, column, code, value }) => `${line} ${column} ${code} ${value}`)).toEqual([
      wanted,
    ]);
  });

  test('a start that is after its end, with both dates', async () => {
    const { refused } = await read(
      strToU8('Project,Start date,Start time,End date,End time\nWebsite,2026-02-02,10:00,2026-02-02,09:00\n'),
    );
    expect(refused).toMatchObject([{ line: 2, column: 'End date', code: 'negative' }]);
  });
});

describe('what looks wrong and is not', () => {
  test.each<[what: string, text: string, taken: string, currencies?: string[]]>([
    [
      'a night stays on the day on which it began',
      'Project,Start date,Start time,End date,End time\nWebsite,2026-02-02,22:00,2026-02-03,06:30\n',
      '2026-02-02 510 Website',
    ],
    [
      'quotes and line ends within a field',
      `${HEAD}\n2026-02-02,"Web ""A""\nand B",,1:00\n`,
      '2026-02-02 60 Web "A" and B',
    ],
    [
      'a currency in a header',
      'Date,Project,Duration,Billable Amount (CHF)\n2026-02-02,Website,1:00,"1,250.00"\n',
      '2026-02-02 60 Website',
      ['CHF'],
    ],
  ])('%s', async (_what, text, taken, currencies = []) => {
    const seen: string[] = [];
    const refused: RefusedLine[] = [];
    const facts = await readFile(
      strToU8(text),
      { timeZone: 'UTC' },
      {
        line: ({ workDate, minutes, project }) =>
          seen.push(`${workDate} ${minutes} ${project.replace(/\s+/g, ' ')}`),
        refused: (line) => refused.push(line),
      },
    );
    expect([seen, refused, facts.currencies]).toEqual([[taken], [], currencies]);
  });
});

describe('what can be told of a file', () => {
  test('mixed orders of dates are shown by the cell that contradicts, and not taken for sure', async () => {
    const { facts } = await read(strToU8(`${HEAD}\n13/02/2026,A,,1:00\n02/15/2026,A,,1:00\n`));
    expect(facts.evidence).toMatchObject({
      dateOrder: { value: 'dmy', isSure: false, seen: { line: 2, text: '13/02/2026' } },
      otherOrder: { line: 3, text: '02/15/2026' },
    });
  });

  test('dates that fit two orders are asked about', async () => {
    const { facts } = await read(strToU8(`${HEAD}\n03/02/2026,A,,1:00\n`));
    expect(facts.evidence.dateOrder).toMatchObject({ isSure: false, seen: null });
  });

  test('a long row whose commas stand in quotation marks is no wide one', async () => {
    const note = `"${'"",'.repeat(200_000)}"`;
    const text = `${HEAD},Note,More\n2026-02-02,We"b,,1:00,${note},${note}\n`;
    expect((await read(strToU8(text))).facts.lines).toBe(1);
  });

  test('two hundred columns are no trouble', async () => {
    expect((await read(strToU8(wide(200)))).facts.lines).toBe(1);
  });

  test.each<[encoding: string, bytes: Uint8Array]>([
    ['utf-16le', Buffer.from(`\u{feff}${HEAD}\n2026-02-02,Br\u00fccke,,1:00\n`, 'utf16le')],
    ['utf-16be', Buffer.from(`\u{feff}${HEAD}\n2026-02-02,Br\u00fccke,,1:00\n`, 'utf16le').swap16()],
    ['utf-16le', Buffer.from(`${HEAD}\n2026-02-02,Br\u00fccke,,1:00\n`, 'utf16le')],
    ['windows-1252', Buffer.from(`${HEAD}\n2026-02-02,Br\u00fccke,,1:00\n`, 'latin1')],
  ])('text in %s', async (encoding, bytes) => {
    const seen: string[] = [];
    const facts = await readFile(
      bytes,
      { timeZone: 'UTC' },
      { line: ({ project }) => seen.push(project), refused: () => undefined },
    );
    expect([facts.encoding?.value, seen]).toEqual([encoding, ['Br\u00fccke']]);
  });
});
