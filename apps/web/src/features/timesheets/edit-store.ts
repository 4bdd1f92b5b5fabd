import type { WeekKey } from '../../entities/week.ts';
import type { EntryEdit } from './edit.ts';

/** What is on its way to the server: kept with its key, so that a reload sends the very same again. */
export type Batch = { key: string; edits: EntryEdit[] };

export type WeekBox = { week: WeekKey; edits: Record<string, EntryEdit>; sending: Batch | null };

/** Unsaved edits on this device, one item per week, apart for each person and workspace (security 14). */
export type EditStore = {
  read(week: WeekKey): WeekBox;
  write(box: WeekBox): void;
  /** Weeks with something unsaved. */
  weeks(): WeekKey[];
  clear(): void;
};

/** @param owner user and tenant, so that nobody sends what somebody else typed */
export function createEditStore(storage: Storage, owner: { userId: string; tenantId: string }): EditStore {
  const prefix = `stint.edits.${owner.userId}.${owner.tenantId}.`;
  const keyOf = ({ teamMemberID, weekEndDate }: WeekKey) => `${prefix}${teamMemberID}.${weekEndDate}`;
  const own = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
      key.startsWith(prefix),
    );
  return {
    read(week) {
      const text = storage.getItem(keyOf(week));
      return text ? (JSON.parse(text) as WeekBox) : { week, edits: {}, sending: null };
    },
    write(box) {
      const isEmpty = Object.keys(box.edits).length === 0 && !box.sending;
      if (isEmpty) storage.removeItem(keyOf(box.week));
      else storage.setItem(keyOf(box.week), JSON.stringify(box));
    },
    weeks() {
      return own().map((key) => {
        const [teamMemberID = '', weekEndDate = ''] = key.slice(prefix.length).split('.');
        return { teamMemberID, weekEndDate };
      });
    },
    clear() {
      for (const key of own()) storage.removeItem(key);
    },
  };
}

/** Unsaved edits of anybody on this host, to be named when a session ends. */
export function countKeptEdits(storage: Storage): number {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys
    .filter((key) => key.startsWith('stint.edits.'))
    .map((key) => JSON.parse(storage.getItem(key) ?? '{}') as Partial<WeekBox>)
    .reduce((sum, { edits = {} }) => sum + Object.keys(edits).length, 0);
}
