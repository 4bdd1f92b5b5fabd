import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@stint/domain/errors.ts';
import { weekSheet } from './week-sheet.ts';

export type ContentPage = { title: string; description: string; layout: 'home' | 'text'; html: string };

export type Content = { page(slug: string): Promise<ContentPage> };

/** Drawings that a page can name on a line of its own as `[[name]]`. */
const drawings: Record<string, () => string> = { 'week-sheet': weekSheet };

/** Public pages from Markdown files with `title`, `description` and `layout` on top; read once and kept. */
export function createContent(folder: string, keeps: boolean): Content {
  const kept = new Map<string, Promise<ContentPage>>();
  return {
    page(slug) {
      const known = keeps ? kept.get(slug) : undefined;
      const page = known ?? load(join(folder, `${slug}.md`));
      kept.set(slug, page);
      return page;
    },
  };
}

async function load(path: string): Promise<ContentPage> {
  if (!existsSync(path)) throw new AppError('not_found');
  return parseContent(await readFile(path, 'utf8'));
}

/** Splits front matter from Markdown and renders it; the renderer is loaded with the first page. */
export async function parseContent(text: string): Promise<ContentPage> {
  const { marked } = await import('marked');
  const [, head = '', body = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const fields = new Map(
    head.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
  return {
    title: fields.get('title') ?? 'Stint',
    description: fields.get('description') ?? '',
    layout: fields.get('layout') === 'home' ? 'home' : 'text',
    html: sections(marked.parse(body, { async: false, gfm: true })),
  };
}

/** Draws what is named, and wraps what stands between `<hr>` lines into sections. */
function sections(html: string): string {
  const drawn = html.replace(
    /<p>\[\[([\w-]+)\]\]<\/p>/g,
    (whole, name: string) => drawings[name]?.() ?? whole,
  );
  const parts = drawn.split(/<hr\s*\/?>/).map((part) => part.trim());
  return parts.map((part) => `<section>\n${part}\n</section>`).join('\n');
}
