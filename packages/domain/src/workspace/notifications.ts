/**
 * Mails that a person may switch off for themself; kept in the own preferences under `notifications`, where `false` is
 * off and everything else is on. `reminders`: weeks not handed in when they are due · `digests`: what waits for me to
 * decide, once a week · `weeks`: weeks handed in to me, and what became of mine · `budgets`: budgets of projects I manage.
 */
export const NOTIFICATIONS = ['reminders', 'digests', 'weeks', 'budgets'] as const;

/** The name of a kind of mail that can be switched off. */
export type Notification = (typeof NOTIFICATIONS)[number];

/** Whether a person wants a kind of mail, by their preferences. */
export function wantsMail(preferences: Readonly<Record<string, unknown>>, name: Notification): boolean {
  const { notifications } = preferences;
  return !(isRecord(notifications) && notifications[name] === false);
}

/** Preferences with one kind of mail switched on or off; everything else stays. */
export function withNotification(
  preferences: Readonly<Record<string, unknown>>,
  name: Notification,
  isOn: boolean,
): Record<string, unknown> {
  const { notifications } = preferences;
  return {
    ...preferences,
    notifications: { ...(isRecord(notifications) ? notifications : {}), [name]: isOn },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
