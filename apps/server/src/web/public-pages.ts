import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@stint/domain/errors.ts';
import type { Language } from '@stint/domain/language.ts';
import { CONTACT_MARK, type ContactState, contactForm } from './contact-form.ts';
import type { Content } from './content.ts';
import { type PublicAssets, publicPage } from './public-layout.ts';
import { publicWords } from './public-words.ts';

export type PublicRequest = {
  slug: string;
  path: string;
  query: Record<string, string | string[] | undefined>;
  nonce: string;
  language: Language;
  /** The form of a page that has one; null where nobody reads what it would send. */
  contact: ContactState | null;
};

export type PublicPagesOptions = {
  content: Content;
  assets: PublicAssets;
  origin: string;
  isTestMode: boolean;
};

/** The HTML of a public page. */
export async function renderPublicPage(options: PublicPagesOptions, request: PublicRequest): Promise<string> {
  const { language } = request;
  const content = await options.content.page(request.slug, language);
  const { title, description, html, layout } = content;
  const { error, redirect } = request.query;
  const { notices } = publicWords[language];
  const page = {
    language,
    bodyLanguage: content.language,
    title: layout === 'home' ? title : `${title} · Stint`,
    description,
    path: request.path,
    body: `<div class="${layout}">${html.replace(CONTACT_MARK, () => (request.contact ? contactForm(request.contact, publicWords[language].contact) : ''))}</div>`,
    notice: typeof error === 'string' ? (notices[error] ?? null) : null,
    signInQuery: typeof redirect === 'string' ? `?redirect=${encodeURIComponent(redirect)}` : '',
    origin: options.origin,
    isTestMode: options.isTestMode,
  };
  return publicPage(page, options.assets, request.nonce);
}

/** A short page in the same dress: what happened and what to do now. */
export function messagePage(
  options: Omit<PublicPagesOptions, 'content'>,
  message: { title: string; text: string; nonce: string; language: Language },
): string {
  const body = `<div class="text"><section><h1>${message.title}</h1><p>${message.text}</p><p><a class="button" href="${options.origin}/">${publicWords[message.language].toStint}</a></p></section></div>`;
  const { language, text: description } = message;
  const page = { language, title: `${message.title} · Stint`, description, path: '', body, ...options };
  return publicPage(page, options.assets, message.nonce);
}

type ManifestEntry = { file: string; css?: string[] };

/** Where the build put the style sheet, the font and the icon; sources in development. */
export function publicAssets(dist: string, isDevelopment: boolean): PublicAssets {
  const css = 'src/styles/public.css';
  const font = 'src/styles/fonts/nunito-400-700-latin.woff2';
  const icon = 'src/styles/icon.svg';
  if (isDevelopment) return { css: `/${css}`, font: `/${font}`, icon: `/${icon}` };
  const path = join(dist, '.vite/manifest.json');
  if (!existsSync(path)) {
    throw new AppError('unavailable', { message: 'The pages have not been built yet. Run `npm run build`.' });
  }
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, ManifestEntry>;
  const built = (source: string) => `/${manifest[source]?.file ?? source}`;
  return { css: built(css), font: built(font), icon: built(icon) };
}
