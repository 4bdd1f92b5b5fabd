import { queryOptions } from '@tanstack/react-query';
import { addOnce } from '../lib/add-once.ts';
import type { Answer, Body } from '../lib/gateway.ts';
import type { ListFilter } from '../lib/list-filter.ts';
import type { Call } from '../lib/session.ts';

export type Client = Answer<'GET /Clients'>[number];
export type ClientFields = Omit<Body<'POST /Clients'>, 'clientID'>;

/** Clients in use or archived, with a word those that contain it. */
export function clientsQuery(call: Call, { isArchived = false, q }: ListFilter = {}) {
  const query = q ? { q } : {};
  return queryOptions({
    queryKey: ['clients', isArchived ? 'archived' : 'open', ...(q ? [q] : [])],
    queryFn: ({ signal }) =>
      isArchived
        ? call('GET /Clients/GetArchivedClients', { query }, { signal })
        : call('GET /Clients', { query }, { signal }),
  });
}

export function clientQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: ['clients', 'one', id],
    queryFn: ({ signal }) => call('GET /Clients/:id', { params: { id } }, { signal }),
  });
}

/** @param clientID the same for each try */
export function createClient(call: Call, clientID: string, fields: ClientFields): Promise<Client> {
  const body = { clientID, ...fields };
  return addOnce({
    add: () => call('POST /Clients', { body }, { idempotencyKey: clientID }),
    read: () => call('GET /Clients/:id', { params: { id: clientID } }),
    change: (client) => changeClient(call, client, fields),
  });
}

export function changeClient(call: Call, client: Client, fields: ClientFields): Promise<Client> {
  const body = { ...fields, version: client.version };
  return call('PUT /Clients/:id', { params: { id: client.clientID }, body });
}

/** Moves the projects of one client into another and archives the one. */
export function mergeClient(call: Call, into: string, { clientID }: Client) {
  return call('POST /Clients/:id/Merge', { params: { id: into }, body: { from: clientID } });
}

export function archiveClient(call: Call, { clientID }: Client) {
  return call('DELETE /Clients/:id', { params: { id: clientID } });
}

export function restoreClient(call: Call, { clientID }: Client) {
  return call('PUT /Clients/:id/Restore', { params: { id: clientID } });
}
