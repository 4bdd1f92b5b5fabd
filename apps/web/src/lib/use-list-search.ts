import { useNavigate, useSearch } from '@tanstack/react-router';

export type ListSearch = { q?: string; archived?: boolean; new?: string; invite?: string };

/** The filters of a list live in the address: back goes back, a link shows the same. */
export function useListSearch(path: '/projects' | '/clients' | '/activities' | '/team') {
  const search = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  const change = (next: ListSearch, replace: boolean) => void navigate({ to: path, search: next, replace });
  const { q = '', archived = false } = search;
  return {
    query: q,
    isArchived: archived,
    isNew: search.new !== undefined || search.invite !== undefined,
    setQuery: (query: string) =>
      change({ ...(query ? { q: query } : {}), ...(archived ? { archived } : {}) }, true),
    toggleArchived: () => change({ ...(q ? { q } : {}), ...(archived ? {} : { archived: true }) }, false),
  };
}
