import {
  type CalendarAxis,
  clockOf,
  instantOfMinute,
  minuteOfClock,
  minuteOfInstant,
} from '@stint/domain/time/calendar-axis.ts';
import { parseClock, parseEndClock } from '@stint/domain/time/clock.ts';
import { type DecimalReading, parseHours } from '@stint/domain/time/hours.ts';
import type { EntryDraft } from '../../entities/week.ts';
import { formatClock } from '../../lib/clock.ts';
import { formatHours } from '../../lib/hours.ts';
import { common } from '../../messages/common.ts';
import { text } from './messages.ts';

/** What the panel of an entry shows, as it is typed. */
export type EntryFields = { day: number; from: string; to: string; hours: string };

export type FieldProblems = { from?: string; to?: string; hours?: string };

/** The fields of an entry, or of a place that was drawn for one. */
export function fieldsOf(draft: EntryDraft, { days }: CalendarAxis): EntryFields {
  const day = Math.max(
    0,
    days.findIndex(({ date }) => date === draft.workDate),
  );
  const on = days[day];
  const clock = (instant: string | null | undefined, isEnd: boolean) => {
    if (!instant || !on) return '';
    const minute = minuteOfInstant(on, instant);
    // What ends the next day has its time of that day.
    if (minute > on.minutes) return formatClock((minute - on.minutes) % 1440);
    return formatClock(isEnd && minute === on.minutes ? 1440 : clockOf(on, minute));
  };
  return {
    day,
    from: clock(draft.startedAt, false),
    to: clock(draft.endedAt, true),
    hours: formatHours(draft.minutes),
  };
}

/** Times that are typed change the hours, hours that are typed move the end. */
export function typed(
  before: EntryFields,
  part: Partial<EntryFields>,
  decimalReading: DecimalReading,
): EntryFields {
  const next = { ...before, ...part };
  const from = parseClock(next.from);
  if (from === null) return next;
  if (part.hours !== undefined) {
    const hours = parseHours(part.hours, { decimalReading });
    const isWithin = hours.ok && from + hours.minutes <= 1440;
    return isWithin && next.to !== '' ? { ...next, to: formatClock(from + hours.minutes) } : next;
  }
  const to = parseEndClock(next.to);
  return to !== null && to > from ? { ...next, hours: formatHours(to - from) } : next;
}

type Read = { ok: true; draft: EntryDraft } | { ok: false; problems: FieldProblems };

/** The entry that the fields mean. Times that were not touched stay to the second. */
export function readFields(
  fields: EntryFields,
  before: { draft: EntryDraft; fields: EntryFields },
  { axis, decimalReading }: { axis: CalendarAxis; decimalReading: DecimalReading },
): Read {
  const on = axis.days[fields.day];
  const { draft } = before;
  if (!on) return { ok: false, problems: {} };
  const hours = parseHours(fields.hours, { decimalReading });
  const problems: FieldProblems = {
    ...timeProblems(fields),
    ...(hours.ok ? {} : { hours: common.wrongHours[hours.reason] }),
  };
  const isUntouched = (['day', 'from', 'to'] as const).every((name) => fields[name] === before.fields[name]);
  if (isUntouched) {
    if (!hours.ok) return { ok: false, problems };
    return { ok: true, draft: { ...draft, minutes: hours.minutes } };
  }
  if (!hours.ok || Object.keys(problems).length > 0) return { ok: false, problems };
  const [from, to] = [parseClock(fields.from), parseEndClock(fields.to)];
  const minutes = hours.minutes;
  if (from === null || to === null)
    return { ok: true, draft: { ...draft, workDate: on.date, minutes, startedAt: null, endedAt: null } };
  const startedAt = instantOfMinute(on, minuteOfClock(on, from));
  const endedAt = instantOfMinute(on, to === 1440 ? on.minutes : minuteOfClock(on, to));
  return { ok: true, draft: { ...draft, workDate: on.date, minutes, startedAt, endedAt } };
}

function timeProblems({ from, to }: EntryFields): FieldProblems {
  const [isFrom, isTo] = [from.trim() !== '', to.trim() !== ''];
  if (!isFrom && !isTo) return {};
  const [start, end] = [parseClock(from), parseEndClock(to)];
  if (isFrom && start === null) return { from: common.wrongClock };
  if (isTo && end === null) return { to: common.wrongClock };
  if (start === null) return { from: text.panel.bothTimes };
  if (end === null) return { to: text.panel.bothTimes };
  return end > start ? {} : { to: text.panel.endFirst };
}
