import { LANGUAGE_COOKIE, type Language } from '@stint/domain/language.ts';
import { parentDomain } from '@stint/domain/workspace/host.ts';
import type { PageSettings } from './page-settings.ts';

/** Keeps the choice for every host of the product, and loads the page anew in that language. */
export function changeLanguage({ mainDomain, scheme }: PageSettings, language: Language): void {
  const secure = scheme === 'https' ? '; secure' : '';
  const domain = parentDomain(mainDomain);
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store needs a promise and is not in every browser
  document.cookie = `${LANGUAGE_COOKIE}=${language}; domain=${domain}; path=/; max-age=31536000; samesite=lax${secure}`;
  const address = new URL(location.href);
  // What an address asks for would win over the choice.
  address.searchParams.delete('lang');
  if (address.href === location.href) location.reload();
  else location.replace(address);
}
