import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSchema, createYoga } from 'graphql-yoga';
import type { Page } from './pages.ts';

/** A content service on a port of its own: a GraphQL server with a space and a token, as the hosted one has it. */
export type HostedContent = {
  /** Variables that name it. */
  env: Record<string, string>;
  pages: Page[];
  asked: { path: string; authorization: string | undefined }[];
  fails: boolean;
  close(): Promise<void>;
};

/** As the service makes it from a type of content: every field that an editor fills may be empty. */
const typeDefs = `
  type Sys { id: String! }
  type Page { sys: Sys! slug: String title: String description: String layout: String body: String }
  type PageCollection { total: Int! skip: Int! limit: Int! items: [Page]! }
  input PageFilter { AND: [PageFilter] OR: [PageFilter] slug: String slug_not: String slug_in: [String] slug_exists: Boolean }
  type Query {
    page(id: String!, preview: Boolean, locale: String): Page
    pageCollection(skip: Int = 0, limit: Int = 100, preview: Boolean, locale: String, where: PageFilter): PageCollection
  }
`;

type Filter = { slug?: string | null; slug_in?: (string | null)[] | null };
type Selection = { where?: Filter | null; skip: number; limit: number };

export async function startHostedContent(pages: Page[]): Promise<HostedContent> {
  const withId = (page: Page) => ({ ...page, sys: { id: page.slug } });
  const schema = createSchema({
    typeDefs,
    resolvers: {
      Query: {
        page: (_: unknown, { id }: { id: string }) =>
          hosted.pages.filter(({ slug }) => slug === id).map(withId)[0] ?? null,
        pageCollection: (_: unknown, { where, skip, limit }: Selection) => {
          const found = hosted.pages.filter(
            ({ slug }) =>
              (where?.slug == null || where.slug === slug) &&
              (where?.slug_in == null || where.slug_in.includes(slug)),
          );
          return {
            total: found.length,
            skip,
            limit,
            items: found.slice(skip, skip + limit).map(withId),
          };
        },
      },
    },
  });
  const yoga = createYoga({ schema, graphqlEndpoint: '/content/v1/spaces/:space', logging: false });
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    hosted.asked.push({ path: request.url ?? '', authorization });
    if (authorization === 'Bearer token1' && !hosted.fails) {
      void yoga(request, response);
      return;
    }
    const answer = JSON.stringify({ errors: [{ message: 'no' }] });
    response.writeHead(hosted.fails ? 503 : 401, { 'content-type': 'application/json' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const hosted: HostedContent = {
    env: {
      CONTENT_SPACE_ID: 'space1',
      CONTENT_ACCESS_TOKEN: 'token1',
      CONTENT_API_BASE: `http://127.0.0.1:${port}`,
    },
    pages,
    asked: [],
    fails: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return hosted;
}
