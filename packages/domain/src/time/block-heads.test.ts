import { expect, test } from 'vitest';
import { findHeads } from './block-heads.ts';
import { parseBlock } from './pasted-block.ts';
import { weekDays } from './week.ts';

const week = { days: weekDays('2026-11-22'), names: ['Harbour Ltd', 'Ferry app', 'Design'] };

test.each([
  ['names of days', 'Mon\tTue\tWed\n8\t7:30\t', 1, 0],
  ['whole names, capital or not', 'MONDAY\tTuesday\n8\t7', 1, 0],
  ['names in German, with dates', 'Mo 16.11.\tDi 17.11.\n8\t7,5', 1, 0],
  ['days of the week as numbers', '16\t17\t18\n8\t8\t8', 1, 0],
  ['days and months, day first', '16.11\t17.11\n8\t8', 1, 0],
  ['days and months, month first', '11/16\t11/17\n8\t8', 1, 0],
  ['whole dates of any week', '2026-03-02\t2026-03-03\n8\t8', 1, 0],
  ['one day over its hours', 'Mon\n8\n4', 1, 0],
  ['names of projects', 'Ferry app\t8\t4\nWebsite\t\t4', 0, 1],
  ['the name of a row of this week', 'Ferry app\t8\t4', 0, 1],
  ['client, project and activity', 'Harbour Ltd\tFerry app\tDesign\t8', 0, 3],
  ['days over names', 'Project\tMon\tTue\tTotal\nWhatever\t8\t4\t12', 1, 1],
  ['days over names, nothing in the corner', '\t16\t17\nWhatever\t8\t4', 1, 1],
])('headings are found: %s', (_, text, rows, columns) => {
  expect(findHeads(parseBlock(text), week)).toEqual({ rows, columns });
});

test.each([
  ['hours alone', '1\t2\t3\n4\t5\t6'],
  ['hours that rise as days do, but are not those of this week', '9\t10\t11\n1\t1\t1'],
  ['decimal hours that look like dates', '7.5\t8.5\n8\t8'],
  ['one number that is a day of the week as well', '16\t\n8\t'],
  ['a word in place of the hours of a day', 'sick\t8\t8\n8\t8\t8'],
  ['the same word for all days', 'sick\tsick\n8\t8'],
  ['the same word for all rows', 'sick\t8\nsick\t8'],
  ['a word over hours', 'sick\n8'],
  ['a word before hours', 'sick\t8\t8'],
  ['days without any hours', 'Mon\tTue'],
  ['nothing', ''],
])('what may be hours is no heading: %s', (_, text) => {
  expect(findHeads(parseBlock(text), week)).toEqual({ rows: 0, columns: 0 });
});
