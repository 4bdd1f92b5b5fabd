import { useNavigate, useSearch } from '@tanstack/react-router';

/** What lists can be narrowed to, by the names that stand in the address. */
export const LIST_FILTERS = [
  'client',
  'manager',
  'type',
  'billable',
  'role',
  'status',
  'mine',
  'over',
  'idle',
] as const;
export type ListFilterName = (typeof LIST_FILTERS)[number];
export type ListFilters = Partial<Record<ListFilterName, string>>;

export type ListSearch = {
  q?: string;
  archived?: boolean;
  new?: string;
  invite?: string;
  sort?: string;
} & ListFilters;

/** By which column a list is sorted. */
export type ListSort = { id: string; isDown: boolean };

/** The filters of a list live in the address: back goes back, a link shows the same. */
export function useListSearch(path: '/projects' | '/clients' | '/activities' | '/team') {
  const search = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  const { new: isNew, invite, ...kept } = search;
  /** Changes some of it; the rest stays, but for the form, which is opened once. */
  const change = (next: { [Name in keyof ListSearch]: ListSearch[Name] | undefined }, replace: boolean) => {
    const all = Object.entries({ ...kept, ...next }).filter(([, value]) => value !== undefined);
    void navigate({ to: path, search: Object.fromEntries(all) as ListSearch, replace });
  };
  const { q = '', archived = false, sort } = search;
  const filters: ListFilters = Object.fromEntries(
    LIST_FILTERS.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  );
  return {
    query: q,
    filters,
    isArchived: archived,
    isNew: isNew !== undefined || invite !== undefined,
    sort: sort ? { id: sort.replace(/^-/, ''), isDown: sort.startsWith('-') } : null,
    setQuery: (query: string) => change({ q: query || undefined }, true),
    setFilter: (name: ListFilterName, value: string | null) => change({ [name]: value ?? undefined }, false),
    clear: () =>
      change({ q: undefined, ...Object.fromEntries(LIST_FILTERS.map((name) => [name, undefined])) }, false),
    toggleArchived: () => change({ archived: archived ? undefined : true }, false),
    setSort: ({ id, isDown }: ListSort) => change({ sort: `${isDown ? '-' : ''}${id}` }, true),
  };
}
