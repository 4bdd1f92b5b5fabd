import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@stint/domain/errors.ts';
import type { Language } from '@stint/domain/language.ts';
import { colorModeScript } from './color-mode.ts';
import { scriptJson } from './script-json.ts';

/** The two applications that the browser runs. */
export type ShellName = 'app' | 'site';

/** One application in one language, for one address. */
type ShellRequest = { name: ShellName; language: Language; url: string };

/** The HTML of an application, to be filled. */
export type Shells = { html(request: ShellRequest): Promise<string> };

const NONCE = '__CSP_NONCE__';
/** What the build says to fetch early for one page. */
const LINK_OF_PAGE = /<link [^>]*data-page="([^"]*)"[^>]*>\s*/g;

/** The built shells; kept until a build has replaced them. */
export function createBuiltShells(dist: string): Shells {
  const kept = new Map<string, { builtAt: number; text: Promise<string> }>();
  return {
    html({ name, language }) {
      // As apps/web/languages.config.ts names them.
      const path = join(dist, language === 'en' ? `${name}.html` : `${name}.${language}.html`);
      const builtAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      if (builtAt === undefined) {
        throw new AppError('unavailable', {
          message: 'The pages have not been built yet. Run `npm run build`.',
        });
      }
      const known = kept.get(path);
      if (known?.builtAt === builtAt) return known.text;
      const text = readFile(path, 'utf8');
      kept.set(path, { builtAt, text });
      return text;
    },
  };
}

/** What of a shell is this request's own. */
export type ShellParts = {
  /** Path of the page. */
  path: string;
  settings: unknown;
  nonce: string;
  /** JSON that may stand in a script element; null where the page has to ask. */
  firstAnswers?: string | null;
  /** More of the head, as HTML. */
  links: string;
};

/** Puts what is this request's own into a shell. */
export function fillShell(
  html: string,
  { path, settings, nonce, firstAnswers = null, links }: ShellParts,
): string {
  const data = (id: string, json: string) =>
    `<script type="application/json" id="${id}" nonce="${nonce}">${json}</script>`;
  const head = [
    links,
    `<script nonce="${nonce}">${colorModeScript}</script>`,
    data('stint-settings', scriptJson(settings)),
    ...(firstAnswers === null ? [] : [data('stint-first-answers', firstAnswers)]),
  ].join('\n    ');
  const ofPage = html.replace(LINK_OF_PAGE, (link, page) => (page === path ? link : ''));
  // What people wrote goes in last, through a function: neither `$&` nor the mark of the nonce means anything in it.
  return ofPage.replaceAll(NONCE, nonce).replace('<!--page-head-->', () => head);
}
