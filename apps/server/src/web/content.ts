import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@stint/domain/errors.ts';
import type { Language } from '@stint/domain/language.ts';
import { type Page, parsePage } from '../gateway/content/pages.ts';
import type { ContentSource } from '../gateway/content/source.ts';
import type { Clock } from '../platform/clock.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import type { Logger } from '../platform/log.ts';
import { CONTACT_MARK } from './contact-form.ts';
import { weekSheet } from './week-sheet.ts';

/** `language` is that of the text: pages that are not translated are shown as they are. */
export type ContentPage = {
  language: Language;
  title: string;
  description: string;
  layout: 'home' | 'text';
  html: string;
};

export type Content = { page(slug: string, language: Language): Promise<ContentPage> };

export type ContentOptions = {
  folder: string;
  /** Files are read once and kept; development reads them anew. */
  keeps: boolean;
  source: Pick<ContentSource, 'isHosted' | 'hostedPage'>;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
};

/** Drawings that a page can name on a line of its own as `[[name]]`. */
const drawings: Record<string, (language: Language) => string> = {
  'week-sheet': weekSheet,
  'contact-form': () => CONTACT_MARK,
};

/** What an editor publishes is on the pages within this; a service that does not answer is asked again after it. */
const freshMs = 60_000;

/**
 * Public pages: from the hosted content service where one is configured, from Markdown files otherwise. While the service
 * does not answer its last good answer stays; a page that it never gave comes from its file.
 */
export function createContent(options: ContentOptions): Content {
  const files = createFiles(options);
  return options.source.isHosted ? createHosted(options, files) : files;
}

function createFiles({ folder, keeps }: ContentOptions): Content {
  const kept = new Map<string, Promise<ContentPage>>();
  return {
    page(slug, language) {
      const key = `${language}/${slug}`;
      const known = keeps ? kept.get(key) : undefined;
      const page = known ?? load(folder, slug, language);
      kept.set(key, page);
      return page;
    },
  };
}

/** English stands in the folder itself, every other language in one of its own. */
async function load(folder: string, slug: string, wanted: Language): Promise<ContentPage> {
  const translated = join(folder, wanted, `${slug}.md`);
  const language = wanted !== 'en' && existsSync(translated) ? wanted : 'en';
  const path = language === 'en' ? join(folder, `${slug}.md`) : translated;
  if (!existsSync(path)) throw new AppError('not_found');
  return renderPage(parsePage(slug, await readFile(path, 'utf8')), { isOurs: true, language });
}

type Kept = { page: ContentPage | null; askedAt: number; asking: Promise<void> | null };

/** Nobody waits for a page that is known already: it is shown, and asked for again behind it. */
function createHosted({ source, clock, log }: ContentOptions, files: Content): Content {
  const kept = new Map<string, Kept>();

  async function ask(slug: string, entry: Kept): Promise<void> {
    try {
      const page = await source.hostedPage(slug);
      if (!page) log.warn({ slug }, 'the content service has no such page; its file is shown');
      entry.page = page && (await renderPage(page, { isOurs: false, language: 'en' }));
    } catch (error) {
      const shown = entry.page ? 'the last good page' : 'the file';
      log.warn({ err: error, slug }, `the content service does not answer; ${shown} is shown`);
    }
    entry.asking = null;
  }

  return {
    async page(slug, language) {
      const entry = kept.get(slug) ?? { page: null, askedAt: Number.NEGATIVE_INFINITY, asking: null };
      kept.set(slug, entry);
      const now = clock.now().getTime();
      if (!entry.asking && now - entry.askedAt >= freshMs) {
        entry.askedAt = now;
        entry.asking = ask(slug, entry);
      }
      if (!entry.page && entry.asking) await entry.asking;
      return entry.page ?? files.page(slug, language);
    },
  };
}

/**
 * Renders a page; the renderer is loaded with the first one.
 * @param options.isOurs HTML in Markdown is passed on from files of the repository; elsewhere it is shown as text
 */
export async function renderPage(
  page: Page,
  { isOurs, language }: { isOurs: boolean; language: Language },
): Promise<ContentPage> {
  const { Marked } = await import('marked');
  const marked = new Marked({ async: false, gfm: true });
  marked.use({ renderer: { image: ({ href, text }) => picture(href, text) } });
  if (!isOurs) marked.use({ renderer: { html: ({ text }) => escapeHtml(text) } });
  return {
    language,
    title: page.title || 'Stint',
    description: page.description,
    layout: page.layout === 'home' ? 'home' : 'text',
    html: sections(marked.parse(page.body) as string, language),
  };
}

/** A picture of the product, named by its screen, in the colour mode of whoever looks; any other picture as it is. */
function picture(href: string, words: string): string {
  const alt = escapeHtml(words);
  const [, screen] = /^screen:([\w-]+)$/.exec(href) ?? [];
  if (!screen) return `<img src="${escapeHtml(href)}" alt="${alt}" loading="lazy">`;
  const modes = ['light', 'dark'].map(
    (mode) =>
      `<img class="only-${mode}" src="/assets/screens/${screen}-${mode}-1.webp" width="1440" height="900" alt="${alt}" loading="lazy">`,
  );
  return `<span class="screen">${modes.join('')}</span>`;
}

/** Draws what is named, and wraps what stands between `<hr>` lines into sections. */
function sections(html: string, language: Language): string {
  const drawn = html.replace(
    /<p>\[\[([\w-]+)\]\]<\/p>/g,
    (whole, name: string) => drawings[name]?.(language) ?? whole,
  );
  const parts = drawn.split(/<hr\s*\/?>/).map((part) => part.trim());
  return parts.map((part) => `<section>\n${part}\n</section>`).join('\n');
}
