import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billableSplit, billableSummary, percentOf } from './billable-split.ts';

test.each([
  [{ billable: 0, nonBillable: 0, maximum: 0 }, [0, 0, 0, false]],
  [{ billable: 0, nonBillable: 0, maximum: 480 }, [0, 0, 100, false]],
  [{ billable: 240, nonBillable: 120, maximum: 480 }, [50, 25, 25, false]],
  [{ billable: 1, nonBillable: 1, maximum: 3 }, [33.3, 33.3, 33.4, false]],
  [{ billable: 1, nonBillable: 2, maximum: 3 }, [33.3, 66.7, 0, false]],
  [{ billable: 2, nonBillable: 1, maximum: 0 }, [66.7, 33.3, 0, false]],
  [{ billable: 300, nonBillable: 300, maximum: 480 }, [50, 50, 0, true]],
  [{ billable: 480, nonBillable: 0, maximum: 480 }, [100, 0, 0, false]],
  [{ billable: 1, nonBillable: 1999, maximum: 2000 }, [0.1, 99.9, 0, false]],
  [{ billable: 1, nonBillable: 1998, maximum: 2000 }, [0.1, 99.9, 0, false]],
  [{ billable: -5, nonBillable: 5, maximum: 10 }, [0, 50, 50, false]],
])('%j: %j', (input, [billablePercent, nonBillablePercent, remainingPercent, isOverMaximum]) => {
  expect(billableSplit(input)).toEqual({
    billablePercent,
    nonBillablePercent,
    remainingPercent,
    isOverMaximum,
  });
});

test('the parts make exactly the whole and differ from the exact share by less than a tenth', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 1, max: 1_000_000 }), (billable, nonBillable, maximum) => {
      const split = billableSplit({ billable, nonBillable, maximum });
      const whole = Math.max(maximum, billable + nonBillable);
      expect(
        Math.round((split.billablePercent + split.nonBillablePercent + split.remainingPercent) * 10),
      ).toBe(1000);
      expect(Math.abs(split.nonBillablePercent - (nonBillable / whole) * 100)).toBeLessThan(0.1);
      expect(split.remainingPercent).toBeGreaterThanOrEqual(0);
    }),
  );
});

test.each([
  [1, 3, 33.3],
  [1, 2000, 0.1],
  [3, 2, 150],
  [0, 0, 0],
  [5, 0, 0],
])('%d of %d is %d percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

test.each([
  [
    { billable: 1980, nonBillable: 300, maximum: 2400 },
    { recorded: 2280, percent: 86.8, remaining: 120 },
  ],
  [
    { billable: 1980, nonBillable: 300, maximum: 0 },
    { recorded: 2280, percent: 86.8, remaining: 0 },
  ],
  [
    { billable: 2400, nonBillable: 600, maximum: 2400 },
    { recorded: 3000, percent: 80, remaining: 0 },
  ],
  [
    { billable: 0, nonBillable: 0, maximum: 2400 },
    { recorded: 0, percent: 0, remaining: 2400 },
  ],
  [
    { billable: -60, nonBillable: 60, maximum: 60 },
    { recorded: 60, percent: 0, remaining: 0 },
  ],
])('the sentence of %j: billable by recorded, whatever is expected', (input, summary) => {
  expect(billableSummary(input)).toEqual(summary);
});
