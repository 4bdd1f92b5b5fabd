import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@stint/domain/errors.ts';
import { colorModeScript } from './color-mode.ts';
import { scriptJson } from './escape.ts';

/** The two applications that the browser runs. */
export type ShellName = 'app' | 'site';

/** Turns a path and a nonce into the HTML of an application. */
export type Shells = { html(name: ShellName, url: string): Promise<string> };

const NONCE = '__CSP_NONCE__';

/** The built shells; kept until a build has replaced them. */
export function createBuiltShells(dist: string): Shells {
  const kept = new Map<ShellName, { builtAt: number; text: Promise<string> }>();
  return {
    html(name) {
      const path = join(dist, `${name}.html`);
      const builtAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      if (builtAt === undefined) {
        throw new AppError('unavailable', {
          message: 'The pages have not been built yet. Run `npm run build`.',
        });
      }
      const known = kept.get(name);
      if (known?.builtAt === builtAt) return known.text;
      const text = readFile(path, 'utf8');
      kept.set(name, { builtAt, text });
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
