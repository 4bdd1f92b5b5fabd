import { expect, test } from 'vitest';
import { lostFactorReadyAt } from './lost-factor.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour));

test.each([
  ['without the proof of the address never', { provenAt: null, secondedAt: at(2), isElsewhere: false }, null],
  ['proven alone waits for a day', { provenAt: at(1), secondedAt: null, isElsewhere: false }, at(24)],
  [
    'a second admin takes the place of the wait',
    { provenAt: at(1), secondedAt: at(2), isElsewhere: false },
    at(2),
  ],
  [
    'proven after the second admin, it is the proof that counts',
    { provenAt: at(3), secondedAt: at(2), isElsewhere: false },
    at(3),
  ],
  ['proven after the wait, at once', { provenAt: at(30), secondedAt: null, isElsewhere: false }, at(30)],
  [
    'somebody who is in other workspaces always waits',
    { provenAt: at(1), secondedAt: at(2), isElsewhere: true },
    at(24),
  ],
  [
    'a second admin after the wait delays nothing',
    { provenAt: at(1), secondedAt: at(26), isElsewhere: false },
    at(24),
  ],
])('%s', (_, state, ready) => {
  expect(lostFactorReadyAt({ askedAt: at(0), ...state })).toEqual(ready);
});
