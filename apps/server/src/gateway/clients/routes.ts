import type { clientRoutes } from '@stint/domain/api/gateway/clients.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Http, RawJson } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import type { JsonText } from '../../platform/json-text.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../handlers.ts';
import { answerJson } from '../shared/answer.ts';
import { answerList, readList } from '../shared/list.ts';
import { type NamedKind, writeRow } from '../shared/noted.ts';
import { archiveClient, createClient, mergeClients, restoreClient, updateClient } from './clients.ts';
import { type CatalogQuery, type ClientJson, clientList, getClient } from './queries.ts';

export const clientHandlers: FeatureHandlers<typeof clientRoutes> = {
  'GET /Clients': ({ query }, context, http) => list(context, http, query, false),
  'GET /Clients/GetArchivedClients': ({ query }, context, http) => list(context, http, query, true),
  'GET /Clients/:id': async ({ params }, { database, tenantId, actor }, http) =>
    answerJson(
      http,
      await database.withTenant(tenantId, (tx) => getClient(tx, tenantId, actor, params.id), {
        readOnly: true,
      }),
    ),
  'POST /Clients': ({ body: { clientID, ...fields } }, context, http) =>
    change(context, http, clientID ?? newId(), (tx, id) => createClient(tx, context, id, fields)),
  'PUT /Clients/:id': ({ params, body }, context, http) =>
    change(context, http, params.id, (tx, id) => updateClient(tx, context, id, body)),
  'DELETE /Clients/:id': ({ params, query }, context, http) =>
    change(context, http, params.id, (tx, id) => archiveClient(tx, context, id, query)),
  'PUT /Clients/:id/Restore': ({ params }, context, http) =>
    change(context, http, params.id, (tx, id) => restoreClient(tx, context, id)),
  'POST /Clients/:id/Merge': ({ params, body }, context, http) =>
    change(context, http, params.id, (tx, id) => mergeClients(tx, context, id, body.from)),
};

async function list(
  context: MemberContext,
  http: Http,
  query: CatalogQuery,
  archived: boolean,
): Promise<RawJson<ClientJson[]>> {
  const { database, tenantId, actor } = context;
  const page = await database.withTenant(
    tenantId,
    (tx) => readList(tx, clientList(tenantId, actor, query, archived), query),
    { readOnly: true },
  );
  return answerList(http, page);
}

function change(
  context: MemberContext,
  http: Http,
  id: string,
  work: (tx: Transaction, id: string) => Promise<JsonText<ClientJson>>,
) {
  return writeRow(context, http, id, readRow, (tx) => work(tx, id));
}

const readRow: NamedKind<ClientJson>['read'] = (tx, { tenantId, actor }, id) =>
  getClient(tx, tenantId, actor, id);
