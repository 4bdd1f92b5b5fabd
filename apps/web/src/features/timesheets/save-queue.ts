import { isSameCell } from '@stint/domain/time/cell.ts';
import type { WeekKey, WeekSheet } from '../../entities/week.ts';
import { ApiError, ConnectionError, SessionEndedError } from '../../lib/api-error.ts';
import { type Choice, type Conflict, chosen, findConflicts } from './conflicts.ts';
import { beliefOf, type Draft, type EntryEdit, onTopOf, saveBody } from './edit.ts';
import type { Batch, EditStore, WeekBox } from './edit-store.ts';

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

export type SaveQueue = {
  put(week: WeekKey, edits: readonly Draft[]): void;
  edits(week: WeekKey): EntryEdit[];
  /** What is unsaved in all weeks, in other open pages as well. */
  kept(): EntryEdit[];
  state(week: WeekKey): WeekSaveState;
  snapshot(): QueueSnapshot;
  subscribe(listener: () => void): () => void;
  /** Sends everything now; resolves when nothing more can be done for the moment. */
  flush(): Promise<void>;
  /** @param id of the conflict */
  resolve(week: WeekKey, id: string, choice: Choice): void;
  discard(week: WeekKey): void;
  discardAll(): void;
  /** Saves what a page that is gone could not. */
  inherit(page: string): void;
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
  let known: QueueSnapshot = { unsavedCount: store.all().length, states };

  const changed = () => {
    known = { unsavedCount: store.all().length, states };
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
    // What this page waits with may be gone: thrown away by another one, or sent where a browser cannot tell pages apart.
    const waiting = [...states].filter(([, { status }]) => status === 'waiting' || status === 'offline');
    await Promise.all([...store.weeks(), ...waiting.map(([id]) => weekOf(id))].map(flushWeek));
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
      if (!batch && store.inherit(week)) continue;
      if (!batch) return setState(week, { status: 'saved' });
      store.write({ ...box, sending: batch });
      setState(week, { status: 'saving' });
      try {
        const sheet = await options.send(saveBody(week, batch.edits), batch.key);
        failures = 0;
        store.write(settle(store.read(week), batch, sheet, options.newKey));
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
    kept: () => store.all(),
    state: (week) => states.get(idOf(week)) ?? { status: 'saved' },
    snapshot: () => known,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush,
    resolve(week, id, choice) {
      const state = states.get(idOf(week));
      if (state?.status !== 'conflict') return;
      const conflict = state.conflicts.find((each) => each.id === id);
      if (conflict) {
        const box = store.read(week);
        store.write({ ...box, edits: chosen(box.edits, conflict, choice, options.newKey) });
      }
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
    inherit(page) {
      store.bury(page);
      // What somebody looks at stays as it is: the rest of its week follows when that is saved.
      for (const week of store.weeks())
        if (states.get(idOf(week))?.status !== 'conflict') void flushWeek(week);
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

function weekOf(id: string): WeekKey {
  const [teamMemberID = '', weekEndDate = ''] = id.split('.');
  return { teamMemberID, weekEndDate };
}

function putEdit(edits: Record<string, EntryEdit>, edit: Draft, sending: Batch | null): void {
  const { timesheetID } = edit;
  const isOnItsWay = sending?.edits.some((sent) => sent.timesheetID === timesheetID) ?? false;
  // Made and taken back before anybody else heard of it.
  if (edit.isDeleted && edit.version === null && !isOnItsWay) delete edits[timesheetID];
  else {
    // What a cell was when it was first touched counts, also where more is typed into it before it is saved.
    const first = Object.values(edits).find((other) => other.believed && isSameCell(other, edit));
    const believed = first?.believed ?? edit.believed;
    const before = edits[timesheetID];
    edits[timesheetID] = { ...onTopOf(before, edit), believed, revision: (before?.revision ?? 0) + 1 };
  }
}

function newBatch({ edits }: WeekBox, newKey: () => string): Batch | null {
  const waiting = Object.values(edits).filter((edit) => !(edit.isDeleted && edit.version === null));
  return waiting.length > 0 ? { key: newKey(), edits: waiting } : null;
}

/** Takes away what is confirmed; what was changed again meanwhile stays, on top of what the save made. */
function settle(box: WeekBox, batch: Batch, sheet: WeekSheet, newKey: () => string): WeekBox {
  const sent = new Map(batch.edits.map((edit) => [edit.timesheetID, edit]));
  const left = Object.values(box.edits).flatMap((edit) => {
    const before = sent.get(edit.timesheetID);
    if (before?.revision === edit.revision) return [];
    const isTouched = batch.edits.some((other) => isSameCell(other, edit));
    const believed = edit.believed && isTouched ? beliefOf(edit, sheet.entries) : edit.believed;
    const base = before ? savedAs(before, batch, sheet) : edit;
    if (!base) return edit.isDeleted ? [] : [{ ...edit, believed, timesheetID: newKey(), version: null }];
    return [{ ...edit, believed, timesheetID: base.timesheetID, version: base.version }];
  });
  return { ...box, edits: Object.fromEntries(left.map((edit) => [edit.timesheetID, edit])), sending: null };
}

/** Under which name and version an edit lies at the server now; null where it removed its entry. An equal one of somebody else counts as it. */
function savedAs(
  edit: EntryEdit,
  batch: Batch,
  { entries }: WeekSheet,
): { timesheetID: string; version: number } | null {
  const own = entries.find(({ timesheetID }) => timesheetID === edit.timesheetID);
  if (own || edit.isDeleted) return own ?? null;
  const isSent = (id: string) => batch.edits.some(({ timesheetID }) => timesheetID === id);
  const equal = entries.find(
    (entry) => isSameCell(entry, edit) && entry.minutes === edit.minutes && !isSent(entry.timesheetID),
  );
  return equal ?? null;
}

function isPassing({ status, code }: ApiError): boolean {
  return status >= 500 || status === 429 || code === 'in_progress';
}
