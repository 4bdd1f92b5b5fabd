import { expect, test } from 'vitest';
import { sampleHours } from './sample-hours.ts';

test('the former week is whole, this one has no day that is still to come', () => {
  const [former, current] = sampleHours('2026-11-24');
  expect(former?.weekEndDate).toBe('2026-11-22');
  expect(new Set(former?.entries.map(({ workDate }) => workDate)).size).toBe(5);
  expect(current?.entries.map(({ workDate }) => workDate)).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-11-24',
    '2026-11-24',
  ]);
});

test.each(['2026-11-22', '2026-11-23', '2026-12-31', '2028-02-29'])(
  'as of %s no day has more than ten hours, and weekends are free',
  (today) => {
    for (const { entries } of sampleHours(today)) {
      for (const { workDate } of entries) {
        const day = entries.filter((one) => one.workDate === workDate);
        expect(day.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(600);
        expect([1, 2, 3, 4, 5]).toContain(new Date(`${workDate}T00:00Z`).getUTCDay());
      }
    }
  },
);
