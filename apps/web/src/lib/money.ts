import { language } from '../messages/language.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** An amount of minor units as people of this page's language write it. Some currencies have no smaller unit, some three digits of it. */
export function formatMoney(amount: number, currency: string): string {
  return formatOf(currency).format(amount / 10 ** digitsOf(currency));
}

/** The minor units of an amount that somebody typed, with a point or a comma; null where it is none. */
export function parseMoney(typed: string, currency: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (!/^\d{1,12}(\.\d*)?$/.test(text)) return null;
  const amount = Math.round(Number(text) * 10 ** digitsOf(currency));
  return Number.isSafeInteger(amount) ? amount : null;
}

/** An amount of minor units as it stands in a field: `90.50`. */
export function typedMoney(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

function digitsOf(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known) return known;
  const made = new Intl.NumberFormat(language, { style: 'currency', currency });
  formats.set(currency, made);
  return made;
}
