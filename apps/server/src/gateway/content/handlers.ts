import type { contentRoutes } from '@stint/domain/api/gateway/content.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Handlers } from '../../platform/http.ts';
import type { GatewayDeps, PublicContext } from '../context.ts';
import { contentFolder, type Page, readPages } from './pages.ts';
import type { GraphQlAnswer, GraphQlRequest } from './schema.ts';

type Deps = Pick<GatewayDeps, 'config' | 'fetch'> & { folder?: string };

const hostedBase = 'https://graphql.contentful.com/content/v1/spaces/';
const timeoutMs = 5000;

/** Handlers of the content endpoint: the hosted service when it is configured, else the repository's Markdown. */
export function createContentHandlers(deps: Deps): Handlers<typeof contentRoutes, { public: PublicContext }> {
  const { spaceId, accessToken } = deps.config.content;
  let pages: Promise<Page[]> | undefined;
  const local = async (request: GraphQlRequest) => {
    pages ??= readPages(deps.folder ?? contentFolder);
    // The library of the query language is loaded when somebody asks in it.
    const { answerQuery } = await import('./schema.ts');
    return answerQuery(await pages, request);
  };
  return {
    'POST /Content': ({ body }) =>
      spaceId && accessToken ? askHosted(deps.fetch, spaceId, accessToken, body) : local(body),
  };
}

async function askHosted(
  call: typeof fetch,
  spaceId: string,
  accessToken: string,
  request: GraphQlRequest,
): Promise<GraphQlAnswer> {
  try {
    const response = await call(`${hostedBase}${encodeURIComponent(spaceId)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = (await response.json()) as GraphQlAnswer;
    return {
      ...(answer.data === undefined ? {} : { data: answer.data }),
      ...(answer.errors ? { errors: answer.errors } : {}),
    };
  } catch (error) {
    throw new AppError('upstream_failed', { cause: error });
  }
}
