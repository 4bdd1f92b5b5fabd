import type { ListQuery } from '../shared/list.ts';

/** What a list of entries can be asked for. */
export type EntryQuery = ListQuery & {
  from?: string | undefined;
  to?: string | undefined;
  teamMemberID?: string | undefined;
  projectID?: string | undefined;
  clientID?: string | undefined;
  activityID?: string | undefined;
  isBillable?: boolean | undefined;
  q?: string | undefined;
  updatedSince?: string | undefined;
  deletedSince?: string | undefined;
};

/** What knows of entries without a look at each: the sums of days, or the texts of packed weeks. */
type Knower = 'days' | 'texts';

/**
 * Of everything that a question can name: what knows the number of its entries all the same, and whether it leaves only a few to look
 * at.
 */
const named: Record<keyof EntryQuery, readonly (Knower | 'few')[]> = {
  page: ['days', 'texts'],
  size: ['days', 'texts'],
  sort: ['days', 'texts'],
  total: ['days', 'texts'],
  cursor: ['days'],
  from: ['days', 'texts'],
  to: ['days', 'texts'],
  isBillable: ['days', 'texts'],
  activityID: ['texts'],
  q: ['texts'],
  teamMemberID: ['few'],
  projectID: ['few'],
  clientID: ['texts'],
  updatedSince: ['few'],
  deletedSince: ['few'],
};

const namesOf = (query: EntryQuery) =>
  (Object.keys(named) as (keyof EntryQuery)[]).filter((name) => query[name] !== undefined);

/** Nothing is asked that this does not know of. */
export const isKnownTo = (knower: Knower, query: EntryQuery): boolean =>
  namesOf(query).every((name) => named[name].includes(knower));

export const leavesFew = (query: EntryQuery): boolean =>
  namesOf(query).some((name) => named[name].includes('few'));
