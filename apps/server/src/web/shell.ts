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
export type ShellRequest = { name: ShellName; language: Language; url: string };

/** The HTML of an application, to be filled. */
export type Shells = { html(request: ShellRequest): Promise<string> };

const NONCE = '__CSP_NONCE__';

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

/** Puts the page's settings and the nonce of this request into a shell. */
export function fillShell(html: string, settings: unknown, nonce: string): string {
  const head = [
    `<script nonce="${NONCE}">${colorModeScript}</script>`,
    `<script type="application/json" id="stint-settings" nonce="${NONCE}">${scriptJson(settings)}</script>`,
  ].join('\n    ');
  // Functions, since `$&` in a setting would mean something to replace().
  return html.replace('<!--page-head-->', () => head).replaceAll(NONCE, () => nonce);
}
