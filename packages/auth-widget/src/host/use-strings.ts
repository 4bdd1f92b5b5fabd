import { useEffect, useState } from 'react';
import { en } from '../strings/en.ts';
import { findStrings, loadStrings, type Strings } from '../strings.ts';

/** The catalogue of a locale: the given one, one that is there, or English until the right one is loaded. */
export function useStrings(locale: string, given?: Strings): Strings {
  const [loaded, setLoaded] = useState<{ locale: string; strings: Strings } | null>(null);
  const found = given ?? findStrings(locale);
  useEffect(() => {
    if (found) return;
    let isWanted = true;
    void loadStrings(locale).then((strings) => {
      if (isWanted) setLoaded({ locale, strings });
    });
    return () => {
      isWanted = false;
    };
  }, [locale, found]);
  return found ?? (loaded?.locale === locale ? loaded.strings : en);
}
