import { isForgotten, MAX_TIMER_DAYS } from '@stint/domain/time/timer.ts';
import { MINUTE_MS } from '@stint/domain/time/units.ts';
import { isTimeZone } from '@stint/domain/time/zone.ts';
import type { MemberContext } from '../context.ts';
import { fieldError } from '../shared/sql-json.ts';

/** Clocks of phones may be ahead. */
const aheadMs = MINUTE_MS;

/** A given instant, or now. @throws AppError `date_invalid` in the future */
export function requirePast(text: string | undefined, now: Date, field: string): Date {
  if (text === undefined) return now;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw fieldError('date_invalid', field, 'This time does not exist.');
  if (instant.getTime() > now.getTime() + aheadMs)
    throw fieldError('date_invalid', field, 'This time is in the future.');
  return instant;
}

/** The same for a beginning. @throws AppError `date_invalid` also when it is more than 31 days ago */
export function requireStart(text: string | undefined, now: Date, field = 'startedAt'): Date {
  const instant = requirePast(text, now, field);
  if (isForgotten(instant, now))
    throw fieldError('date_invalid', field, `This time is more than ${MAX_TIMER_DAYS} days ago.`);
  return instant;
}

/** An end; another device's clock may be a little behind the one that started. @throws AppError `date_invalid` */
export function requireEnd(text: string | undefined, now: Date, startedAt: Date): Date {
  const end = requirePast(text, now, 'endedAt');
  if (end.getTime() < startedAt.getTime() - aheadMs)
    throw fieldError('date_invalid', 'endedAt', 'The timer ends before it started.');
  return end < startedAt ? startedAt : end;
}

/** The zone in which work dates are counted: the given one, the person's, the workspace's. @throws AppError `validation_failed` */
export function requireZone({ member, workspace }: MemberContext, given: string | undefined): string {
  const timeZone = given ?? member.timeZone ?? workspace.settings.timeZone;
  if (isTimeZone(timeZone)) return timeZone;
  const message = 'This time zone is not known. Use a name such as Europe/Zurich.';
  throw fieldError('validation_failed', 'timeZone', message);
}
