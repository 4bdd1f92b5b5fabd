import Type from 'typebox';
import { closed, Instant, Nullable } from './shapes.ts';

/** A person's entries as a calendar at a secret address. */
export const calendarRoutes = {
  'GET /Calendar': {
    summary: 'Whether the caller has a calendar address',
    access: 'token.own',
    sessionOnly: true,
    rate: 'read',
    response: Type.Object({
      isActive: Type.Boolean(),
      createdAt: Nullable(Instant),
      lastUsedAt: Nullable(Instant),
    }),
  },
  'POST /Calendar': {
    summary: 'Make a secret calendar address; a former one stops working',
    access: 'token.own',
    sessionOnly: true,
    rate: 'write',
    status: 201,
    response: Type.Object({ url: Type.String() }),
    errors: ['forbidden'],
  },
  'DELETE /Calendar': {
    summary: 'Close the calendar address',
    access: 'token.own',
    sessionOnly: true,
    openWhenInactive: true,
    rate: 'write',
    response: Type.Object({ isActive: Type.Boolean() }),
  },
  'GET /Calendar/:file': {
    summary: 'iCalendar feed (RFC 5545) of the last 90 and next 30 days at a secret address ending in .ics',
    access: 'public',
    rate: 'read',
    params: Type.Object({ file: Type.String({ pattern: '^[a-z0-9_]{20,200}\\.ics$' }) }, closed),
    response: Type.Unknown(),
  },
} as const;
