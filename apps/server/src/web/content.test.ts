import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { startHostedContent } from '../gateway/content/hosted.fixture.ts';
import { parsePage } from '../gateway/content/pages.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { createHttpServer } from '../platform/http.ts';
import { createLogger } from '../platform/log.ts';
import { renderPage } from './content.ts';
import { scriptJson } from './script-json.ts';
import { createWebService } from './service.ts';

test('front matter, sections and drawings', async () => {
  const text = '---\ntitle: Home: first\nlayout: home\n---\n# Hello\n\n[[week-sheet]]\n\n---\n\nMore';
  const page = await renderPage(parsePage('home', text), { isOurs: true, language: 'en' });
  expect(page).toMatchObject({ title: 'Home: first', layout: 'home', description: '' });
  expect(page.html.match(/<section>/g)).toHaveLength(2);
  expect(page.html).toContain('<figure class="sheet"');
});

test('text cannot leave its place in HTML or in a script', () => {
  expect(escapeHtml(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;');
  expect(scriptJson({ name: '</script><!--' })).toBe('{"name":"\\u003c/script>\\u003c!--"}');
});

describe('with a hosted content service', () => {
  const about = {
    slug: 'about',
    title: 'Hosted',
    description: 'From there',
    layout: 'text',
    body: '# First',
  };

  async function open() {
    const folder = await mkdtemp(join(tmpdir(), 'stint-content-'));
    await writeFile(join(folder, 'about.md'), '---\ntitle: File\n---\n# From the file\n');
    await writeFile(join(folder, 'security.md'), '---\ntitle: Security\n---\n# Ours\n');
    await mkdir(join(folder, '.vite'));
    await writeFile(join(folder, '.vite/manifest.json'), '{}');
    const hosted = await startHostedContent([about]);
    let now = Date.UTC(2026, 10, 22);
    const lines: string[] = [];
    const app = createHttpServer({ trustedProxies: [], logger: false });
    const web = await createWebService({
      config: readConfig(hosted.env),
      clock: { now: () => new Date(now) },
      log: createLogger('info', { write: (line) => lines.push(String(JSON.parse(line).msg)) }),
      auth: { baseUrl: 'http://127.0.0.1:1/v0/', tenantId: 'root0001', adminKey: 'key' },
      folders: { content: folder, dist: folder, latchkey: folder },
    });
    await web.plugin(app);
    const read = async (path: string) => {
      const headers = { host: 'stint.localhost:3000', accept: 'text/html' };
      return (await app.inject({ url: path, headers })).payload;
    };
    return {
      hosted,
      lines,
      read,
      later: () => {
        now += 61_000;
      },
      close: async () => {
        await app.close();
        await hosted.close();
        await rm(folder, { recursive: true });
      },
    };
  }

  test('public pages are what it says, anew within a minute', async () => {
    const { hosted, read, later, close } = await open();
    expect(await read('/about')).toMatch(/<title>Hosted · Stint<[\s\S]*<h1>First<\/h1>/);
    hosted.pages = [{ ...about, body: '# Second' }];
    expect(await read('/about')).toContain('<h1>First</h1>');
    expect(hosted.asked).toHaveLength(1);
    later();
    await expect.poll(() => read('/about'), { timeout: 30_000 }).toContain('<h1>Second</h1>');
    expect(hosted.asked).toHaveLength(2);
    await close();
  });

  test('a page that it does not have comes from its file', async () => {
    const { lines, read, close } = await open();
    expect(await read('/security')).toContain('<h1>Ours</h1>');
    expect(lines).toEqual(['the content service has no such page; its file is shown']);
    await close();
  });

  test('while it does not answer the last good page stays, else the file is shown, and the log says so', async () => {
    const { hosted, lines, read, later, close } = await open();
    hosted.fails = true;
    expect(await read('/about')).toContain('<h1>From the file</h1>');
    expect(lines).toEqual(['the content service does not answer; the file is shown']);
    await read('/about');
    expect(hosted.asked).toHaveLength(1);
    hosted.fails = false;
    later();
    expect(await read('/about')).toContain('<h1>First</h1>');
    hosted.fails = true;
    later();
    expect(await read('/about')).toContain('<h1>First</h1>');
    await expect
      .poll(() => lines, { timeout: 30_000 })
      .toContain('the content service does not answer; the last good page is shown');
    expect(await read('/about')).toContain('<h1>First</h1>');
    await close();
  });

  test('HTML in its Markdown is shown as text', async () => {
    const { hosted, read, close } = await open();
    hosted.pages = [
      { ...about, body: 'Hello <img src=x onerror=alert(1)>\n\n<form action="https://evil.example">' },
    ];
    const html = await read('/about');
    expect(html).not.toMatch(/<img src=x|<form action/);
    expect(html).toContain('&lt;img src=x');
    await close();
  });
});
