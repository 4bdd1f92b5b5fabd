import { expect, test } from 'vitest';
import { questionTimer } from './timer-question.ts';

const weekdays = [480, 480, 480, 480, 480, 0, 0];
const nobody = [0, 0, 0, 0, 0, 0, 0];

/** 2026-11-20 is a Friday; Zurich is an hour ahead of UTC. */
test.each([
  ['an ordinary day', '2026-11-20T08:00:00Z', '2026-11-20T18:00:00Z', weekdays, null, ''],
  [
    'a minute over ten hours',
    '2026-11-20T08:00:00Z',
    '2026-11-20T18:01:00Z',
    weekdays,
    'long',
    '2026-11-20T16:00:00.000Z',
  ],
  [
    'a night from Friday into Saturday',
    '2026-11-20T21:00:00Z',
    '2026-11-21T01:00:00Z',
    weekdays,
    'free',
    '2026-11-20T23:00:00.000Z',
  ],
  ['a night from Thursday into Friday', '2026-11-19T21:00:00Z', '2026-11-20T01:00:00Z', weekdays, null, ''],
  ['a Saturday that was meant', '2026-11-21T08:00:00Z', '2026-11-21T12:00:00Z', weekdays, null, ''],
  ['a Saturday into Sunday', '2026-11-21T21:00:00Z', '2026-11-22T01:00:00Z', weekdays, null, ''],
  ['nobody expects anything', '2026-11-20T21:00:00Z', '2026-11-21T01:00:00Z', nobody, null, ''],
  [
    'long, and nobody expects anything',
    '2026-11-20T08:00:00Z',
    '2026-11-20T20:00:00Z',
    nobody,
    'long',
    '2026-11-20T16:00:00.000Z',
  ],
  [
    'long, from the evening on: cut at midnight',
    '2026-11-19T20:00:00Z',
    '2026-11-20T09:00:00Z',
    weekdays,
    'long',
    '2026-11-19T23:00:00.000Z',
  ],
  [
    'half a minute of Saturday is nothing',
    '2026-11-20T21:00:00Z',
    '2026-11-20T23:00:20Z',
    weekdays,
    null,
    '',
  ],
])('%s', (...[, startedAt, endedAt, schedule, reason, cutAt]) => {
  const span = { startedAt: new Date(startedAt), endedAt: new Date(endedAt), timeZone: 'Europe/Zurich' };
  const question = questionTimer(span, schedule);
  expect(question && [question.reason, question.cutAt.toISOString()]).toEqual(reason && [reason, cutAt]);
});

test('the hours are real ones: a day of 25 hours is none of ten', () => {
  const span = {
    startedAt: new Date('2026-10-24T21:30:00Z'),
    endedAt: new Date('2026-10-25T07:30:00Z'),
    timeZone: 'Europe/Zurich',
  };
  expect(questionTimer(span, nobody)).toBeNull();
  expect(questionTimer({ ...span, endedAt: new Date('2026-10-25T07:31:00Z') }, nobody)?.reason).toBe('long');
});
