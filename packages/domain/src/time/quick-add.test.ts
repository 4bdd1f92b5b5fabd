import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuickAdd, type QuickAddRow } from './quick-add.ts';

const row = (
  key: string,
  clientName: string | null,
  projectName: string,
  activityName: string | null,
): QuickAddRow => ({
  key,
  clientName,
  projectName,
  activityName,
});
const rows = [
  row('acme-dev', 'Acme', 'Website', 'Development'),
  row('acme-design', 'Acme', 'Website', 'Design'),
  row('cafe', 'Café Zürich', 'Menu', null),
  row('internal', null, 'Internal', 'Meetings'),
];
const tags = [
  { tagID: 't1', tagName: 'review' },
  { tagID: 't2', tagName: 'On site' },
];
const parse = (line: string) => parseQuickAdd(line, { rows, tags });

describe('a line is understood', () => {
  test.each([
    [
      '2h Acme design logo fix #review',
      { minutes: 120, rowKey: 'acme-design', comment: 'logo fix', tagIDs: ['t1'] },
    ],
    ['Acme design logo fix 1:30', { minutes: 90, rowKey: 'acme-design', comment: 'logo fix' }],
    ['acme', { minutes: null, rowKey: 'acme-dev', comment: '' }],
    ['web des 45m', { minutes: 45, rowKey: 'acme-design', comment: '' }],
    ['2h 30m internal meetings', { minutes: 150, rowKey: 'internal', comment: '' }],
    ['1.5 cafe zurich menu', { minutes: 90, rowKey: 'cafe', comment: '' }],
    ['3 Acme review 4 pages', { minutes: 180, rowKey: 'acme-dev', comment: 'review 4 pages' }],
    ['fixed 4 things Internal', { minutes: null, rowKey: 'internal', comment: 'fixed 4 things' }],
    ['9-11:30 Acme', { minutes: 150, span: { start: 540, end: 690 }, rowKey: 'acme-dev' }],
    ['Acme 13:00–17', { minutes: 240, span: { start: 780, end: 1020 } }],
    ['22-1 Acme', { minutes: 180, span: { start: 1320, end: 1500 } }],
    ['1h Acme #onsite #Review', { tagIDs: ['t2', 't1'] }],
    ['1h Acme #nosuch', { tagIDs: [], unknownTags: ['nosuch'], comment: '#nosuch' }],
    ['1h something else', { minutes: 60, rowKey: null, comment: 'something else' }],
    ['', { minutes: null, span: null, rowKey: null, comment: '', tagIDs: [] }],
    ['25h Acme', { minutes: null, comment: '25h' }],
    ['8-8 Acme', { minutes: null, span: null, comment: '8-8' }],
    ['9-11:75 Acme', { span: null }],
    ['0h Acme', { minutes: null }],
  ])('%j', (line, expected) => {
    expect(parse(line)).toMatchObject(expected);
  });

  test('decimals are read as the workspace reads them', () => {
    expect(parseQuickAdd('1.30 Acme', { rows, tags, decimalReading: 'minutes' }).minutes).toBe(90);
  });
});

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => !/\s/.test(text));

test('nothing of a line is lost: each word is time, a tag, part of a name, or comment, in its order', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const { comment } = parse(words.join(' '));
      const left = comment.split(' ').filter(Boolean);
      let at = 0;
      for (const each of left) {
        at = words.indexOf(each, at) + 1;
        expect(at).toBeGreaterThan(0);
      }
      const named = words.length - left.length;
      const { minutes, rowKey, tagIDs } = parse(words.join(' '));
      const isAllComment = minutes === null && rowKey === null && tagIDs.length === 0;
      expect(isAllComment ? named : 0).toBe(0);
    }),
  );
});

test('any text is understood without an error, and never as more than a day', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (line) => {
      const { minutes, span } = parse(line);
      expect(minutes === null || (minutes > 0 && minutes <= 1440)).toBe(true);
      expect(span === null || span.end - span.start === minutes).toBe(true);
    }),
  );
});

test('the names of a row, a duration at either end and a comment are read as what they are', () => {
  const duration = fc.integer({ min: 1, max: 1440 });
  const chosen = fc.constantFrom(...rows);
  const comment = fc.array(fc.constantFrom('logo', 'fix', 'pages', 'for', 'launch'), { maxLength: 4 });
  fc.assert(
    fc.property(duration, chosen, comment, fc.boolean(), (minutes, named, said, isFirst) => {
      const names = [named.clientName, named.projectName, named.activityName].filter(Boolean).join(' ');
      const time = `${Math.floor(minutes / 60)}h${minutes % 60}m`;
      const body = [names, ...said].join(' ');
      const read = parse(isFirst ? `${time} ${body}` : `${body} ${time}`);
      expect(read).toMatchObject({ minutes, rowKey: named.key, comment: said.join(' ') });
    }),
  );
});
