import { LANGUAGES, languages } from '@stint/domain/language.ts';
import { changeLanguage } from '../lib/language.ts';
import { readPageSettings } from '../lib/page-settings.ts';
import { language } from '../messages/language.ts';
import { buttonClass } from './button-class.ts';

/** The other languages of this page, each in its own words. */
export function LanguageSwitch() {
  const others = languages.filter((each) => each !== language);
  return others.map((each) => (
    <button
      key={each}
      type="button"
      className={buttonClass('quiet')}
      lang={each}
      onClick={() => changeLanguage(readPageSettings(), each)}
    >
      {LANGUAGES[each].name}
    </button>
  ));
}
