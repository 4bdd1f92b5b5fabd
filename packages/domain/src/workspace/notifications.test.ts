import { expect, test } from 'vitest';
import { NOTIFICATIONS, wantsMail, withNotification } from './notifications.ts';

test('everything is on until it is switched off, whatever else the preferences hold', () => {
  for (const preferences of [
    {},
    { notifications: null },
    { notifications: 'no' },
    { notifications: [false] },
  ]) {
    expect(NOTIFICATIONS.filter((name) => !wantsMail(preferences, name))).toEqual([]);
  }
  expect(wantsMail({ notifications: { digests: false } }, 'digests')).toBe(false);
  expect(wantsMail({ notifications: { digests: 'false' } }, 'digests')).toBe(true);
});

test('switching one leaves the others and the rest of the preferences', () => {
  const before = { theme: 'dark', notifications: { reminders: false, digests: true } };
  const after = withNotification(before, 'digests', false);
  expect(after).toEqual({ theme: 'dark', notifications: { reminders: false, digests: false } });
  expect(withNotification({ notifications: 7 }, 'weeks', true)).toEqual({ notifications: { weeks: true } });
});
