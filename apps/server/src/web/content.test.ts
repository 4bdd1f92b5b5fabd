import { expect, test } from 'vitest';
import { parseContent } from './content.ts';
import { escapeHtml, scriptJson } from './escape.ts';

test('front matter, sections and drawings', async () => {
  const page = await parseContent(
    '---\ntitle: Home: first\nlayout: home\n---\n# Hello\n\n[[week-sheet]]\n\n---\n\nMore',
  );
  expect(page).toMatchObject({ title: 'Home: first', layout: 'home', description: '' });
  expect(page.html.match(/<section>/g)).toHaveLength(2);
  expect(page.html).toContain('<figure class="sheet"');
});

test('text cannot leave its place in HTML or in a script', () => {
  expect(escapeHtml(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;');
  expect(scriptJson({ name: '</script><!--' })).toBe('{"name":"\\u003c/script>\\u003c!--"}');
});
