import { limitPhoneInput } from '@stint/domain/auth/phone-digits.ts';
import { useMemo, useState } from 'react';
import { Field } from '../parts/field.tsx';
import { useTexts } from '../parts/texts.tsx';
import { type Country, listCountries, toE164 } from './country-names.ts';
import { CountryPicker } from './country-picker.tsx';

const DEFAULT_COUNTRY = 'US';

interface PhoneFieldProps {
  /** E.164, or empty. */
  initial: string;
  allowLong: boolean;
  locale: string;
}

/** A country box and a number box; a hidden control holds the number in E.164 (protocol 12.3). */
export function PhoneField({ initial, allowLong, locale }: PhoneFieldProps) {
  const { labels } = useTexts();
  const countries = useMemo(() => listCountries(locale), [locale]);
  const [country, setCountry] = useState(() => countryOf(countries, initial) ?? byCode(countries));
  const [typed, setTyped] = useState(initial);
  const number = limitPhoneInput(toE164(typed, country), allowLong);

  function handleTyped(text: string): void {
    setTyped(text);
    if (text.trim().startsWith('+')) setCountry(countryOf(countries, text) ?? country);
  }

  return (
    <Field name="phoneNumber" label={labels.phoneNumber}>
      {({ name, ...control }) => (
        <div className="latchkey-phone">
          <CountryPicker countries={countries} country={country} onPick={setCountry} />
          <input
            {...control}
            className="latchkey-input"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            data-for={name}
            placeholder={
              country.code === DEFAULT_COUNTRY ? labels.phonePlaceholder : `+${country.callingCode}`
            }
            value={typed}
            onChange={(event) => handleTyped(keepPhoneCharacters(event.target.value, allowLong))}
          />
          <input type="hidden" name={name} value={number} />
        </div>
      )}
    </Field>
  );
}

/** Digits and what people group them with; a digit beyond the limit is not taken. */
function keepPhoneCharacters(text: string, allowLong: boolean): string {
  const kept = text.replace(/[^\d\s().\-/+]/g, '').replace(/(?!^)\+/g, '');
  const limit = limitPhoneInput(kept, allowLong).replace('+', '').length;
  let digits = 0;
  return [...kept].filter((character) => !/\d/.test(character) || ++digits <= limit).join('');
}

function byCode(countries: readonly Country[], code = DEFAULT_COUNTRY): Country {
  return countries.find((country) => country.code === code) ?? { code, callingCode: '1', name: code };
}

/** The country of a number with a plus sign: the longest calling code that fits; the United States for +1. */
function countryOf(countries: readonly Country[], number: string): Country | undefined {
  const digits = number.replace(/\D/g, '');
  const fitting = countries.filter(({ callingCode }) => digits.startsWith(callingCode));
  const longest = Math.max(0, ...fitting.map(({ callingCode }) => callingCode.length));
  const best = fitting.filter(({ callingCode }) => callingCode.length === longest);
  return best.find(({ code }) => MAIN_COUNTRIES.includes(code)) ?? best[0];
}

/** Where several countries share a calling code, the one that most people mean. */
const MAIN_COUNTRIES = ['US', 'GB', 'RU', 'IT', 'NO', 'AU', 'FI', 'MA', 'FR', 'CY'];
