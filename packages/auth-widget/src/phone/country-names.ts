import { COUNTRIES } from './countries.ts';

/** A row of the country box. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** Digits after the plus sign. */
  callingCode: string;
  name: string;
}

/** Every country with its name in a language, sorted by name as people of that language expect. */
export function listCountries(locale: string): Country[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
  const order = new Intl.Collator(locale);
  return COUNTRIES.split(' ')
    .map((entry) => {
      const code = entry.slice(0, 2);
      return { code, callingCode: entry.slice(2), name: names.of(code) ?? code };
    })
    .sort((a, b) => order.compare(a.name, b.name));
}

/** The countries whose name, code or calling code contains what was typed. */
export function searchCountries(countries: readonly Country[], text: string): Country[] {
  const wanted = fold(text.trim());
  const digits = wanted.replace(/^\+/, '');
  return countries.filter(
    ({ name, code, callingCode }) =>
      fold(name).includes(wanted) ||
      code.toLowerCase() === wanted ||
      (/^\d+$/.test(digits) && callingCode.startsWith(digits)),
  );
}

/** The number in E.164: the digits typed, behind the calling code unless they begin with a plus sign or that code. */
export function toE164(typed: string, { callingCode }: Pick<Country, 'callingCode'>): string {
  const digits = typed.replace(/\D/g, '');
  if (!digits) return '';
  const isWhole = typed.trim().startsWith('+') || digits.startsWith(callingCode);
  return `+${isWhole ? digits : callingCode + digits.replace(/^0/, '')}`;
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
