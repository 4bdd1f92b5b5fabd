import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { isE164 } from './phone-digits.ts';

// The only file that imports the phone metadata (80 KB): load it with import() where a page can do without at first.

/** The country that the phone box starts with. */
const DEFAULT_COUNTRY = 'US';

/** Why a text is not a phone number. */
type PhoneProblem = 'empty' | 'tooLong' | 'format';

/** The number in E.164 and the country it belongs to (null for numbers of no country), or the reason why there is none. */
export type ParsedPhone =
  | { ok: true; phoneNumber: string; country: string | null }
  | { ok: false; reason: PhoneProblem };

/** How to read a number that does not start with a plus sign, and whether more than 15 digits are let through. */
export interface PhoneOptions {
  country?: string | undefined;
  allowLong?: boolean | undefined;
}

/**
 * Reads a phone number as people write it, in the national form of a country or with a plus sign. Its length must be
 * possible there; more is not asked, so that the example number of the form and numbers of new ranges are accepted.
 */
export function parsePhone(
  text: string,
  { country = DEFAULT_COUNTRY, allowLong = false }: PhoneOptions = {},
): ParsedPhone {
  const input = text.trim();
  if (input === '') return { ok: false, reason: 'empty' };
  if (!/^\+?[\d\s().\-/]+$/.test(input)) return { ok: false, reason: 'format' };
  const digits = input.replace(/\D/g, '');
  if (digits.length > 15) return allowLong ? longNumber(input, digits) : { ok: false, reason: 'tooLong' };
  const parsed = parsePhoneNumberFromString(input, { defaultCountry: countryCode(country), extract: false });
  if (!parsed?.isPossible() || !isE164(parsed.number)) return { ok: false, reason: 'format' };
  return { ok: true, phoneNumber: parsed.number, country: parsed.country ?? null };
}

function longNumber(input: string, digits: string): ParsedPhone {
  const phoneNumber = `+${digits}`;
  if (!input.startsWith('+') || !isE164(phoneNumber, true)) return { ok: false, reason: 'tooLong' };
  return { ok: true, phoneNumber, country: null };
}

function countryCode(country: string): CountryCode {
  return isSupportedCountry(country) ? country : DEFAULT_COUNTRY;
}
