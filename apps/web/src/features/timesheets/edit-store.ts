import type { WeekKey } from '../../entities/week.ts';
import type { EntryEdit } from './edit.ts';

/** What is on its way to the server: kept with its key, so that a reload sends the very same again. */
export type Batch = { key: string; edits: EntryEdit[] };

const PREFIX = 'stint.edits.';

export type WeekBox = { week: WeekKey; edits: Record<string, EntryEdit>; sending: Batch | null };

/**
 * Unsaved edits on this device, one item per week and page, apart for each person and workspace (security 14). A page writes
 * its own items alone, so that two that are open at once never write over each other; those of a page that is gone are inherited.
 */
export type EditStore = {
  read(week: WeekKey): WeekBox;
  write(box: WeekBox): void;
  /** Weeks in which this page, or one that is gone, has something unsaved; one for each item. */
  weeks(): WeekKey[];
  /** Pages that have something unsaved, besides this one and those that are gone; one for each item. */
  otherPages(): string[];
  /** Whatever that page left is this page's from now on, week by week as its own of the week is saved. */
  bury(page: string): void;
  /** Takes what a page that is gone left of the week, where this page has nothing itself. @returns whether there was any */
  inherit(week: WeekKey): boolean;
  /** What the server does not have yet, of all pages. */
  all(): EntryEdit[];
  /** Throws away the items of all pages. */
  clear(): void;
};

/**
 * @param owner user and tenant, so that nobody sends what somebody else typed
 * @param page of which the items are
 */
export function createEditStore(
  storage: Storage,
  owner: { userId: string; tenantId: string },
  page: string,
): EditStore {
  const prefix = `${PREFIX}${owner.userId}.${owner.tenantId}.`;
  const keyOf = ({ teamMemberID, weekEndDate }: WeekKey) =>
    `${prefix}${teamMemberID}.${weekEndDate}${page && `.${page}`}`;
  const gone = new Set<string>();
  const items = () => keysOf(storage, prefix).map((key) => ({ key, ...partsOf(key.slice(prefix.length)) }));
  return {
    read(week) {
      const text = storage.getItem(keyOf(week));
      return text ? (JSON.parse(text) as WeekBox) : { week, edits: {}, sending: null };
    },
    write(box) {
      const key = keyOf(box.week);
      const isEmpty = Object.keys(box.edits).length === 0 && !box.sending;
      if (isEmpty) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(box));
    },
    weeks: () =>
      items()
        .filter((item) => item.page === page || gone.has(item.page))
        .map(({ week }) => week),
    otherPages: () =>
      items()
        .map((item) => item.page)
        .filter((of) => of !== page && !gone.has(of)),
    bury(other) {
      gone.add(other);
    },
    inherit(week) {
      const own = keyOf(week);
      const left = items().find((item) => gone.has(item.page) && keyOf(item.week) === own);
      const text = left && storage.getItem(left.key);
      if (!text || storage.getItem(own) !== null) return false;
      storage.setItem(own, text);
      storage.removeItem(left.key);
      return true;
    },
    all: () => editsIn(storage, prefix),
    clear() {
      for (const key of keysOf(storage, prefix)) storage.removeItem(key);
    },
  };
}

/** Unsaved edits of anybody on this host, to be named when a session ends. */
export function countKeptEdits(storage: Storage): number {
  return editsIn(storage, PREFIX).length;
}

function editsIn(storage: Storage, prefix: string): EntryEdit[] {
  return keysOf(storage, prefix)
    .map((key) => JSON.parse(storage.getItem(key) ?? '{}') as Partial<WeekBox>)
    .flatMap(({ edits = {} }) => Object.values(edits));
}

function keysOf(storage: Storage, prefix: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );
}

/** No page is named where a browser cannot tell them apart, and by the release before, of whose pages nobody hears any more. */
function partsOf(name: string): { week: WeekKey; page: string } {
  const [teamMemberID = '', weekEndDate = '', page = ''] = name.split('.');
  return { week: { teamMemberID, weekEndDate }, page };
}
