import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Language } from '@stint/domain/language.ts';
import type { Plugin } from 'vite';

/** Where texts stand: with the feature that shows them, and those that several share. */
const TEXTS = /\/(?:messages|messages\/(?!translation)[\w-]+)\.ts$/;

const TRANSLATION = fileURLToPath(new URL('src/messages/translation.ts', import.meta.url));

/** What the page says in each language before any script. */
const PAGES: Record<Language, { html: string; withoutScript: string }> = {
  en: {
    html: '<html lang="en" dir="ltr">',
    withoutScript: 'Stint needs JavaScript on this page. The public pages work without it.',
  },
  de: {
    html: '<html lang="de" dir="ltr">',
    withoutScript: 'Stint braucht auf dieser Seite JavaScript. Die öffentlichen Seiten gehen ohne.',
  },
};

/** What is built: a language that the domain has and this table not does not compile. */
export const languages = Object.keys(PAGES) as Language[];

/** `app.html` in English, `app.de.html` in German. The server's side is apps/server/src/web/shell.ts. */
export function pageFile(name: string, language: Language): string {
  return language === 'en' ? `${name}.html` : `${name}.${language}.html`;
}

/** The English texts themselves, and what becomes of them. */
const ENGLISH = '?english';
const MERGED = '?merged';

/**
 * Every text is taken from the file of this language beside the English one, `messages.de.ts` for `messages.ts`, and from the
 * English one where that has none.
 */
export function textsIn(language: Language): Plugin {
  const ownFile = (english: string) => english.replace(/\.ts$/, `.${language}.ts`);
  return {
    name: `texts-in-${language}`,
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (language === 'en' || !importer || !TEXTS.test(source)) return null;
      const english = await this.resolve(source, importer, { ...options, skipSelf: true });
      return english && existsSync(ownFile(english.id)) ? english.id + MERGED : english;
    },
    async load(id) {
      if (id.endsWith(ENGLISH))
        return { code: await readFile(id.slice(0, -ENGLISH.length), 'utf8'), moduleType: 'ts' };
      if (!id.endsWith(MERGED)) return null;
      const english = id.slice(0, -MERGED.length);
      const names = [...(await readFile(english, 'utf8')).matchAll(/^export const (\w+)/gm)].map(
        ([, name]) => name,
      );
      const code = [
        `import * as english from ${JSON.stringify(english + ENGLISH)};`,
        `import * as own from ${JSON.stringify(ownFile(english))};`,
        `import { translated } from ${JSON.stringify(TRANSLATION)};`,
        ...names.map((name) => `export const ${name} = translated(english.${name}, own.${name});`),
      ];
      return { code: code.join('\n'), moduleType: 'js' };
    },
    transformIndexHtml: (html) =>
      html
        .replace('<html lang="en">', PAGES[language].html)
        .replace(PAGES.en.withoutScript, PAGES[language].withoutScript),
  };
}
