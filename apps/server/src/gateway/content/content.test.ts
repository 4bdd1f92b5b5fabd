import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Http } from '../../platform/http.ts';
import { type HostedContent, startHostedContent } from './hosted.fixture.ts';
import { contentFolder, type Page, parsePage, readPages } from './pages.ts';
import { createContentHandlers } from './routes.ts';
import { answerQuery } from './schema.ts';

const pages = [
  { slug: 'about', title: 'About', description: 'Who', layout: 'text', body: '# About' },
  { slug: 'home', title: 'Home', description: 'Start', layout: 'home', body: '# Home' },
];

test('one page by its id, and several by their slugs', async () => {
  const query = `query Two($slugs: [String!]) { page(id: "home") { title body }
    pageCollection(where: { slug_in: $slugs }, limit: 1) { total items { slug } } }`;
  expect(await answerQuery(pages, { query, variables: { slugs: ['about', 'home'] } })).toEqual({
    data: {
      page: { title: 'Home', body: '# Home' },
      pageCollection: { total: 2, items: [{ slug: 'about' }] },
    },
  });
});

test('a page that is not there is null, not an error', async () => {
  expect(await answerQuery(pages, { query: '{ page(id: "nope") { title } }' })).toEqual({
    data: { page: null },
  });
});

test.each([
  ['unreadable', '{ page('],
  ['of unknown fields', '{ users { email } }'],
  [
    'with very many fields',
    `{ ${Array.from({ length: 60 }, (_, n) => `a${n}: page(id: "home") { body }`).join(' ')} }`,
  ],
])('a query %s answers with errors', async (_, query) => {
  const answer = await answerQuery(pages, { query });
  expect(answer.data).toBeUndefined();
  expect(answer.errors).not.toEqual([]);
});

test('front matter becomes fields, the rest the body', () => {
  expect(parsePage('x', '---\ntitle: A: b\nlayout: home\n---\n\n# Hi\n')).toEqual({
    slug: 'x',
    title: 'A: b',
    description: '',
    layout: 'home',
    body: '# Hi',
  });
});

test('every public page of the repository has a title, a description and a body', async () => {
  const own = await readPages(contentFolder);
  expect(own.map((page) => page.slug)).toContain('home');
  for (const page of own)
    expect([page.slug, page.title && page.description && page.body !== '']).toEqual([page.slug, true]);
});

const input = (query: string) => ({ params: undefined, query: undefined, body: { query } });
const context = { info: { requestId: 'r', ipHash: 'h', now: new Date() } };

function ask(hosted: HostedContent, query: string) {
  const config = readConfig(hosted.env);
  const handlers = createContentHandlers({ config, fetch, log: { warn: () => {} } });
  return handlers['POST /Content'](input(query), context, {} as Http);
}

test('with a space and a token configured the hosted service is asked', async () => {
  const hosted = await startHostedContent([{ ...pages[1], title: 'Hosted' } as Page]);
  expect(await ask(hosted, '{ page(id: "home") { title } }')).toEqual({
    data: { page: { title: 'Hosted' } },
  });
  expect(hosted.asked).toEqual([{ path: '/content/v1/spaces/space1', authorization: 'Bearer token1' }]);
  expect(await ask(hosted, '{ nonsense }')).toMatchObject({ errors: [{}] });
  await hosted.close();
});

test('while it does not answer, the repository does', async () => {
  const hosted = await startHostedContent([]);
  hosted.fails = true;
  const title = { data: { page: { title: 'About' } } };
  expect(await ask(hosted, '{ page(id: "about") { title } }')).toEqual(title);
  await hosted.close();
  expect(await ask(hosted, '{ page(id: "about") { title } }')).toEqual(title);
});
