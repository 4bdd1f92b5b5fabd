import { useQuery } from '@tanstack/react-query';
import { tagsQuery } from '../../../entities/tag.ts';
import { useApp } from '../../../lib/app-context.ts';

/** What tags are called, by their ids. */
export function useTagNames(): ReadonlyMap<string, string> {
  const { data = [] } = useQuery(tagsQuery(useApp().session.call));
  return new Map(data.map(({ tagID, tagName }) => [tagID, tagName]));
}
