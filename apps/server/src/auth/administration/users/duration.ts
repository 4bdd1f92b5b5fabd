import { AppError } from '@stint/domain/errors.ts';
import type { LinkLife } from '../../model/proofs/links.ts';

const second = 1000;
const units: Record<LinkLife['unit'], number> = {
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
export function parseDuration(text: string | undefined): { lifeMs: number; life: LinkLife } | undefined {
  if (text === undefined) return undefined;
  const [, digits = '', unit = ''] = /^(\d{1,6}) (second|minute|hour|day|week)s?$/.exec(text.trim()) ?? [];
  const count = Number(digits);
  const lifeMs = isUnit(unit) ? count * units[unit] : Number.NaN;
  if (!isUnit(unit) || !(lifeMs >= shortest && lifeMs <= longest)) {
    throw new AppError('validation_failed', { message: 'duration is between "10 seconds" and "1 week".' });
  }
  return { lifeMs, life: { count, unit } };
}

function isUnit(text: string): text is LinkLife['unit'] {
  return text in units;
}
