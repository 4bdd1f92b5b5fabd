import { expect, test } from 'vitest';
import { beginsAt, remindsAt } from './retention.ts';

const now = new Date('2026-11-22T12:00:00Z');
const [announced, passed] = [new Date('2026-12-01T00:00:00Z'), new Date('2025-01-01T00:00:00Z')];
const inThirtyDays = new Date('2026-12-22T12:00:00Z');

test.each([
  ['the first time, after the notice', 24, null, inThirtyDays],
  ['of less time than announced, after a new notice', 12, { months: 24, beginsAt: announced }, inThirtyDays],
  ['of less time than goes already, after a new notice', 12, { months: 24, beginsAt: passed }, inThirtyDays],
  ['of more time, as it was announced', 36, { months: 24, beginsAt: announced }, announced],
  ['of more time than is kept already, at once', 36, { months: 24, beginsAt: passed }, passed],
  ['of the same time, as it was announced', 24, { months: 24, beginsAt: announced }, announced],
])('keeping %s', (_what, months, before, begins) => {
  expect(beginsAt(now, months, before)).toEqual(begins);
});

test('owners are told once more a week before; not where that is over', () => {
  expect(remindsAt(now, inThirtyDays)).toEqual(new Date('2026-12-15T12:00:00Z'));
  expect(remindsAt(now, new Date('2026-11-29T12:00:00Z'))).toBeNull();
});
