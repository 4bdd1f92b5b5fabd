import { catalog as kinds, type TrashedName } from '@stint/domain/workspace/catalog.ts';
import type { UseQueryOptions } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useCan } from '../lib/actor.ts';
import { useApp } from '../lib/app-context.ts';
import type { ListFilter } from '../lib/list-filter.ts';
import type { Call } from '../lib/session.ts';
import { type ListFilters, useListSearch } from '../lib/use-list-search.ts';
import { lists as text } from '../messages/lists.ts';
import { Button } from './button.tsx';
import type { FilterField } from './list-filters.tsx';
import { type Column, ListPage } from './list-page.tsx';
import type { MenuItem } from './menu.tsx';
import { useArchiving } from './use-archiving.ts';
import { useLongList } from './use-long-list.ts';
import { useSelection } from './use-selection.tsx';

/** Kinds whose id and label an item has. */
type KindOf<Item> = {
  [Name in TrashedName]: (typeof kinds)[Name]['id' | 'label'] extends keyof Item ? Name : never;
}[TrashedName];

/** One kind of thing that is listed, searched, added, edited, archived and brought back. */
export type Catalog<Item extends { isArchived: boolean }, Only extends object = object> = {
  /** Which kind it is: whose id, label, address and ability. */
  kind: KindOf<Item>;
  title: string;
  words: { add: string; empty: string; emptyText: string };
  query: (call: Call, filter: ListFilter<Only>) => UseQueryOptions<Item[], Error, Item[], string[]>;
  filters?: readonly FilterField<Item>[];
  /** What of the filters the gateway is asked for. */
  onlyOf?: (filters: ListFilters) => Only;
  archive: (call: Call, item: Item) => Promise<unknown>;
  restore: (call: Call, item: Item) => Promise<unknown>;
  detailOf?: (item: Item) => string | null;
  searchText: (item: Item) => string;
  columns: readonly Column<Item>[];
  /** What can be done with one that is in use, beyond changing and archiving it. */
  more?: (item: Item, open: (dialog: ReactNode) => void, close: () => void) => MenuItem[];
  /** Puts one in the place of another, where the order is people's own. */
  onMove?: (item: Item, place: Item) => void;
  /** The form of one, or of a new one where `item` is null. */
  dialog: (item: Item | null, onClose: () => void) => ReactNode;
};

/** The page of a catalog: its list with search, archive and row menus, and its form. */
export function CatalogPage<Item extends { isArchived: boolean }, Only extends object = object>({
  catalog,
}: {
  catalog: Catalog<Item, Only>;
}) {
  const { call } = useApp().session;
  const { path, id, label, write } = kinds[catalog.kind];
  const name = path.toLowerCase() as Lowercase<typeof path>;
  const idOf = textOf<Item>(id);
  const nameOf = textOf<Item>(label);
  const search = useListSearch(`/${name}`);
  const only = catalog.onlyOf?.(search.filters);
  const list = useLongList({
    list: (q) => catalog.query(call, { isArchived: search.isArchived, q, ...(only ? { only } : {}) }),
    query: search.query,
  });
  const canWrite = useCan(write);
  const [editing, setEditing] = useState<Item | 'new' | null>(search.isNew && canWrite ? 'new' : null);
  const { archive, restore } = useArchiving<Item>({
    name,
    nameOf,
    archive: (item) => catalog.archive(call, item),
    restore: (item) => catalog.restore(call, item),
  });
  const [dialog, setDialog] = useState<ReactNode>(null);
  const selection = useSelection<Item>({
    name,
    items: list.items,
    idOf,
    nameOf,
    isArchived: search.isArchived,
    change: (item) => (item.isArchived ? catalog.restore(call, item) : catalog.archive(call, item)),
  });
  const menu = (item: Item): MenuItem[] => {
    if (!canWrite) return [];
    if (item.isArchived) return [{ label: text.restore, icon: 'restore', onSelect: () => restore(item) }];
    return [
      { label: text.edit, icon: 'edit', onSelect: () => setEditing(item) },
      ...(catalog.more?.(item, setDialog, () => setDialog(null)) ?? []),
      { label: text.archive, icon: 'archive', onSelect: () => archive(item) },
    ];
  };
  const { add, empty, emptyText } = catalog.words;
  return (
    <>
      <ListPage
        title={catalog.title}
        items={list.items}
        error={list.error}
        onRetry={list.refetch}
        note={list.isCut ? text.cut : null}
        keyOf={idOf}
        nameOf={nameOf}
        {...(catalog.detailOf ? { detailOf: catalog.detailOf } : {})}
        searchText={catalog.searchText}
        columns={catalog.columns}
        menu={menu}
        query={search.query}
        onQuery={search.setQuery}
        sort={search.sort}
        onSort={search.setSort}
        {...(canWrite ? { selection } : {})}
        {...(canWrite && catalog.onMove ? { onMove: catalog.onMove } : {})}
        {...(catalog.filters
          ? {
              filters: {
                fields: catalog.filters,
                values: search.filters,
                onChange: search.setFilter,
                onClear: search.clear,
              },
            }
          : {})}
        archived={{ isShown: search.isArchived, onToggle: search.toggleArchived }}
        empty={{ title: empty, text: emptyText }}
        action={
          canWrite ? (
            <Button variant="primary" icon="plus" onClick={() => setEditing('new')}>
              {add}
            </Button>
          ) : undefined
        }
      />
      {dialog}
      {editing ? catalog.dialog(editing === 'new' ? null : editing, () => setEditing(null)) : null}
    </>
  );
}

function textOf<Item>(field: string): (item: Item) => string {
  return (item) => String((item as Record<string, unknown>)[field]);
}
