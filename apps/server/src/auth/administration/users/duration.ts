import { AppError } from '@stint/domain/errors.ts';

const second = 1000;
const units: Record<string, number> = {
  second,
  minute: 60 * second,
  hour: 3600 * second,
  day: 24 * 3600 * second,
  week: 7 * 24 * 3600 * second,
};
const shortest = 10 * second;
const longest = 7 * 24 * 3600 * second;

/**
 * A life such as "30 seconds" or "1 week", between 10 seconds and 1 week (protocol 8.12).
 * @returns milliseconds; undefined where nothing was given
 */
export function parseDuration(text: string | undefined): { lifeMs: number; lifeWords: string } | undefined {
  if (text === undefined) return undefined;
  const [, count = '', unit = ''] = /^(\d{1,6}) (second|minute|hour|day|week)s?$/.exec(text.trim()) ?? [];
  const lifeMs = Number(count) * (units[unit] ?? Number.NaN);
  if (!(lifeMs >= shortest && lifeMs <= longest)) {
    throw new AppError('validation_failed', { message: 'duration is between "10 seconds" and "1 week".' });
  }
  return { lifeMs, lifeWords: `${count} ${unit}${count === '1' ? '' : 's'}` };
}
