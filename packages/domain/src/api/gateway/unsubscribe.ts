import Type from 'typebox';
import { NOTIFICATIONS } from '../../workspace/notifications.ts';
import { literals } from './reports.ts';
import { closed, Nullable } from './shapes.ts';

const params = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed);

/** What some mail that comes round is, for whoever reads it. */
const Subscription = Type.Object({
  workspace: Type.String(),
  what: literals<(typeof NOTIFICATIONS)[number] | 'report'>([...NOTIFICATIONS, 'report']),
  /** Of the report. */
  name: Nullable(Type.String()),
  /** Whether it still comes. */
  isOn: Type.Boolean(),
});

/** The end of mail that comes round, by the link in it: whoever has the mail need not sign in. */
export const unsubscribeRoutes = {
  'GET /Unsubscribe/:token': {
    summary: 'Which mail a link ends; changes nothing, and leads a browser to the page that asks',
    access: 'public',
    rate: 'read',
    params,
    response: Subscription,
    errors: ['gone'],
  },
  'POST /Unsubscribe/:token': {
    summary: 'End this mail for whoever got the link, also by the button of a mail program (RFC 8058)',
    access: 'public',
    takes: 'form',
    openWhenInactive: true,
    rate: 'write',
    params,
    response: Subscription,
    errors: ['gone'],
  },
} as const;
