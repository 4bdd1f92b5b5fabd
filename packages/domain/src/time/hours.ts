/** The longest a single entry may be, in minutes: a whole day. */
export const MAX_ENTRY_MINUTES = 24 * 60;

/** What somebody may be expected to work in a week, in minutes: all of it. */
export const MAX_WEEK_MINUTES = 7 * MAX_ENTRY_MINUTES;

/** What `7.5` means: seven and a half hours, or (a workspace's choice) 7 hours 50 minutes. */
export type DecimalReading = 'decimal' | 'minutes';

/** Why a text is not a duration. */
export type HoursProblem = 'empty' | 'unreadable' | 'negative' | 'minutesOutOfRange' | 'tooLong';

/** A duration in whole minutes, or the reason why there is none. */
export type ParsedHours = { ok: true; minutes: number } | { ok: false; reason: HoursProblem };

/** How to read a duration: the meaning of decimals and the longest one accepted, in minutes (one day by default). */
export interface HoursOptions {
  decimalReading?: DecimalReading | undefined;
  maxMinutes?: number | undefined;
}

const LONGEST_TEXT = 40;
const CLOCK = /^(\d*):(\d\d)$/;
const UNITS = /^(?:(\d+)\s*(?:h|hrs?|hours?))?\s*(?:(\d+)\s*(?:m|mins?|minutes?)?)?$/;
const DECIMAL = /^(\d*)[.,](\d+)(\s*(?:h|hrs?|hours?))?$/;
const WHOLE = /^\d+$/;

/**
 * Reads a duration as a person types it: `7:30`, `7.5`, `7,5`, `7h30`, `7h 30m`, `450m`, `7`, `:30`.
 * Decimal hours round half-up to the minute.
 */
export function parseHours(text: string, options: HoursOptions = {}): ParsedHours {
  const input = text.trim().toLowerCase();
  if (input === '') return refuse('empty');
  if (/^[-\u2212\u2013]\s*[\d:.,]/.test(input)) return refuse('negative');
  if (input.length > LONGEST_TEXT) return refuse('unreadable');
  const parts = readParts(input, options.decimalReading ?? 'decimal');
  if (!parts) return refuse('unreadable');
  if (parts.minutesWithinHour && parts.minutes > 59) return refuse('minutesOutOfRange');
  return limited(parts.hours * 60 + parts.minutes, options);
}

/**
 * Minutes of decimal hours as they arrive in JSON (`hours: 7.5`), rounded half-up. In the reading `minutes` the two
 * decimals are the minutes, so 1.3 and 1.30 are both 1:30.
 */
export function minutesFromHours(hours: number, options: HoursOptions = {}): ParsedHours {
  if (!Number.isFinite(hours)) return refuse('unreadable');
  if (hours < 0) return refuse('negative');
  if (hours >= 1e6) return refuse('tooLong');
  return parseHours(hours.toFixed(6).replace(/\.?0+$/, ''), options);
}

/** Decimal hours of whole minutes, to four decimals, for the wire and for exports: 20 → 0.3333. */
export function hoursFromMinutes(minutes: number): number {
  return Math.round((minutes * 10_000) / 60) / 10_000;
}

/** The whole minutes of what `hoursFromMinutes` wrote: 0.3333 → 20. */
export function minutesOfDecimalHours(hours: number): number {
  return Math.round(hours * 60);
}

/**
 * Writes minutes as h:mm without a limit on the hours and without grouping: 450 → `7:30`, 74070 → `1234:30`, -90 → `-1:30`.
 * @throws RangeError when the minutes are not a whole number.
 */
export function formatHours(minutes: number): string {
  if (!Number.isSafeInteger(minutes)) throw new RangeError(`not whole minutes: ${minutes}`);
  const size = Math.abs(minutes);
  const sign = minutes < 0 ? '-' : '';
  return `${sign}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
}

/** How a workspace shows durations: `7:30`, or as decimal hours with the given separator. */
export type DurationWay = 'clock' | { separator: '.' | ',' };

/**
 * Minutes in a workspace's way of writing: 450 → `7:30` or `7.50`. Two decimals are enough to read every whole minute back.
 * @throws RangeError when the minutes are not a whole number.
 */
export function formatDuration(minutes: number, way: DurationWay): string {
  if (way === 'clock') return formatHours(minutes);
  if (!Number.isSafeInteger(minutes)) throw new RangeError(`not whole minutes: ${minutes}`);
  const hundredths = Math.round((Math.abs(minutes) * 100) / 60);
  const fraction = String(hundredths % 100).padStart(2, '0');
  return `${minutes < 0 ? '-' : ''}${Math.floor(hundredths / 100)}${way.separator}${fraction}`;
}

/**
 * How a workspace that has set this shows durations. Where `7.50` is typed for 7 hours 50 minutes, decimal hours would be read
 * back as something else: there all is shown as h:mm.
 */
export function durationWay(
  settings: { durationFormat?: 'clock' | 'decimal'; decimalReading?: DecimalReading },
  separator: () => '.' | ',',
): DurationWay {
  const isDecimal = settings.durationFormat === 'decimal' && settings.decimalReading !== 'minutes';
  return isDecimal ? { separator: separator() } : 'clock';
}

interface Parts {
  hours: number;
  minutes: number;
  /** True where the minutes stand beside hours and so end at 59. */
  minutesWithinHour: boolean;
}

function readParts(input: string, reading: DecimalReading): Parts | null {
  const clock = CLOCK.exec(input);
  if (clock) return { hours: Number(clock[1]), minutes: Number(clock[2]), minutesWithinHour: true };
  const decimal = DECIMAL.exec(input);
  if (decimal) return readDecimal(decimal[1] ?? '', decimal[2] ?? '', decimal[3] ? 'decimal' : reading);
  if (WHOLE.test(input)) return { hours: Number(input), minutes: 0, minutesWithinHour: true };
  const units = UNITS.exec(input);
  if (!units) return null;
  const [, hours, minutes] = units;
  return { hours: Number(hours ?? 0), minutes: Number(minutes ?? 0), minutesWithinHour: hours !== undefined };
}

/** Whole-number arithmetic on the digits, since 0.29 * 60 is not what it looks like in floating point. */
function readDecimal(whole: string, fraction: string, reading: DecimalReading): Parts | null {
  if (reading === 'minutes') {
    if (fraction.length > 2) return null;
    return { hours: Number(whole), minutes: Number(fraction.padEnd(2, '0')), minutesWithinHour: true };
  }
  const digits = fraction.slice(0, 10);
  const scale = 10 ** digits.length;
  const minutes = Math.floor((Number(digits) * 120 + scale) / (2 * scale));
  return { hours: Number(whole), minutes, minutesWithinHour: false };
}

function limited(minutes: number, options: HoursOptions): ParsedHours {
  return minutes > (options.maxMinutes ?? MAX_ENTRY_MINUTES) ? refuse('tooLong') : { ok: true, minutes };
}

function refuse(reason: HoursProblem): ParsedHours {
  return { ok: false, reason };
}
