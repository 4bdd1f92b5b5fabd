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
