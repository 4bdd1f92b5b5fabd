import { can } from '@stint/domain/workspace/permissions.ts';
import { ROLES } from '@stint/domain/workspace/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { archiveMember, restoreMember, type TeamMember, teamQuery } from '../../entities/team-member.ts';
import { type UsageOf, useUsage } from '../../entities/use-usage.ts';
import { actorOf, useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { useListSearch } from '../../lib/use-list-search.ts';
import { pageTitles } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FullDate } from '../../ui/full-date.tsx';
import type { FilterField } from '../../ui/list-filters.tsx';
import { type Column, ListPage } from '../../ui/list-page.tsx';
import { StepUpProvider } from '../../ui/step-up.tsx';
import { usageColumn } from '../../ui/usage-column.tsx';
import { useArchiving } from '../../ui/use-archiving.ts';
import { fullName } from './full-name.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LostFactorDialog } from './lost-factor-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { MergePlaceholder } from './merge-placeholder.tsx';
import { text } from './messages.ts';
import { PlaceholderDialog } from './placeholder-dialog.tsx';
import styles from './team-page.module.css';

const columns: Column<TeamMember>[] = [
  { id: 'name', header: lists.name, cell: (person) => <PersonName person={person} />, sortValue: fullName },
  {
    id: 'email',
    header: text.email,
    isMinor: true,
    cell: (person) => person.email ?? '–',
    sortValue: (person) => person.email ?? '',
  },
  {
    id: 'role',
    header: text.role,
    cell: ({ role }) => lists.roles[role],
    sortValue: ({ role }) => ROLES.indexOf(role),
    text: ({ role }) => lists.roles[role],
  },
  {
    id: 'status',
    header: text.status,
    isMinor: true,
    cell: ({ status }) => (
      <Badge tone={status === 'active' ? 'success' : 'neutral'}>{lists.memberStates[status]}</Badge>
    ),
    text: ({ status }) => lists.memberStates[status],
  },
  {
    id: 'last',
    header: text.last,
    isNumber: true,
    isMinor: true,
    cell: (person) => <FullDate of={person.lastEntryAt} />,
    sortValue: (person) => person.lastEntryAt ?? '',
  },
];

/** What the list can be narrowed to. */
const filterFields: FilterField<TeamMember>[] = [
  {
    name: 'role',
    label: text.role,
    options: ROLES.map((role) => ({ id: role, label: lists.roles[role] })),
    matches: ({ role }, value) => role === value,
  },
  {
    name: 'status',
    label: text.status,
    options: (['active', 'invited', 'placeholder'] as const).map((status) => ({
      id: status,
      label: lists.memberStates[status],
    })),
    matches: ({ status }, value) => status === value,
  },
];

/** How much of this year each has recorded, with the report behind it. */
function hoursColumn(usage: UsageOf): Column<TeamMember> {
  return usageColumn({
    id: 'hours',
    header: text.hours,
    isMinor: true,
    figure: ({ id }) => usage(id)?.minutes ?? null,
    format: formatHours,
    report: ({ id }) => ({ by: ['project', 'activity'], only: { field: 'person', id } }),
  });
}

/** The person's colour in front of the name. */
function PersonName({ person }: { person: TeamMember }) {
  const name = fullName(person);
  return (
    <span className={styles.person}>
      <Avatar id={person.userID ?? person.id} name={name} size={24} />
      <Link to="/team/$id" params={{ id: person.id }} search={{}}>
        {name}
      </Link>
    </span>
  );
}

/** `/team` */
export function TeamPage() {
  const { session, start } = useApp();
  const { call } = session;
  const navigate = useNavigate();
  const search = useListSearch('/team');
  const team = useQuery(teamQuery(call, start.me.teamMemberID, search.isArchived));
  const canManage = useCan('member.manage');
  const mayImport = useCan('data.import');
  const [editing, setEditing] = useState<TeamMember | null>(null);
  const [lost, setLost] = useState<TeamMember | null>(null);
  const [heir, setHeir] = useState<TeamMember | null>(null);
  const [merging, setMerging] = useState<TeamMember | null>(null);
  const isOwner = start.me.role === 'owner';
  const [seat, setSeat] = useState<TeamMember | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const usage = useUsage('person');
  const [isInviting, setIsInviting] = useState(search.isNew && canManage);
  const { archive, restore } = useArchiving<TeamMember>({
    name: 'team',
    nameOf: fullName,
    archive: (person) => archiveMember(call, person),
    restore: (person) => restoreMember(call, person),
  });
  const openWeek = ({ id }: TeamMember) => void navigate({ to: '/time', search: { person: id } });
  const menu = (person: TeamMember) => {
    const isMe = person.id === start.me.teamMemberID;
    if (person.status === 'archived') {
      return canManage
        ? [{ label: lists.restore, icon: 'restore' as const, onSelect: () => restore(person) }]
        : [];
    }
    const thing = { teamMemberID: person.id, approverID: person.approverID };
    return [
      ...(!isMe && can(actorOf(start), 'time.editOthers', thing)
        ? [{ label: text.openWeek, icon: 'time' as const, onSelect: () => openWeek(person) }]
        : []),
      ...(canManage || isMe
        ? [{ label: lists.edit, icon: 'edit' as const, onSelect: () => setEditing(person) }]
        : []),
      ...(isOwner && !isMe && person.status === 'active' && person.userID
        ? [{ label: text.lost, icon: 'warning' as const, onSelect: () => setLost(person) }]
        : []),
      ...(isOwner && !isMe && person.status === 'active' && person.userID
        ? [{ label: text.handOver, icon: 'person' as const, onSelect: () => setHeir(person) }]
        : []),
      ...(canManage && person.status === 'placeholder'
        ? [
            { label: text.inviteSeat, icon: 'mail' as const, onSelect: () => setSeat(person) },
            { label: lists.merge.action, icon: 'team' as const, onSelect: () => setMerging(person) },
          ]
        : []),
      ...(canManage && !isMe
        ? [{ label: lists.archive, icon: 'archive' as const, onSelect: () => archive(person) }]
        : []),
    ];
  };
  return (
    <>
      <ListPage
        title={pageTitles.team}
        items={team.data}
        error={team.error}
        onRetry={() => void team.refetch()}
        keyOf={(person) => person.id}
        nameOf={fullName}
        detailOf={(person) => person.email}
        searchText={searchText}
        columns={usage ? [...columns, hoursColumn(usage)] : columns}
        filters={{
          fields: filterFields,
          values: search.filters,
          onChange: search.setFilter,
          onClear: search.clear,
        }}
        menu={menu}
        query={search.query}
        onQuery={search.setQuery}
        sort={search.sort}
        onSort={search.setSort}
        {...(canManage ? { archived: { isShown: search.isArchived, onToggle: search.toggleArchived } } : {})}
        empty={{ title: text.empty, text: text.emptyText }}
        action={
          canManage ? (
            <>
              <Button icon="plus" onClick={() => setIsAdding(true)}>
                {text.addPlaceholder}
              </Button>
              <Button variant="primary" icon="mail" onClick={() => setIsInviting(true)}>
                {text.invite}
              </Button>
            </>
          ) : undefined
        }
      >
        {canManage ? <Invitations /> : null}
        {mayImport && team.data?.length === 1 && !search.isArchived && !search.query ? (
          <p>
            {text.alone}{' '}
            <Link to="/settings/import" search={{}}>
              {pageTitles.import}
            </Link>
          </p>
        ) : null}
      </ListPage>
      {editing ? <MemberDialog person={editing} onClose={() => setEditing(null)} /> : null}
      {lost ? (
        <StepUpProvider session={session}>
          <LostFactorDialog person={lost} onClose={() => setLost(null)} />
        </StepUpProvider>
      ) : null}
      {heir ? (
        <StepUpProvider session={session}>
          <HandOverDialog person={heir} onClose={() => setHeir(null)} />
        </StepUpProvider>
      ) : null}
      {merging ? <MergePlaceholder person={merging} onClose={() => setMerging(null)} /> : null}
      {isInviting ? <InviteDialog onClose={() => setIsInviting(false)} /> : null}
      {seat ? <InviteDialog placeholder={seat} onClose={() => setSeat(null)} /> : null}
      {isAdding ? <PlaceholderDialog onClose={() => setIsAdding(false)} /> : null}
    </>
  );
}

const searchText = (person: TeamMember) => `${fullName(person)} ${person.email ?? ''}`;
