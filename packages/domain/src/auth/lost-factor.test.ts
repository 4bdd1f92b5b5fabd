import { expect, test } from 'vitest';
import { lostFactorReadyAt } from './lost-factor.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour));

test.each([
  ['without the proof of the address never', null, at(2), false, null],
  ['proven alone waits for a day', at(1), null, false, at(24)],
  ['a second admin takes the place of the wait', at(1), at(2), false, at(2)],
  ['proven after the second admin, it is the proof that counts', at(3), at(2), false, at(3)],
  ['proven after the wait, at once', at(30), null, false, at(30)],
  ['somebody who is in other workspaces always waits', at(1), at(2), true, at(24)],
  ['a second admin after the wait delays nothing', at(1), at(26), false, at(24)],
])('%s', (_, provenAt, secondedAt, isElsewhere, ready) => {
  expect(lostFactorReadyAt({ askedAt: at(0), provenAt, secondedAt, isElsewhere })).toEqual(ready);
});
