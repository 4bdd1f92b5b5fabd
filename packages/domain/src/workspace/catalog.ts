import type { Ability } from './permissions.ts';

/** One kind of thing that a workspace lists, adds, changes and archives. */
type CatalogRow = {
  /** First part of its calls' paths. */
  path: string;
  /** Wire names of its id, and of what people know it by. */
  id: string;
  label: string;
  /** Who may change it. */
  write: Ability;
  /** Unused ones can be moved to the trash and brought back from it. */
  isTrashed: boolean;
  /** Webhooks can hear of its changes, as `{kind}.changed`. */
  isTold: boolean;
};

/**
 * Every kind of thing in a workspace's catalogue, by the name of its table, which the audit uses as well; their fields
 * stand with their calls in `api/gateway`. Without shapes, so that a page can use it for the price of these lines.
 */
export const catalog = {
  client: {
    path: 'Clients',
    id: 'clientID',
    label: 'clientName',
    write: 'client.write',
    isTrashed: true,
    isTold: true,
  },
  project: {
    path: 'Projects',
    id: 'projectID',
    label: 'projectName',
    write: 'project.write',
    isTrashed: true,
    isTold: true,
  },
  activity: {
    path: 'Activities',
    id: 'activityID',
    label: 'activityName',
    write: 'activity.write',
    isTrashed: true,
    isTold: true,
  },
  tag: {
    path: 'Tags',
    id: 'tagID',
    label: 'tagName',
    write: 'activity.write',
    isTrashed: false,
    isTold: false,
  },
} as const satisfies Record<string, CatalogRow>;

/** The name of one kind. */
export type CatalogName = keyof typeof catalog;

/** Kinds for which a flag of their row is set. */
type Flagged<Flag extends 'isTrashed' | 'isTold'> = {
  [Name in CatalogName]: (typeof catalog)[Name][Flag] extends true ? Name : never;
}[CatalogName];

export type TrashedName = Flagged<'isTrashed'>;
export type ToldName = Flagged<'isTold'>;

function flagged(flag: 'isTrashed' | 'isTold'): CatalogName[] {
  return (Object.keys(catalog) as CatalogName[]).filter((name) => catalog[name][flag]);
}

/** Kinds that go to the trash. */
export const trashedNames = flagged('isTrashed') as TrashedName[];

/** Kinds of whose changes webhooks hear. */
export const toldNames = flagged('isTold') as ToldName[];
