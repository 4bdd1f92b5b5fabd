import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import type { TeamMember } from '../../lib/gateway.ts';
import type { Session } from '../../lib/session.ts';
import { useListSearch } from '../../lib/use-list-search.ts';
import { lists as text } from '../../messages/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FullDate } from '../../ui/full-date.tsx';
import { type Column, ListPage } from '../../ui/list-page.tsx';
import { useArchiving } from '../../ui/use-archiving.ts';
import { fullName } from './full-name.ts';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';

const query = (call: Session['call'], me: string, isArchived: boolean) =>
  queryOptions({
    queryKey: ['team', isArchived ? 'archived' : 'active'],
    queryFn: ({ signal }) =>
      isArchived
        ? call('GET /TeamMember/GetArchivedTeam', {}, { signal })
        : call('GET /TeamMember/GetTeam/:id', { params: { id: me } }, { signal }),
  });

const columns: Column<TeamMember>[] = [
  { id: 'name', header: text.name, cell: fullName, sortValue: fullName },
  {
    id: 'email',
    header: text.team.email,
    isMinor: true,
    cell: (person) => person.email ?? '–',
    sortValue: (person) => person.email ?? '',
  },
  {
    id: 'role',
    header: text.team.role,
    cell: ({ role }) => text.team.roles[role],
    sortValue: ({ role }) => role,
  },
  {
    id: 'status',
    header: text.team.status,
    isMinor: true,
    cell: ({ status }) => (
      <Badge tone={status === 'active' ? 'success' : 'neutral'}>{text.team.statuses[status]}</Badge>
    ),
  },
  {
    id: 'last',
    header: text.team.last,
    isNumber: true,
    isMinor: true,
    cell: (person) => <FullDate of={person.lastEntryAt} />,
    sortValue: (person) => person.lastEntryAt ?? '',
  },
];

/** `/team` */
export function TeamPage() {
  const { session, start } = useApp();
  const { call } = session;
  const search = useListSearch('/team');
  const team = useQuery(query(call, start.me.teamMemberID, search.isArchived));
  const canManage = useCan('member.manage');
  const [editing, setEditing] = useState<TeamMember | null>(null);
  const [isInviting, setIsInviting] = useState(search.isNew && canManage);
  const { archive, restore } = useArchiving<TeamMember>({
    name: 'team',
    nameOf: fullName,
    archive: ({ id }) => call('DELETE /TeamMember/:id', { params: { id } }),
    restore: ({ id }) => call('PUT /TeamMember/:id/Restore', { params: { id } }),
  });
  const menu = (person: TeamMember) => {
    const isMe = person.id === start.me.teamMemberID;
    if (person.status === 'archived') {
      return canManage
        ? [{ label: text.restore, icon: 'restore' as const, onSelect: () => restore(person) }]
        : [];
    }
    return [
      ...(canManage || isMe
        ? [{ label: text.edit, icon: 'edit' as const, onSelect: () => setEditing(person) }]
        : []),
      ...(canManage && !isMe
        ? [{ label: text.archive, icon: 'archive' as const, onSelect: () => archive(person) }]
        : []),
    ];
  };
  return (
    <>
      <ListPage
        title={text.team.title}
        items={team.data}
        error={team.error}
        onRetry={() => void team.refetch()}
        keyOf={(person) => person.id}
        nameOf={fullName}
        detailOf={(person) => person.email}
        searchText={searchText}
        columns={columns}
        menu={menu}
        query={search.query}
        onQuery={search.setQuery}
        {...(canManage ? { archived: { isShown: search.isArchived, onToggle: search.toggleArchived } } : {})}
        empty={{ title: text.team.empty, text: text.team.emptyText }}
        action={
          canManage ? (
            <Button variant="primary" icon="mail" onClick={() => setIsInviting(true)}>
              {text.team.invite}
            </Button>
          ) : undefined
        }
      >
        {canManage ? <Invitations /> : null}
      </ListPage>
      {editing ? <MemberDialog person={editing} onClose={() => setEditing(null)} /> : null}
      {isInviting ? <InviteDialog onClose={() => setIsInviting(false)} /> : null}
    </>
  );
}

const searchText = (person: TeamMember) => `${fullName(person)} ${person.email ?? ''}`;
