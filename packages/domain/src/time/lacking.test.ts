import { expect, test } from 'vitest';
import { type AskedEntry, lackingFields } from './lacking.ts';

const entry: AskedEntry = { minutes: 60, comment: 'Planning', activityID: 'a1', tags: ['t1'] };
const all = ['comment', 'activity', 'tag'];

test.each<[string, Partial<AskedEntry>, string[], string[]]>([
  ['a full entry', {}, all, []],
  ['a comment of blanks', { comment: '  ' }, all, ['comment']],
  ['no activity', { activityID: null }, all, ['activity']],
  ['no tag', { tags: [] }, all, ['tag']],
  ['what is not asked for', { comment: '', tags: [] }, ['activity'], []],
  ['an entry without hours', { minutes: 0, comment: '' }, all, []],
  ['a field that this version does not know', { comment: '' }, ['mood'], []],
])('%s', (_, change, required, lacking) => {
  expect(lackingFields({ ...entry, ...change }, required)).toEqual(lacking);
});
