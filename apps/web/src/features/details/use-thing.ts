import { useParams, useSearch } from '@tanstack/react-router';

/** Of which thing the page is, and which part of it is wished for. */
export function useThing(): { id: string; tab: string | undefined } {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  return { id, tab };
}
