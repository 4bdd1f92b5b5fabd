import { buildSchema, type DocumentNode, execute, GraphQLError, Kind, parse, validate } from 'graphql';
import type { Page } from './pages.ts';

/** The part of the hosted service's schema that the public pages use, so that one query suits both. */
const schema = buildSchema(`
  type Page { slug: String! title: String! description: String! layout: String! body: String! }
  type PageCollection { total: Int! skip: Int! limit: Int! items: [Page!]! }
  input PageFilter { slug: String slug_in: [String!] }
  type Query {
    page(id: String!): Page
    pageCollection(where: PageFilter, skip: Int = 0, limit: Int = 100): PageCollection!
  }
`);

export type GraphQlRequest = {
  query: string;
  variables?: Record<string, unknown> | undefined;
  operationName?: string | null | undefined;
};
export type GraphQlAnswer = { data?: unknown; errors?: unknown[] };

/** Bodies are long and a query may name one field many times: more than this is refused. */
const maxFields = 50;

/** Answers a query from pages in memory; what is wrong with it comes back as `errors`, as GraphQL has it. */
export async function answerQuery(pages: Page[], request: GraphQlRequest): Promise<GraphQlAnswer> {
  let document: DocumentNode;
  try {
    document = parse(request.query, { maxTokens: 1000 });
  } catch (error) {
    return {
      errors: [error instanceof GraphQLError ? error.toJSON() : { message: 'The query could not be read.' }],
    };
  }
  const problems = validate(schema, document);
  if (problems.length > 0) return { errors: problems.map((problem) => problem.toJSON()) };
  if (countFields(document) > maxFields)
    return { errors: [{ message: `A query can have ${maxFields} fields.` }] };
  const { data, errors } = await execute({
    schema,
    document,
    rootValue: resolvers(pages),
    variableValues: request.variables ?? {},
    operationName: request.operationName ?? null,
  });
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors ? { errors: errors.map((error) => error.toJSON()) } : {}),
  };
}

type Filter = { slug?: string | null; slug_in?: string[] | null };

function resolvers(pages: Page[]) {
  return {
    page: ({ id }: { id: string }) => pages.find((page) => page.slug === id) ?? null,
    pageCollection: ({ where, skip, limit }: { where?: Filter; skip: number; limit: number }) => {
      const found = pages.filter(
        (page) =>
          (where?.slug == null || page.slug === where.slug) &&
          (where?.slug_in == null || where.slug_in.includes(page.slug)),
      );
      const [from, size] = [Math.max(0, skip), Math.min(100, Math.max(0, limit))];
      return { total: found.length, skip: from, limit: size, items: found.slice(from, from + size) };
    },
  };
}

/** Fields in the text itself; fragments are not followed, so a query with fragments counts its spreads as well. */
function countFields(document: DocumentNode): number {
  let count = 0;
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (value && typeof value === 'object') {
      const { kind, loc: _, ...rest } = value as { kind?: string; loc?: unknown };
      if (kind === Kind.FIELD) count += 1;
      if (kind === Kind.FRAGMENT_SPREAD) count += 10;
      walk(Object.values(rest));
    }
  };
  walk(document.definitions);
  return count;
}
