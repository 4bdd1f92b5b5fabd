import { expect, test } from 'vitest';
import { findHeads } from './block-heads.ts';
import { parseBlock } from './pasted-block.ts';
import { weekDays } from './week.ts';

const names = ['Harbour Ltd', 'Ferry app', 'Design', 'Task'];
const weekTo = (end: string) => ({ days: weekDays(end), names });
const week = weekTo('2026-11-22');

test.each([
  ['names of days', 'Mon\tTue\tWed\n8\t7:30\t', 1, 0],
  ['whole names, capital or not', 'MONDAY\tTuesday\n8\t7', 1, 0],
  ['names in German, with dates', 'Mo 16.11.\tDi 17.11.\n8\t7,5', 1, 0],
  ['all days of the week as numbers', '16\t17\t18\t19\t20\t21\t22\n8\t8\t8\t8\t8', 1, 0],
  ['numbers after the name of a day', 'Mon\t17\t18\n8\t8\t8', 1, 0],
  ['numbers after the word for the names', 'Projekt\t16\t17\nFerry app\t8\t4', 1, 1],
  ['days and months, day first', '16.11\t17.11\n8\t8', 1, 0],
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
  expect(findHeads(parseBlock(text), week)).toEqual({ rows, columns });
});

test.each([
  ['hours alone', '1\t2\t3\n4\t5\t6'],
  ['hours that rise as days do, but are not those of this week', '9\t10\t11\n1\t1\t1'],
  ['decimal hours that look like dates', '7.5\t8.5\n8\t8'],
  ['hours that are days of the week as well', '16\t17\t18\n8\t8\t8'],
  ['one number that is a day of the week as well', '16\t\n8\t'],
  ['a word in place of the hours of a day', 'sick\t8\t8\n8\t8\t8'],
  ['the same word for all days', 'sick\tsick\n8\t8'],
  ['the same word for all rows', 'sick\t8\nsick\t8'],
  ['other words for the rows', 'sick\t8\nholiday\t8'],
  ['other words for the days', 'sick\tholiday\n8\t8'],
  ['a word before hours that are days as well', 'sick\t16\t17\n8\t8\t8'],
  ['hours with a unit that is not read', '8 Std\t8\n6 Std\t8'],
  ['a word over hours', 'sick\n8'],
  ['a word before hours', 'sick\t8\t8'],
  ['days without any hours', 'Mon\tTue'],
  ['nothing', ''],
])('what may be hours is no heading: %s', (_, text) => {
  expect(findHeads(parseBlock(text), week)).toEqual({ rows: 0, columns: 0 });
});

test.each([
  ['2026-11-08', 'two of them', '7\t8\n8\t8'],
  ['2026-11-08', 'three of them', '6\t7\t8\n8\t8\t8'],
  ['2026-11-08', 'in the middle of the week', '4\t5\n8\t8'],
  ['2026-11-08', 'with decimals', '2.11\t3.11\n8\t8'],
  ['2026-11-15', 'after names of nothing in the week', 'Standup\t9\t10\nBuild\t1\t2'],
  ['2026-05-10', 'with decimals, as days and months', '7.5\t8.5\n8\t8'],
  ['2026-05-10', 'in columns that are apart', '4\t\t\t5\n8\t8\t8\t8'],
  ['2026-05-10', 'after a word, in columns that are apart', 'Mon\t4\t\t5\n8\t8\t8\t8'],
])('hours are no days, in the week to %s: %s', (end, _, text) => {
  expect(findHeads(parseBlock(text), weekTo(end))).toEqual({ rows: 0, columns: 0 });
});

test.each([
  ['2026-11-08', 'all of the week', '2\t3\t4\t5\t6\t7\t8\n8\t8\t8\t8\t8', { rows: 1, columns: 0 }],
  ['2026-11-29', 'more than a day has hours', '24\t25\n8\t8', { rows: 1, columns: 0 }],
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
  expect(findHeads(parseBlock(text), weekTo(end))).toEqual(heads);
});
