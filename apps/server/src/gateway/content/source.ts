import type { Config } from '../../config.ts';
import type { Logger } from '../../platform/log.ts';
import { contentFolder, type Page, readPages } from './pages.ts';
import type { GraphQlAnswer, GraphQlRequest } from './schema.ts';

export type ContentSourceOptions = {
  config: Config;
  fetch: typeof fetch;
  log: Pick<Logger, 'warn'>;
  folder?: string;
};

/** The texts of the public pages, for the API and for the pages themselves. */
export type ContentSource = {
  /** Whether a hosted service is configured; the repository's own files otherwise. */
  isHosted: boolean;
  /** Answers in the query language; from the files while the hosted service does not answer. */
  query(request: GraphQlRequest): Promise<GraphQlAnswer>;
  /** A page of the hosted service, or null where it has none. @throws Error while it does not answer */
  hostedPage(slug: string): Promise<Page | null>;
};

const timeoutMs = 5000;
const maxBytes = 1024 * 1024;

const pageQuery = `query Page($slug: String!) {
  pageCollection(where: { slug: $slug }, limit: 1) { items { slug title description layout body } }
}`;

export function createContentSource({
  config,
  fetch: call,
  log,
  folder,
}: ContentSourceOptions): ContentSource {
  const { spaceId, accessToken, apiBase } = config.content;
  const isHosted = spaceId !== undefined && accessToken !== undefined;
  let pages: Promise<Page[]> | undefined;

  async function local(request: GraphQlRequest): Promise<GraphQlAnswer> {
    pages ??= readPages(folder ?? contentFolder);
    // The library of the query language is loaded when somebody asks in it.
    const { answerQuery } = await import('./schema.ts');
    return answerQuery(await pages, request);
  }

  async function hosted(request: GraphQlRequest): Promise<GraphQlAnswer> {
    const url = new URL(`content/v1/spaces/${encodeURIComponent(spaceId ?? '')}`, `${apiBase}/`);
    const response = await call(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (text.length > maxBytes) throw new Error('the content service answered with more than 1 MiB');
    const answer = JSON.parse(text) as GraphQlAnswer | null;
    if (!answer || (answer.data === undefined && !Array.isArray(answer.errors)))
      throw new Error(`the content service answered ${response.status} without data`);
    // An outage or a wrong token comes as errors without data; a wrong query is the caller's.
    if (response.status >= 401) throw new Error(`the content service answered ${response.status}`);
    return {
      ...(answer.data === undefined ? {} : { data: answer.data }),
      ...(answer.errors ? { errors: answer.errors } : {}),
    };
  }

  return {
    isHosted,
    async query(request) {
      if (!isHosted) return local(request);
      return hosted(request).catch((error: unknown) => {
        log.warn({ err: error }, 'the content service does not answer; the files do');
        return local(request);
      });
    },
    async hostedPage(slug) {
      const { data, errors } = await hosted({ query: pageQuery, variables: { slug } });
      const collection = (data as { pageCollection?: { items?: unknown[] } } | null | undefined)
        ?.pageCollection;
      if (!Array.isArray(collection?.items))
        throw new Error(`the content service has no pages: ${JSON.stringify(errors ?? data).slice(0, 300)}`);
      return toPage(slug, collection.items[0]);
    },
  };
}

/** Fields that an editor left empty are null there. */
function toPage(slug: string, item: unknown): Page | null {
  if (typeof item !== 'object' || item === null) return null;
  const fields = item as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === 'string' ? (fields[name] as string).trim() : '');
  const page = {
    slug,
    title: text('title'),
    description: text('description'),
    layout: text('layout') || 'text',
    body: text('body'),
  };
  return page.title === '' || page.body === '' ? null : page;
}
