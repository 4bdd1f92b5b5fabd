import { useQuery } from '@tanstack/react-query';
import { tagsQuery } from '../../../entities/tag.ts';
import { useApp } from '../../../lib/app-context.ts';
import { useSeen } from '../../../lib/use-idle.ts';

/** What tags are called, by their ids; asked for when the entries are there. */
export function useTagNames(): ReadonlyMap<string, string> {
  const isTime = useSeen();
  const { data = [] } = useQuery({ ...tagsQuery(useApp().session.call), enabled: isTime });
  return new Map(data.map(({ tagID, tagName }) => [tagID, tagName]));
}
