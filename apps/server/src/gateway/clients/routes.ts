import type { clientRoutes } from '@stint/domain/api/gateway/clients.ts';
import type { FeatureHandlers } from '../feature.ts';
import { clients, mergeClients, setClientAside } from './clients.ts';

const { handlers } = clients;

export const clientHandlers: FeatureHandlers<typeof clientRoutes> = {
  'GET /Clients': handlers.list,
  'GET /Clients/GetArchivedClients': handlers.archived,
  'GET /Clients/:id': handlers.one,
  'POST /Clients': handlers.add,
  'PUT /Clients/:id': handlers.change,
  'POST /Clients/:id/Preview': handlers.preview,
  'DELETE /Clients/:id': ({ params: { id }, query }, context, http) =>
    clients.write(context, http, id, (tx) => setClientAside(tx, context, id, query)),
  'PUT /Clients/:id/Restore': handlers.restore,
  'POST /Clients/:id/Merge': ({ params: { id }, body }, context, http) =>
    clients.write(context, http, id, (tx) => mergeClients(tx, context, id, body.from)),
};
