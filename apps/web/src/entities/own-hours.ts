import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';
import { SAMPLE_MARK } from './sample-data.ts';

type Entry = Answer<'GET /TimeSheet/Entries'>[number];

const PAGE_SIZE = 200;

/** Every entry of one person, oldest first, page by page. @param tell how many there are so far */
export async function readAllEntries(
  call: Call,
  teamMemberID: string,
  tell: (count: number) => void,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let page = 1; ; page += 1) {
    const query = { teamMemberID, page, size: PAGE_SIZE, sort: 'workDate' };
    const found = await call('GET /TimeSheet/Entries', { query });
    entries.push(...found);
    tell(entries.length);
    if (found.length < PAGE_SIZE) return entries;
  }
}

/** More than the sample brings. */
const A_FEW = 50;

/** How many of somebody's latest entries are their own, and not the sample's. */
export function ownHoursQuery(call: Call, teamMemberID: string) {
  return queryOptions({
    queryKey: ['ownHours', teamMemberID],
    queryFn: async ({ signal }) => {
      const query = { teamMemberID, size: A_FEW, sort: '-updatedAt' };
      const entries = await call('GET /TimeSheet/Entries', { query }, { signal });
      return entries.filter(({ externalRef }) => externalRef !== SAMPLE_MARK).length;
    },
  });
}
