import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A public page as the content endpoint answers it; `body` is Markdown. */
export type Page = { slug: string; title: string; description: string; layout: string; body: string };

/** The repository's own pages. */
export const contentFolder = fileURLToPath(new URL('../../../../../content', import.meta.url));

/** Reads every `{slug}.md` of a folder: fields between `---` lines on top, Markdown below; by slug. */
export async function readPages(folder: string): Promise<Page[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) =>
      parsePage(name.slice(0, -'.md'.length), await readFile(join(folder, name), 'utf8')),
    ),
  );
}

/** Splits one file into its fields and its body. */
export function parsePage(slug: string, text: string): Page {
  const [, head = '', body = text] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? [];
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(head)?.[1]?.trim() ?? '';
  return {
    slug,
    title: field('title'),
    description: field('description'),
    layout: field('layout') || 'text',
    body: body.trim(),
  };
}
