import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import type { Client } from '../../lib/gateway.ts';
import type { Session } from '../../lib/session.ts';
import { useListSearch } from '../../lib/use-list-search.ts';
import { lists as text } from '../../messages/lists.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, ListPage } from '../../ui/list-page.tsx';
import { useArchiving } from '../../ui/use-archiving.ts';
import { ClientDialog } from './client-dialog.tsx';

const query = (call: Session['call'], isArchived: boolean) =>
  queryOptions({
    queryKey: ['clients', isArchived ? 'archived' : 'open'],
    queryFn: ({ signal }) =>
      isArchived
        ? call('GET /Clients/GetArchivedClients', {}, { signal })
        : call('GET /Clients', {}, { signal }),
  });

const columns: Column<Client>[] = [
  {
    id: 'name',
    header: text.name,
    cell: (client) => client.clientName,
    sortValue: (client) => client.clientName,
  },
  {
    id: 'code',
    header: text.code,
    isMinor: true,
    cell: (client) => client.code ?? '–',
    sortValue: (client) => client.code ?? '',
  },
  { id: 'contact', header: text.clients.contact, isMinor: true, cell: (client) => client.contactName ?? '–' },
  { id: 'email', header: text.clients.email, isMinor: true, cell: (client) => client.email ?? '–' },
  {
    id: 'projects',
    header: text.clients.projects,
    isNumber: true,
    cell: (client) => client.projectCount,
    sortValue: (client) => client.projectCount,
  },
];

/** `/clients` */
export function ClientsPage() {
  const { call } = useApp().session;
  const search = useListSearch('/clients');
  const clients = useQuery(query(call, search.isArchived));
  const canWrite = useCan('client.write');
  const [editing, setEditing] = useState<Client | 'new' | null>(search.isNew && canWrite ? 'new' : null);
  const { archive, restore } = useArchiving<Client>({
    name: 'clients',
    nameOf: (client) => client.clientName,
    archive: ({ clientID }) => call('DELETE /Clients/:id', { params: { id: clientID } }),
    restore: ({ clientID }) => call('PUT /Clients/:id/Restore', { params: { id: clientID } }),
  });
  const menu = (client: Client) => {
    if (!canWrite) return [];
    if (client.isArchived) {
      return [{ label: text.restore, icon: 'restore' as const, onSelect: () => restore(client) }];
    }
    return [
      { label: text.edit, icon: 'edit' as const, onSelect: () => setEditing(client) },
      { label: text.archive, icon: 'archive' as const, onSelect: () => archive(client) },
    ];
  };
  return (
    <>
      <ListPage
        title={text.clients.title}
        items={clients.data}
        error={clients.error}
        onRetry={() => void clients.refetch()}
        keyOf={(client) => client.clientID}
        nameOf={(client) => client.clientName}
        detailOf={(client) => client.contactName ?? client.email}
        searchText={searchText}
        columns={columns}
        menu={menu}
        query={search.query}
        onQuery={search.setQuery}
        archived={{ isShown: search.isArchived, onToggle: search.toggleArchived }}
        empty={{ title: text.clients.empty, text: text.clients.emptyText }}
        action={
          canWrite ? (
            <Button variant="primary" icon="plus" onClick={() => setEditing('new')}>
              {text.clients.add}
            </Button>
          ) : undefined
        }
      />
      {editing ? (
        <ClientDialog client={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </>
  );
}

const searchText = (client: Client) =>
  `${client.clientName} ${client.code ?? ''} ${client.contactName ?? ''} ${client.email ?? ''}`;
