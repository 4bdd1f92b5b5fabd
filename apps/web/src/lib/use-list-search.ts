import { useNavigate, useSearch } from '@tanstack/react-router';

export type ListSearch = { q?: string; archived?: boolean; new?: string; invite?: string; sort?: string };

/** By which column a list is sorted. */
export type ListSort = { id: string; isDown: boolean };

/** The filters of a list live in the address: back goes back, a link shows the same. */
export function useListSearch(path: '/projects' | '/clients' | '/activities' | '/team') {
  const search = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  const change = (next: ListSearch, replace: boolean) => void navigate({ to: path, search: next, replace });
  const { q = '', archived = false, sort } = search;
  /** What stays when something else changes. */
  const kept = { ...(q ? { q } : {}), ...(archived ? { archived } : {}), ...(sort ? { sort } : {}) };
  return {
    query: q,
    isArchived: archived,
    isNew: search.new !== undefined || search.invite !== undefined,
    sort: sort ? { id: sort.replace(/^-/, ''), isDown: sort.startsWith('-') } : null,
    setQuery: (query: string) => {
      const { q: _former, ...rest } = kept;
      change({ ...rest, ...(query ? { q: query } : {}) }, true);
    },
    toggleArchived: () => {
      const { archived: _former, ...rest } = kept;
      change({ ...rest, ...(archived ? {} : { archived: true }) }, false);
    },
    setSort: ({ id, isDown }: ListSort) => change({ ...kept, sort: `${isDown ? '-' : ''}${id}` }, true),
  };
}
