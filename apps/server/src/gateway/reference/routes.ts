import type { referenceRoutes } from '@stint/domain/api/gateway/reference.ts';
import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import { openApiDocument } from '@stint/domain/api/openapi.ts';
import { type JsonText, toJsonText } from '../../platform/json-text.ts';
import type { FeatureHandlers } from '../feature.ts';
import { answerJson } from '../shared/answer.ts';
import { referencePage, referenceStyle } from './page.ts';

const description = `Every call of the time-tracking service. Send \`Authorization: Bearer …\` with an access token of the
provider, and \`TenantID\`, \`SessionID\` and \`RegionCode\` as the token says; or a personal token alone. Lists take \`page\` and
\`size\` or \`cursor\`. Send an \`Idempotency-Key\` with every write. A stale \`version\` answers 409 with the current row.

A write is answered with \`x-last-write\`. Send the values of the last ten seconds back with what you read, comma between
them (\`0\` for none), and you are shown your own writes also where an unchanged answer comes from memory; without it no such
answer is given.

\`Changes\` says what changed after a \`mark\`, and with \`Accept: text/event-stream\` as it happens: each event is such an
answer with its mark as id. Go on with \`Last-Event-ID\` in any process; a thing may be told twice, and none is left out
unless \`isComplete\` is false: then ask for everything shown anew. The stream ends with the access token at the latest.`;

type Documents = { json: JsonText<unknown>; html: string };

function makeDocuments(): Documents {
  const document = openApiDocument(gatewayRoutes, {
    title: 'Stint API',
    version: '1',
    basePath: '/api',
    description,
  });
  return { json: toJsonText<unknown>(document), html: referencePage(gatewayRoutes, description) };
}

/** The table as a document and as a page; made once, at the first request. */
export function createReferenceHandlers(): FeatureHandlers<typeof referenceRoutes> {
  let kept: Documents | null = null;
  const documents = () => {
    kept ??= makeDocuments();
    return kept;
  };
  const policy = `default-src 'none'; style-src '${referenceStyle.hash}'; frame-ancestors 'none'; base-uri 'none'`;
  return {
    'GET /openapi.json': async (_input, _context, http) => answerJson(http, documents().json),
    'GET /reference': async (_input, _context, { reply }) => {
      return reply
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(documents().html);
    },
  };
}
