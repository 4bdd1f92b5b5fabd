import { expect, test } from 'vitest';
import { findHeads } from './block-heads.ts';
import { parseBlock } from './pasted-block.ts';
import { weekDays } from './week.ts';

const names = ['Harbour Ltd', 'Ferry app', 'Design', 'Task'];
const weekTo = (end: string) => ({ days: weekDays(end), names });
const week = weekTo('2026-11-22');
const sizes = (text: string, of = week) => {
  const { rows, columns } = findHeads(parseBlock(text), of);
  return { rows: rows.length, columns };
};

test.each([
  ['names of days', 'Mon\tTue\tWed\n8\t7:30\t', 1, 0],
  ['whole names, capital or not', 'MONDAY\tTuesday\n8\t7', 1, 0],
  ['names in German, with dates', 'Mo 16.11.\tDi 17.11.\n8\t7,5', 1, 0],
  ['numbers after the name of a day', 'Mon\t17\t18\n8\t8\t8', 1, 0],
  ['numbers after the word for the names', 'Projekt\t16\t17\nFerry app\t8\t4', 1, 1],
  ['days and months, month first', '11/16\t11/17\n8\t8', 1, 0],
  ['days and months as they end in German', '16.11.\t17.11.\n8\t8', 1, 0],
  ['a whole date over its hours', '2026-03-02\n8', 1, 0],
  ['whole dates of any week', '2026-03-02\t2026-03-03\n8\t8', 1, 0],
  ['one day over its hours', 'Mon\n8\n4', 1, 0],
  ['names of projects', 'Ferry app\t8\t4\nWebsite\t\t4', 0, 1],
  ['the name of a row of this week', 'Ferry app\t8\t4', 0, 1],
  ['names without a known one before names with one', 'Tide\tFerry app\t8\nAare\tWebsite\t4', 0, 2],
  ['client, project and activity', 'Harbour Ltd\tFerry app\tDesign\t8', 0, 3],
  ['days over names', 'Project\tMon\tTue\tTotal\nWhatever\t8\t4\t12', 1, 1],
  ['days over names, nothing in the corner', '\t16.11\t17.11\nWhatever\t8\t4', 1, 1],
  ['numbers over known names, nothing in the corner', '\t16\t17\nFerry app\t8\t4', 1, 1],
])('headings are found: %s', (_, text, rows, columns) => {
  expect(sizes(text)).toEqual({ rows, columns });
});

test.each([
  ['names of nothing in the week', 'Alpha\t8\t4\nBeta\t\t4', 0, 1],
  ['one such name', 'sick\t8\t8', 0, 1],
  ['names behind an empty column', '\tFerry app\t8\t4', 0, 2],
  ['a project that is a number among names', 'Ferry app\t8\n2024\t4', 0, 1],
  ['a project that is a number under the word for names', 'Project\tMon\n2024\t4', 1, 1],
  ['a name with spaces that do not break', 'Ferry\u00a0app\t8\n12\t4', 0, 1],
  ['days below each other', 'Mon\t8\nTue\t7', 0, 1],
  ['days below each other, in German', 'Montag\t8\nDienstag\t7,5', 0, 1],
  ['dates below each other', '16.11.\t8\n17.11.\t7', 0, 1],
  ['whole dates below each other', '2026-11-16\t8\n2026-11-17\t7', 0, 1],
  ['words of nothing over hours', 'Week 47\tWeek 48\n8\t8', 1, 0],
  ['times of a clock', '9:00-17:00\t8\n9:00-16:00\t7', 0, 1],
  ['dates of another week', '9.11.\t10.11.\n8\t8', 1, 0],
  ['a title over days', 'Timesheet of Amir\nProject\tMon\nFerry app\t8', 2, 1],
  ['days that come again', 'Project\tMon\nFerry app\t8\nProject\tMon\nWebsite\t4', 2, 1],
  ['signs that say nothing beside days', 'Project\tMon\tTue\t%\nFerry app\t8\t4\t100', 1, 1],
])('what may be none of the hours goes by no place: %s', (_, text, rows, columns) => {
  expect(sizes(text)).toEqual({ rows, columns });
});

test.each([
  ['names of days', '\tMon\tWed\tTotal\nFerry app\t8\t4\t12', ['noDay', 0, 2, 'noDay']],
  ['dates', 'Project\t17.11.2026\t16/11/2026\nFerry app\t8\t4', ['noDay', 1, 0]],
  ['as they are written out', 'Monday, November 16th\tDienstag, 17. November\n8\t4', [0, 1]],
  ['the month cut short', '16 Nov\tNov 17\t18. Nov.\n8\t4\t1', [0, 1, 2]],
  ['a name and a date that do not agree', 'Mon 17\tTue 17\n8\t4', ['noDay', 1]],
  ['days of another week', 'Mon 9.11.\tTue 17.11.\n8\t4', ['noDay', 1]],
  ['one day twice', 'Mon\tTue\tMon\n8\t4\t2', ['noDay', 1, 'noDay']],
  ['nothing over hours beside a day', 'Mon\t\n8\t4', [0, 'noDay']],
  [
    'start, end and duration',
    'Project\tStart\tEnd\tDuration\nFerry app\t9:00\t17:00\t8:00',
    Array.from({ length: 4 }, () => 'noDay'),
  ],
  ['figures of a report', 'Project\tHours\tBillable\nFerry app\t8\t4', ['noDay', 'noDay', 'noDay']],
  ['two tables that do not agree', 'Mon\tTue\n8\t4\nTue\tWed\n1\t2', ['noDay', 'noDay']],
  ['sums of a day', 'Total Mon\tMon\n8\t4', ['noDay', 0]],
  ['a span of days', 'Mon–Fri\tSat\n8\t4', ['noDay', 5]],
  ['nothing', '8\t4', [null, null]],
])('columns go to the days that stand over them: %s', (_, text, days) => {
  expect(findHeads(parseBlock(text), week).days).toEqual(days);
});

test.each([
  ['hours alone', '1\t2\t3\n4\t5\t6'],
  ['hours that rise as days do, but are not those of this week', '9\t10\t11\n1\t1\t1'],
  ['decimal hours that look like dates', '7.5\t8.5\n8\t8'],
  ['hours that are days of the week as well', '16\t17\t18\n8\t8\t8'],
  ['one number that is a day of the week as well', '16\t\n8\t'],
  ['a word in place of the hours of a day', 'sick\t8\t8\n8\t8\t8'],
  ['days that rise by chance, with half an hour', '7.5\t8.5\n8\t8'],
  ['a word before hours that are days as well', 'sick\t16\t17\n8\t8\t8'],
  ['hours with a unit that is not read', '8 Std\t8\n6 Std\t8'],
  ['days without any hours', 'Mon\tTue'],
  ['nothing', ''],
])('what may be hours is no heading: %s', (_, text) => {
  expect(sizes(text)).toEqual({ rows: 0, columns: 0 });
});

test.each([
  ['2026-11-08', 'two of them', '7\t8\n8\t8'],
  ['2026-11-08', 'three of them', '6\t7\t8\n8\t8\t8'],
  ['2026-11-08', 'in the middle of the week', '4\t5\n8\t8'],
  ['2026-11-08', 'with decimals', '2.11\t3.11\n8\t8'],
  ['2026-05-10', 'with decimals, as days and months', '7.5\t8.5\n8\t8'],
  ['2026-05-10', 'in columns that are apart', '4\t\t\t5\n8\t8\t8\t8'],
])('hours are no days, in the week to %s: %s', (end, _, text) => {
  expect(sizes(text, weekTo(end))).toEqual({ rows: 0, columns: 0 });
});

test.each([
  [
    '2026-11-08',
    'names of days among them',
    'Project\tFri 6\t7\t8\nFerry app\t8\t\t',
    { rows: 1, columns: 1 },
  ],
  [
    '2026-11-08',
    'a row that is called as people head names',
    'Task\t7\t8\nFerry app\t8\t8',
    { rows: 0, columns: 1 },
  ],
  ['2026-11-15', 'a row of the week below them', 'Ferry app\t9\t10\nBuild\t1\t2', { rows: 0, columns: 1 }],
])('numbers are days where something says so, in the week to %s: %s', (end, _, text, heads) => {
  expect(sizes(text, weekTo(end))).toEqual(heads);
});

test.each([
  ['under the word for the names', 'Project\t9\t10\nFerry app\t1\t2', ['noDay', 'noDay', 'noDay']],
  ['under the word for the names, with gaps', 'Project\t13\t16\nFerry app\t1\t2', ['noDay', 'noDay', 0]],
  ['over names, beside nothing', '\t9\t10\nFerry app\t1\t2', [null, 'noDay', 'noDay']],
  ['under names of days', 'Mon\tTue\tWed\n16\t17\t18\n1\t2\t3', [0, 1, 2]],
  ['under names of days, of another week', 'Thu\tFri\n12\t13\n1\t2', ['noDay', 'noDay']],
  ['with months, of another', 'Mon\tTue\n9.10\t10.10\n1\t2', ['noDay', 'noDay']],
  ['under names of days, over a weekend', 'Fri\tMon\tTue\n13\t16\t17\n1\t2\t3', ['noDay', 0, 1]],
  ['under names of days, with others between', 'Mon\tWed\n16\t18\n1\t2', [0, 2]],
  ['no days, as they have other names', 'Mon\tTue\n7\t8\n1\t2', [0, 1]],
  ['no days, under whole dates', 'Mon 16\tTue 17\n9\t10\n1\t2', [0, 1]],
  ['one under the name of its day', 'Mon\n16\n8', [0]],
  ['no days, as they are not those that are named', 'Mon\tTue\n16\t18\n1\t2', [0, 1]],
  ['no days, as months differ', 'Mon\tTue\n9.10\t10.11\n1\t2', [0, 1]],
  ['no days, as they do not rise', 'Mon\tTue\n8\t8\n1\t2', [0, 1]],
  ['no days, as they are written as hours', '\t9:00\t10:00\nFerry app\t1\t2', [null, null, null]],
])('numbers over hours are days: %s', (_, text, days) => {
  expect(findHeads(parseBlock(text), week).days).toEqual(days);
});

test('a row that leaves its client to the row above is no heading', () => {
  expect(sizes('\tWebsite\t8\t8\nHarbour Ltd\tFerry app\t1\t1')).toEqual({ rows: 0, columns: 2 });
});

test('a number that is a name of the week is one where it can be no hours, and in doubt only before the hours', () => {
  const of = (text: string, name: string) => findHeads(parseBlock(text), { ...week, names: [name] });
  expect(of('2024\t1\t1', '2024').names).toEqual([0]);
  expect(of('7\t8', '8').doubt).toBeNull();
  expect(of('8\t7', '8').doubt?.why).toBe('unclear');
});

test('projects over hours are headings, and no days', () => {
  expect(findHeads(parseBlock('Ferry app\tDesign\n1\t2'), week)).toMatchObject({
    rows: [0],
    days: ['noDay', 'noDay'],
  });
});

/** Its name, the text, why it is in doubt, and what says so. */
type Doubted = [string, string, string, string[]];

test.each<Doubted>([
  ['numbers that rise', '16\t17\t18\n8\t8\t8', 'mayBeDays', ['16', '17', '18']],
  ['numbers that skip a weekend', '13\t16\t17\n8\t8\t8', 'mayBeDays', ['13', '16', '17']],
  ['numbers that skip a weekend below each other', '13\t8\n16\t8\n17\t8', 'mayBeDays', ['13', '16', '17']],
  ['days of this week with others between', '16\t18\t20\n8\t8\t8', 'mayBeDays', ['16', '18', '20']],
  ['two days of this week', '16\t18\n8\t8', 'mayBeDays', ['16', '18']],
  ['days and months that skip a weekend', '13.11\t16.11\n8\t8', 'mayBeDays', ['13.11', '16.11']],
  ['one day of this week over hours', '16\n8', 'mayBeDays', ['16']],
  ['one day and month of this week over hours', '16.11\n8', 'mayBeDays', ['16.11']],
  ['numbers that rise, in another week', '9\t10\n1\t1', 'mayBeDays', ['9', '10']],
  ['days and months', '9.11\t10.11\n1\t1', 'mayBeDays', ['9.11', '10.11']],
  ['numbers that rise under an unknown word', 'Team\t9\t10\nAmir\t1\t2', 'mayBeDays', ['9', '10']],
  ['dates below each other', '16.11\t8\n17.11\t7', 'mayBeDays', ['16.11', '17.11']],
  ['a known name behind a number', '12\tFerry app\t8', 'unclear', ['Ferry app']],
  ['names behind numbers', '1\tAlpha\t8\n2\tBeta\t4', 'unclear', ['Alpha', 'Beta']],
  ['a word before the hours of one of the rows', 'Ferry app\tsick\t8\nDesign\t\t8', 'unclear', ['sick']],
  ['a name that may be hours', '24\t8\t8', 'unclear', ['24']],
  ['minutes over numbers', 'Minuten\nProject\tMon\nFerry app\t15', 'minutes', ['Minuten']],
  ['minutes in the corner', 'Project (min)\tMon\nFerry app\t15', 'minutes', ['Project (min)']],
  ...[
    'Week of 9 November 2026',
    'Timesheet 09.11.2026 – 15.11.2026',
    '09.11.2026',
    'Nov 9th',
    'KW 46',
    '46',
    '2025',
    'October',
    'Oktober 2026',
    'Timesheet of Amir, Oct. 2026',
    'November 2025',
    '10/2026',
    '2026-10',
  ].map((title): Doubted => [title, `${title}\nProject\tMon\nFerry app\t8`, 'noDay', [title]]),
  ['a week in the corner', 'Week 46\tMon\nFerry app\t8', 'noDay', ['Week 46']],
  ['a date in the corner', '09.11.2026\tMon\tTue\nFerry app\t8\t8', 'noDay', ['09.11.2026']],
  ['a date over days', '09.11.2026\nMon\tTue\n1\t2', 'noDay', ['09.11.2026']],
])('is in doubt: %s', (_, text, why, texts) => {
  const { doubt } = findHeads(parseBlock(text), { ...week, names: [...names, '24'] });
  expect(doubt).toEqual({ why, texts });
});

test.each([
  ['numbers that rise, with nothing below', '1\t2\t3'],
  ['numbers that rise behind a name', 'Ferry app\t4\t5\nDesign\t1\t1'],
  ['hours that rise, as they are written here', '16:00\t17:00\n8:00\t8:00'],
  ['months that differ', '9.10\t10.11\n8\t8'],
  ['one word among hours', '8\tsick\t8'],
  ['a word behind the first hours of a row with a name', 'Ferry app\t7,5\tholiday\t7,5'],
  ['a word for the day of one row, behind other hours', 'Ferry app\t8\tsick\nDesign\t8\t'],
  ['minutes over hours as they are written here', 'Minutes\nProject\tMon\nFerry app\t0:15'],
  ['a title of this week', 'Week 47, 16.11.–22.11.2026\nProject\tMon\nFerry app\t8'],
  ['the number of this week', '47\nProject\tMon\nFerry app\t8'],
  ['hours below each other that rise, behind names', 'Ferry app\t1\t8\nDesign\t2\t8'],
  ['words in each row before the hours', 'Alpha\tOne\t8\nBeta\tTwo\t8'],
  ['words for the day of each row with a name', 'Ferry app\t8\tsick\t8\nDesign\t8\tholiday\t8'],
  ['one word for a day of each row', '4\tsick\t4\n4\tSick\t4'],
  ['words for a day on which others have hours', '8\tsick\t8\n8\t8\t8\n8\tholiday\t8'],
  ['a word under a heading for names', 'Project\tActivity\t\nFerry app\tNew\t8\nDesign\t\t8'],
  ['a known name in some of the rows', 'Ferry app\tDesign\t8\nWebsite\t\t8'],
  ['nothing that can be read', 'Ferry app\t25:00'],
  ['a day of this week beside one of another', 'Project\t15\t16\nFerry app\t8\t8'],
  ['a title of this month alone', 'November\nProject\tMon\nFerry app\t8'],
  ['a title of this month by its number', '11.2026\nProject\tMon\nFerry app\t8'],
  ['somebody called as a month', 'Timesheet of Jan May\nProject\tMon\nFerry app\t8'],
  ['a title of this month, year first', '2026-11\nProject\tMon\nFerry app\t8'],
  ['a quarter', 'Q4/2026\nProject\tMon\nFerry app\t8'],
  ['initials', 'Mar\nProject\tMon\nFerry app\t8'],
  ['one day of another week', '13\n8'],
  ['hours with a gap that is no weekend', '9\t11\t12\n8\t8\t8'],
  ['hours that fall', '18\t17\t16\n8\t8\t8'],
  ['a title without a day', 'Timesheet of Amir, November 2026\nProject\tMon\nFerry app\t8'],
])('is certain: %s', (_, text) => {
  expect(findHeads(parseBlock(text), week).doubt).toBeNull();
});

test.each(['KW 5/2026', 'KW 05/2026', 'W05/2026'])('%s is this week, and no month', (title) => {
  const text = `${title}\nProject\tMon\nFerry app\t8`;
  expect(findHeads(parseBlock(text), weekTo('2026-02-01')).doubt).toBeNull();
});

test.each<[string, string, boolean]>([
  ['the end of a month', '30\t1\t2\n8\t8\t8', true],
  ['three small ones with gaps', '1\t3\t6\n8\t8\t8', true],
  ['two small ones with a gap', '2\t4\n8\t8', false],
  ['one small one', '4\n8', false],
])('in a week over the end of a month, numbers may be days: %s', (_, text, isInDoubt) => {
  const { doubt } = findHeads(parseBlock(text), weekTo('2026-12-06'));
  expect(doubt?.why === 'mayBeDays').toBe(isInDoubt);
});

test.each([
  ['2026-11-22', 'Mon\tTue\n16\t18\n1\t2', 1],
  ['2026-11-22', 'Mon\tTue\n7\t8\n1\t2', 1],
  ['2026-11-22', 'Thu\tFri\n12\t13\n1\t2', 2],
  ['2026-12-13', 'Mon\tTue\tWed\tThu\tFri\tSat\tSun\n7\t8\t9\t10\t11\t12\t13\n1\t2\t3\t4\t5\t6\t7', 2],
  ['2026-12-13', 'Mon\tTue\tWed\n7\t8\t9\n8\t8\t8', 1],
  ['2026-12-13', 'Mon\tTue\tWed\n7.12\t8.12\t9.12\n8\t8\t8', 2],
  ['2026-11-08', 'Mon\n2\n8', 1],
  ['2026-11-22', 'Mon\n16\n8', 2],
  ['2026-11-22', 'Mon\tWed\n16\t18\n8\t8', 2],
  ['2026-11-08', 'Mo\tMi\n2\t4\n8\t8', 1],
])(
  'numbers under names of days are headings where they are those days, in the week to %s: %j',
  (end, text, rows) => {
    expect(sizes(text, weekTo(end)).rows).toBe(rows);
  },
);

test.each([
  [
    '2026-12-13',
    'days of this week that are hours of a day as well',
    'Mon\tTue\tWed\n7\t8\t9\n8\t8\t8',
    ['7', '8', '9'],
  ],
  ['2026-12-13', 'those behind an empty corner', 'Project\tMon\tTue\n\t7\t8\n\t8\t8', ['7', '8']],
  ['2026-11-22', 'those of another week', 'Mon\tTue\n9\t10\n1\t2', ['9', '10']],
  ['2026-11-08', 'some days of this week', 'Mo\tMi\n2\t4\n8\t8', ['2', '4']],
])('%s: numbers under names of days may be hours or days: %s', (end, _, text, texts) => {
  const { days, doubt } = findHeads(parseBlock(text), weekTo(end));
  expect(doubt).toEqual({ why: 'mayBeDays', texts });
  expect(days.filter((day) => typeof day === 'number').length).toBeGreaterThan(1);
});

test.each([
  ['2026-12-13', 'no days of those names', 'Mon\tTue\tWed\n8\t9\t10\n8\t8\t8'],
  ['2026-12-13', 'nothing below', 'Mon\tTue\tWed\n7\t8\t9'],
  ['2026-12-13', 'dates above', 'Mon 7\tTue 8\tWed 9\n7\t8\t9\n8\t8\t8'],
  ['2026-12-13', 'other hours above', 'Mon\tTue\tWed\n8\t8\t8\n7\t8\t9'],
  ['2026-12-13', 'a name before them', 'Project\tMon\tTue\nFerry app\t7\t8\nDesign\t8\t8'],
  ['2026-11-08', 'one of them alone', 'Mon\n2\n8'],
])('%s: numbers under names of days are hours for certain: %s', (end, _, text) => {
  const { rows, doubt } = findHeads(parseBlock(text), weekTo(end));
  expect([rows, doubt]).toEqual([[0], null]);
});

test.each<[string, string, boolean]>([
  ['2026-11-22', 'Nov 26', false],
  ['2026-11-22', "Nov '26", false],
  ['2026-11-22', 'November 26', false],
  ['2026-11-22', 'Nov 27', true],
  ['2026-11-22', 'Oct 26', true],
  ['2026-11-22', '26 Nov', true],
  ['2026-11-22', 'Nov 26th', true],
  ['2026-11-22', 'Week of Nov 26', true],
  ['2025-11-23', 'Nov 26', true],
  ['2026-11-29', 'Nov 26', false],
])('in the week to %s the title %j is of another time: %s', (end, title, isOther) => {
  const over = findHeads(parseBlock(`${title}\nProject\tMon\nFerry app\t8`), weekTo(end));
  const corner = findHeads(parseBlock(`${title}\tMon\nFerry app\t8`), weekTo(end));
  expect([over, corner].map(({ doubt }) => doubt?.why === 'noDay')).toEqual([isOther, isOther]);
});

test.each([
  ['2026-11-22', 'Timesheet of Amir\nMon\tTue\n8\t4', null],
  ['2026-11-22', 'November 2026\nMon\tTue\n8\t4', null],
  ['2026-11-29', 'Nov 26\nMon\tTue\n8\t4', null],
  ['2026-11-22', 'Nov 26\n16.11.\t17.11.\n8\t4', null],
  ['2026-11-22', 'Nov 26\n\nMon\tTue\n8\t4', null],
  ['2026-11-22', 'October 2026\nMon\tTue\n8\t4', 'noDay'],
])('in the week to %s a title over days is a heading of none of them: %j', (end, text, why) => {
  const { days, doubt } = findHeads(parseBlock(text), weekTo(end));
  expect([days, doubt?.why ?? null]).toEqual([[0, 1], why]);
});

test.each([
  ['numbers that are days alone', 'Mon\tTue\n\n16\t17\n8\t8', [0, 1, 2], null],
  ['numbers that are hours as well', 'Mon\tTue\n\n9\t10\n8\t8', [0], 'mayBeDays'],
  ['hours of a second row', 'Mon\tTue\n\n8\t8', [0], null],
  ['another table', 'Mon\tTue\n8\t8\n\nMon\tTue\n4\t4', [0, 3], null],
])('an empty row below names of days parts them from nothing: %s', (_, text, rows, why) => {
  const { rows: found, doubt } = findHeads(parseBlock(text), week);
  expect([found, doubt?.why ?? null]).toEqual([rows, why]);
});

test('of rows of numbers that may be days, the first alone is taken for days', () => {
  const text = '16\t17\n7\t8\n8\t8';
  const { rows, days } = findHeads(parseBlock(text), { ...week, areDays: true });
  expect([rows, days]).toEqual([[0], [0, 1]]);
});

test('the column of activities is known by its heading, unless that is a name of the week', () => {
  const text = 'Project\tTask\tMon\nFerry app\t\t8';
  expect(findHeads(parseBlock(text), { ...week, names: ['Ferry app'] }).activities).toEqual([1]);
  expect(findHeads(parseBlock(text), week).activities).toEqual([]);
});
