import { Link } from '@tanstack/react-router';
import { archiveClient, type Client, clientsQuery, restoreClient } from '../../entities/client.ts';
import { pageTitles } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { type Catalog, CatalogPage } from '../../ui/catalog-page.tsx';
import type { Column } from '../../ui/list-page.tsx';
import { ClientDialog } from './client-dialog.tsx';
import { MergeClient } from './merge-client.tsx';
import { text } from './messages.ts';

const columns: Column<Client>[] = [
  {
    id: 'name',
    header: lists.name,
    cell: (client) => (
      <Link to="/clients/$id" params={{ id: client.clientID }} search={{}}>
        {client.clientName}
      </Link>
    ),
    sortValue: (client) => client.clientName,
  },
  {
    id: 'code',
    header: lists.code,
    isMinor: true,
    cell: (client) => client.code ?? '–',
    sortValue: (client) => client.code ?? '',
  },
  { id: 'contact', header: text.contact, isMinor: true, cell: (client) => client.contactName ?? '–' },
  { id: 'email', header: text.email, isMinor: true, cell: (client) => client.email ?? '–' },
  {
    id: 'projects',
    header: text.projects,
    isNumber: true,
    cell: (client) => client.projectCount,
    sortValue: (client) => client.projectCount,
  },
];

const clients: Catalog<Client> = {
  kind: 'client',
  title: pageTitles.clients,
  words: text,
  query: clientsQuery,
  archive: archiveClient,
  restore: restoreClient,
  detailOf: ({ contactName, email }) => contactName ?? email,
  searchText: ({ clientName, code, contactName, email }) =>
    [clientName, code, contactName, email].filter(Boolean).join(' '),
  columns,
  more: (client, open, close) => [
    {
      label: lists.merge.action,
      icon: 'clients',
      onSelect: () => open(<MergeClient client={client} onClose={close} />),
    },
  ],
  dialog: (client, onClose) => <ClientDialog client={client} onClose={onClose} />,
};

/** `/clients` */
export function ClientsPage() {
  return <CatalogPage catalog={clients} />;
}
