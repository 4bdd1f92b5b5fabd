import { Link } from '@tanstack/react-router';
import { archiveClient, type Client, clientsQuery, restoreClient } from '../../entities/client.ts';
import { type UsageOf, useUsage } from '../../entities/use-usage.ts';
import { formatHours } from '../../lib/hours.ts';
import { pageTitles } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { type Catalog, CatalogPage } from '../../ui/catalog-page.tsx';
import type { Column } from '../../ui/list-page.tsx';
import { usageColumn } from '../../ui/usage-column.tsx';
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
  {
    id: 'contact',
    header: text.contact,
    isMinor: true,
    cell: (client) => client.contactName ?? '–',
    text: (client) => client.contactName ?? '',
  },
  {
    id: 'email',
    header: text.email,
    isMinor: true,
    cell: (client) => client.email ?? '–',
    text: (client) => client.email ?? '',
  },
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
  filters: [{ name: 'idle', label: text.withoutProjects, matches: ({ projectCount }) => projectCount === 0 }],
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
  const usage = useUsage('client');
  return <CatalogPage catalog={usage ? { ...clients, columns: [...columns, billable(usage)] } : clients} />;
}

/** How many hours of this year can be billed, with the report behind it. */
function billable(usage: UsageOf): Column<Client> {
  return usageColumn({
    id: 'billable',
    header: text.billable,
    isMinor: true,
    figure: ({ clientID }) => usage(clientID)?.billableMinutes ?? null,
    format: formatHours,
    report: ({ clientID }) => ({
      by: ['project'],
      only: { field: 'client', id: clientID },
      billable: true,
      withMoney: true,
    }),
  });
}
