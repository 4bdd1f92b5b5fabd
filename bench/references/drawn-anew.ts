import type { Browser, Response } from 'playwright-core';
import type { Opening } from '../interactive.ts';
import { serveReactPage } from './react-page.ts';

/** Tag, attributes, children. */
type Drawn = [string, Record<string, string>, (Drawn | string)[]];

type Taken = {
  root: Record<string, string>;
  styles: string[];
  /** What the document has the browser fetch early: the font. */
  preloads: Record<string, string>[];
  body: Drawn[];
};

/** Run in the page: its elements, with what stands in the fields. */
const takeElements = `(() => {
  const attributesOf = (one) => Object.fromEntries([...one.attributes].map(({ name, value }) => [name, value]));
  const take = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return [node.data];
    if (node.nodeType !== Node.ELEMENT_NODE || ['script', 'noscript'].includes(node.localName)) return [];
    const value = node.localName === 'input' ? { value: node.value } : {};
    return [[node.localName, { ...attributesOf(node), ...value }, [...node.childNodes].flatMap(take)]];
  };
  return {
    root: attributesOf(document.documentElement),
    styles: [...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.href),
    preloads: [...document.querySelectorAll('link[rel=preload][as=font]')].map(attributesOf),
    body: [...document.body.children].flatMap(take),
  };
})()`;

/** Draws the elements of the document's data; nothing of them is known to React beyond their names. */
const source = `
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  const camel = (name) => name.startsWith('--') ? name : name.replace(/-(\\w)/g, (_all, letter) => letter.toUpperCase());
  const styleOf = (text) => Object.fromEntries(text.split(';').filter((one) => one.includes(':'))
    .map((one) => [camel(one.slice(0, one.indexOf(':')).trim()), one.slice(one.indexOf(':') + 1).trim()]));
  const draw = (node) => {
    if (typeof node === 'string') return node;
    const [tag, { class: className, style, ...rest }, children] = node;
    const looks = { ...(className === undefined ? {} : { className }), ...(style === undefined ? {} : { style: styleOf(style) }) };
    return h(tag, { ...rest, ...looks, ...(tag === 'input' ? { onChange() {} } : {}) }, ...children.map(draw));
  };
  const elements = JSON.parse(document.getElementById('elements').textContent);
  createRoot(document.getElementById('root')).render(elements.map((one, key) => h('div', { key, style: { display: 'contents' } }, draw(one))));
`;

/**
 * A page of React alone that draws the elements that another page shows, with the styles and the font of that page: what
 * the browser and React take for these elements, without application, calls or rules.
 */
export async function serveDrawnAnew(
  browser: Browser,
  { url, selector, prepare }: Opening,
  viewport?: { width: number; height: number },
): Promise<{ url: string; close(): void }> {
  const context = await browser.newContext(viewport ? { viewport } : {});
  const files = new Map<string, { type: string; body: Buffer }>();
  try {
    await prepare?.(context);
    const page = await context.newPage();
    const answers: Response[] = [];
    page.on('response', (answer) => answers.push(answer));
    await page.goto(url);
    await page.locator(selector).first().waitFor();
    await page.waitForLoadState('networkidle');
    for (const answer of answers) {
      const type = answer.headers()['content-type'] ?? '';
      if (!/^(?:text\/css|font\/)/.test(type)) continue;
      files.set(new URL(answer.url()).pathname, { type, body: await answer.body() });
    }
    const taken = await page.evaluate<Taken>(takeElements);
    return await serveReactPage({ source, html: documentOf(taken), files });
  } finally {
    await context.close();
  }
}

function documentOf({ root, styles, preloads, body }: Taken): string {
  const links = [
    ...preloads,
    ...styles.map((href) => ({ rel: 'stylesheet', href: new URL(href).pathname })),
  ].map((one) => `<link ${textOf(one)}>`);
  const elements = JSON.stringify(body).replaceAll('<', '\\u003c');
  return `<!doctype html><html ${textOf(root)}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>The same elements</title>${links.join('')}<script type="module" src="/page.js"></script></head>
    <body><div id="root"></div><script type="application/json" id="elements">${elements}</script></body></html>`;
}

function textOf(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
    .join(' ');
}
