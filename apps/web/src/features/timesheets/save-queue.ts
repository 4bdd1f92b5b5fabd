import type { Entry, WeekKey, WeekSheet } from '../../entities/week.ts';
import { ApiError, ConnectionError, SessionEndedError } from '../../lib/api-error.ts';
import { type EntryEdit, saveBody } from './edit.ts';
import type { Batch, EditStore, WeekBox } from './edit-store.ts';

/** An edit whose entry somebody changed or removed meanwhile. */
export type Conflict = { mine: EntryEdit; theirs: Entry | null };

export type WeekSaveState =
  | { status: 'saved' }
  | { status: 'waiting' | 'saving' | 'offline' }
  | { status: 'refused'; message: string }
  | { status: 'conflict'; conflicts: Conflict[] };

export type QueueSnapshot = {
  /** Entries that the server does not have yet, in all weeks. */
  unsavedCount: number;
  states: ReadonlyMap<string, WeekSaveState>;
};

export type SaveQueueOptions = {
  store: EditStore;
  send: (body: ReturnType<typeof saveBody>, idempotencyKey: string) => Promise<WeekSheet>;
  load: (week: WeekKey) => Promise<WeekSheet>;
  onSaved: (week: WeekKey, sheet: WeekSheet) => void;
  newKey: () => string;
  /** Runs later; gives a function that stops it. */
  later: (milliseconds: number, work: () => void) => () => void;
};

export type Choice = 'mine' | 'theirs' | 'both';

export type SaveQueue = {
  put(week: WeekKey, edits: readonly Omit<EntryEdit, 'revision'>[]): void;
  edits(week: WeekKey): EntryEdit[];
  state(week: WeekKey): WeekSaveState;
  snapshot(): QueueSnapshot;
  subscribe(listener: () => void): () => void;
  /** Sends everything now; resolves when nothing more can be done for the moment. */
  flush(): Promise<void>;
  resolve(week: WeekKey, timesheetID: string, choice: Choice): void;
  discard(week: WeekKey): void;
  discardAll(): void;
  close(): void;
};

/** Cells saved within one second go out as one call: typing along a row is one. */
const COLLECT_MILLISECONDS = 1_000;
const RETRY_MILLISECONDS = [2_000, 5_000, 10_000, 30_000];

/**
 * Takes every edit to durable storage first and to the server second, in order, once. Nothing leaves the storage before
 * the server has confirmed it: not by a reload, a lost connection, a dead session or a conflict (security 14).
 */
export function createSaveQueue(options: SaveQueueOptions): SaveQueue {
  const { store } = options;
  const listeners = new Set<() => void>();
  const running = new Map<string, Promise<void>>();
  let states = new Map<string, WeekSaveState>();
  let stopTimer = () => {};
  let failures = 0;
  let known: QueueSnapshot = { unsavedCount: countAll(store), states };

  const changed = () => {
    known = { unsavedCount: countAll(store), states };
    for (const listener of listeners) listener();
  };
  const setState = (week: WeekKey, state: WeekSaveState) => {
    states = new Map(states).set(idOf(week), state);
    changed();
  };
  const plan = (milliseconds: number) => {
    stopTimer();
    stopTimer = options.later(milliseconds, () => void flush());
  };

  async function flush(): Promise<void> {
    stopTimer();
    await Promise.all(store.weeks().map(flushWeek));
  }

  function flushWeek(week: WeekKey): Promise<void> {
    const id = idOf(week);
    const work = running.get(id) ?? sendAll(week).finally(() => running.delete(id));
    running.set(id, work);
    return work;
  }

  async function sendAll(week: WeekKey): Promise<void> {
    for (;;) {
      const box = store.read(week);
      const batch = box.sending ?? newBatch(box, options.newKey);
      if (!batch) return setState(week, { status: 'saved' });
      store.write({ ...box, sending: batch });
      setState(week, { status: 'saving' });
      try {
        const sheet = await options.send(saveBody(week, batch.edits), batch.key);
        failures = 0;
        store.write(settle(store.read(week), batch, sheet));
        options.onSaved(week, sheet);
      } catch (error) {
        return fail(week, error);
      }
    }
  }

  async function fail(week: WeekKey, error: unknown): Promise<void> {
    if (error instanceof SessionEndedError) return setState(week, { status: 'waiting' });
    if (error instanceof ConnectionError || !(error instanceof ApiError) || isPassing(error)) {
      plan(RETRY_MILLISECONDS[Math.min(failures, RETRY_MILLISECONDS.length - 1)] ?? 0);
      failures += 1;
      return setState(week, { status: 'offline' });
    }
    // What was refused is not sent again as it is: the next try is a new request.
    store.write({ ...store.read(week), sending: null });
    if (error.code !== 'version_conflict')
      return setState(week, { status: 'refused', message: error.message });
    const sheet = await options.load(week).catch(() => null);
    if (!sheet) return setState(week, { status: 'offline' });
    options.onSaved(week, sheet);
    const conflicts = findConflicts(Object.values(store.read(week).edits), sheet);
    if (conflicts.length === 0) return setState(week, { status: 'refused', message: error.message });
    return setState(week, { status: 'conflict', conflicts });
  }

  return {
    put(week, edits) {
      const box = store.read(week);
      const next = { ...box.edits };
      for (const edit of edits) putEdit(next, edit, box.sending);
      store.write({ ...box, edits: next });
      // What was taken back before it was sent leaves nothing to wait for.
      const isEmpty = Object.keys(next).length === 0 && !box.sending;
      if (states.get(idOf(week))?.status === 'conflict') changed();
      else setState(week, { status: isEmpty ? 'saved' : 'waiting' });
      plan(COLLECT_MILLISECONDS);
    },
    edits: (week) => Object.values(store.read(week).edits),
    state: (week) => states.get(idOf(week)) ?? { status: 'saved' },
    snapshot: () => known,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush,
    resolve(week, timesheetID, choice) {
      const state = states.get(idOf(week));
      if (state?.status !== 'conflict') return;
      const conflict = state.conflicts.find(({ mine }) => mine.timesheetID === timesheetID);
      if (conflict) store.write(applyChoice(store.read(week), conflict, choice, options.newKey));
      const conflicts = state.conflicts.filter((other) => other !== conflict);
      if (conflicts.length > 0) return setState(week, { status: 'conflict', conflicts });
      setState(week, { status: 'waiting' });
      void flushWeek(week);
    },
    discard(week) {
      store.write({ week, edits: {}, sending: null });
      setState(week, { status: 'saved' });
    },
    discardAll() {
      store.clear();
      states = new Map();
      changed();
    },
    close() {
      stopTimer();
      listeners.clear();
    },
  };
}

function idOf({ teamMemberID, weekEndDate }: WeekKey): string {
  return `${teamMemberID}.${weekEndDate}`;
}

function countAll(store: EditStore): number {
  return store.weeks().reduce((sum, week) => sum + Object.keys(store.read(week).edits).length, 0);
}

function putEdit(
  edits: Record<string, EntryEdit>,
  edit: Omit<EntryEdit, 'revision'>,
  sending: Batch | null,
): void {
  const { timesheetID } = edit;
  const isOnItsWay = sending?.edits.some((sent) => sent.timesheetID === timesheetID) ?? false;
  // Made and taken back before anybody else heard of it.
  if (edit.isDeleted && edit.version === null && !isOnItsWay) delete edits[timesheetID];
  else edits[timesheetID] = { ...edit, revision: (edits[timesheetID]?.revision ?? 0) + 1 };
}

function newBatch({ edits }: WeekBox, newKey: () => string): Batch | null {
  const waiting = Object.values(edits).filter((edit) => !(edit.isDeleted && edit.version === null));
  return waiting.length > 0 ? { key: newKey(), edits: waiting } : null;
}

/** Takes away what is confirmed; what was changed again meanwhile stays, on top of the version just made. */
function settle(box: WeekBox, batch: Batch, sheet: WeekSheet): WeekBox {
  const versions = new Map(sheet.entries.map((entry) => [entry.timesheetID, entry.version]));
  const sent = new Map(batch.edits.map((edit) => [edit.timesheetID, edit.revision]));
  const left = Object.values(box.edits).flatMap((edit) => {
    const revision = sent.get(edit.timesheetID);
    if (revision === edit.revision) return [];
    const version = revision === undefined ? edit.version : (versions.get(edit.timesheetID) ?? null);
    return edit.isDeleted && version === null ? [] : [{ ...edit, version }];
  });
  return { ...box, edits: Object.fromEntries(left.map((edit) => [edit.timesheetID, edit])), sending: null };
}

function findConflicts(edits: readonly EntryEdit[], sheet: WeekSheet): Conflict[] {
  const entries = new Map(sheet.entries.map((entry) => [entry.timesheetID, entry]));
  return edits.flatMap((mine) => {
    const theirs = entries.get(mine.timesheetID) ?? null;
    return mine.version !== null && theirs?.version !== mine.version ? [{ mine, theirs }] : [];
  });
}

function applyChoice(
  box: WeekBox,
  { mine, theirs }: Conflict,
  choice: Choice,
  newKey: () => string,
): WeekBox {
  const { [mine.timesheetID]: current = mine, ...rest } = box.edits;
  if (choice === 'theirs') return { ...box, edits: rest };
  // Beside theirs, or in place of what they removed: an entry of its own.
  const isNew = choice === 'both' || theirs === null;
  if (isNew && current.isDeleted) return { ...box, edits: rest };
  const edit = isNew
    ? { ...current, timesheetID: newKey(), version: null }
    : { ...current, version: theirs?.version ?? null };
  return { ...box, edits: { ...rest, [edit.timesheetID]: edit } };
}

function isPassing({ status, code }: ApiError): boolean {
  return status >= 500 || status === 429 || code === 'in_progress';
}
