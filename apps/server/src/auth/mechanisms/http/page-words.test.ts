import { expect, test } from 'vitest';
import { openAuth } from '../../../testing/open-auth.ts';

const auth = openAuth(0);

/** Every page that the provider answers itself, by an address that needs nothing more, and what it says in each language. */
const PAGES: [string, string, string][] = [
  ['/self/undo', 'Take the change back?', 'Die Änderung zurücknehmen?'],
  ['/auth/lost-factor', 'Remove your authenticator?', 'Ihren Authenticator entfernen?'],
  ['/pages/ROOT/sign-in', 'You can close this page', 'Sie können diese Seite schließen'],
  ['/auth/saml/idp/login?tenant_id=ROOT&token=x&uuid=y', 'Nothing is waiting', 'Hierauf wartet nichts'],
  ['/auth/google/login?state=x&code=y', 'This sign-in has expired', 'Diese Anmeldung ist abgelaufen'],
];

const open = async (path: string, headers: Record<string, string>) => {
  const { text } = await auth.call(`GET ${path.replace('ROOT', auth.rootId)}`, { origin: null, headers });
  return { text, language: /<html lang="(\w+)">/.exec(text)?.[1] };
};

test.each(PAGES)(
  '%s is in the language of the browser, and in the one that was chosen before it',
  async (path, english, german) => {
    const asked = { 'accept-language': 'de-CH,en;q=0.5' };
    for (const [headers, language, says, not] of [
      [{}, 'en', english, german],
      [asked, 'de', german, english],
      [{ ...asked, cookie: 'language=en' }, 'en', english, german],
      [{ cookie: 'language=de' }, 'de', german, english],
    ] as const) {
      const page = await open(path, headers);
      expect([page.language, page.text.includes(says), page.text.includes(not)]).toEqual([
        language,
        true,
        false,
      ]);
    }
  },
);
