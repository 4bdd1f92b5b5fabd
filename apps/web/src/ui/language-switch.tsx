import { LANGUAGES, languages } from '@stint/domain/language.ts';
import { changeLanguage } from '../lib/language.ts';
import { readPageSettings } from '../lib/page-settings.ts';
import { language } from '../messages/language.ts';
import { Button } from './button.tsx';

/** The other languages of this page, each in its own words. */
export function LanguageSwitch() {
  const others = languages.filter((each) => each !== language);
  return others.map((each) => (
    <Button key={each} variant="quiet" lang={each} onClick={() => changeLanguage(readPageSettings(), each)}>
      {LANGUAGES[each].name}
    </Button>
  ));
}
