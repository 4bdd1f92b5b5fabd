import type { Sent } from '@stint/domain/api/gateway/entity.ts';
import type { entry } from '@stint/domain/api/gateway/timesheets.ts';
import type { WeekStatus } from '@stint/domain/time/approval.ts';
import type { Belief, CellContent, CellPlace } from '@stint/domain/time/cell.ts';
import type { DecimalReading } from '@stint/domain/time/hours.ts';
import type { AskingActor } from '../context.ts';
import type { AskedOwner } from './see.ts';

/** An entry as a caller sends it; absent fields of a change stay as they are. The timer says its own source. */
export type EntryInput = Omit<Sent<typeof entry>, 'source'> & {
  timesheetID?: string | undefined;
  version?: number | undefined;
  source?: string | undefined;
};

export type Removal = { timesheetID: string; version?: number | undefined };

/** Changes to one person's weeks, saved all or none. */
export type WeekChanges = {
  teamMemberID: string;
  /** That person as they were when what is changed was read; as they are when the change begins, where absent. */
  asked?: AskedOwner | undefined;
  /** Sundays of the weeks that may be touched; each entry has to lie in one of them. */
  weekEndDates: readonly string[];
  upserts: readonly EntryInput[];
  removals: readonly Removal[];
  /** What the caller saw in the cells of a grid that are changed. */
  cells?: readonly (CellPlace & { believed: readonly Belief[] })[] | undefined;
  /** Why, for days behind the lock date. */
  reason?: string | undefined;
  source: string;
  /** Path of the field that a refusal names: `upserts.3` in a list, nothing for a single entry. */
  isList: boolean;
};

/** An entry as it is stored now. */
export type StoredEntry = {
  id: string;
  teamMemberID: string;
  weekEndDate: string;
  workOn: string;
  projectId: string;
  activityId: string | null;
  minutes: number;
  isBillable: boolean;
  comment: string;
  startedAt: string | null;
  endedAt: string | null;
  sortOrder: number;
  source: string;
  externalRef: string | null;
  deletedAt: string | null;
  version: number;
  tags: string[];
};

/** An entry as it will be stored. */
export type EntryRow = Omit<StoredEntry, 'deletedAt' | 'version'> & { isNew: boolean; tagsGiven: boolean };

export type ProjectReference = {
  id: string;
  isUsable: boolean;
  isBillable: boolean;
  isPublic: boolean;
  managerID: string | null;
  /** The caller is a member of it. */
  isMine: boolean;
  /** Activities that the project lists; empty: every global one. */
  activityIDs: string[];
};
export type ActivityReference = {
  id: string;
  isUsable: boolean;
  isGlobal: boolean;
  billableDefault: boolean;
};

/** What entries are checked against, read in the same transaction after the weeks were locked. */
export type References = {
  lockOn: string | null;
  decimalReading: DecimalReading;
  approverID: string | null;
  /** Of the person whose time it is: they have left, or went into somebody else. */
  isArchived: boolean;
  /** Of the person whose time it is: the clock that moves with an entry to another day. */
  timeZone: string;
  projects: Map<string, ProjectReference>;
  activities: Map<string, ActivityReference>;
  tags: Set<string>;
  entries: Map<string, StoredEntry>;
  weeks: Map<string, { status: WeekStatus; isCounted: boolean }>;
  /** What lies on the days of the cells that the caller looked at. */
  present: PresentEntry[];
};

/** A living entry as cells are compared. */
type PresentEntry = Belief & CellPlace & CellContent;

/** Ids whose stored version is not the one that the caller had. */
export type Conflicts = Set<string>;

export type CheckContext = { actor: AskingActor; changes: WeekChanges; references: References };
