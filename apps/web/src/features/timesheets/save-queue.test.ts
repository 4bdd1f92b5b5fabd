import { describe, expect, test } from 'vitest';
import type { Entry, WeekSheet } from '../../entities/week.ts';
import { ApiError, ConnectionError, SessionEndedError } from '../../lib/api-error.ts';
import type { EntryEdit } from './edit.ts';
import { createEditStore } from './edit-store.ts';
import { createSaveQueue, type SaveQueueOptions } from './save-queue.ts';

const week = { teamMemberID: 'member-1', weekEndDate: '2026-11-29' };
const owner = { userId: 'user-1', tenantId: 'acme0001' };

function edit(change: Partial<EntryEdit> = {}): Omit<EntryEdit, 'revision'> {
  return {
    timesheetID: 'entry-1',
    version: null,
    projectID: 'project-1',
    activityID: null,
    projectName: 'Website',
    clientName: null,
    activityName: null,
    workDate: '2026-11-23',
    minutes: 60,
    comment: '',
    isDeleted: false,
    ...change,
  };
}

function sheet(...entries: Partial<Entry>[]): WeekSheet {
  return {
    entries: entries.map((entry) => ({ timesheetID: 'entry-1', version: 1, ...entry })),
  } as unknown as WeekSheet;
}

type Sent = { body: Parameters<SaveQueueOptions['send']>[0]; key: string };

function setUp(
  storage: Storage,
  answer: (sent: Sent) => Promise<WeekSheet>,
  { server = sheet(), page = 'page-1' } = {},
) {
  const sent: Sent[] = [];
  const saved: WeekSheet[] = [];
  let keys = 0;
  const queue = createSaveQueue({
    store: createEditStore(storage, owner, page),
    send: (body, key) => {
      sent.push({ body, key });
      return answer({ body, key });
    },
    load: async () => server,
    onSaved: (_, next) => saved.push(next),
    newKey() {
      keys += 1;
      return `key-${keys}`;
    },
    later: () => () => {},
  });
  return { queue, sent, saved };
}

describe('a save', () => {
  test('collects the edits of a week into one call and empties the device only after it', async () => {
    const storage = memoryStorage();
    const { queue, sent } = setUp(storage, async () => {
      expect(storage.length).toBe(1);
      return sheet();
    });
    queue.put(week, [edit(), edit({ timesheetID: 'entry-2', minutes: 90 })]);
    expect(queue.snapshot().unsavedCount).toBe(2);
    await queue.flush();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body.upserts.map((one) => one.minutes)).toEqual([60, 90]);
    expect(storage.length).toBe(0);
    expect(queue.state(week)).toEqual({ status: 'saved' });
  });

  test('an edit made while a save is under way follows with the version that save made', async () => {
    const { queue, sent } = setUp(memoryStorage(), async () => {
      if (sent.length === 1) queue.put(week, [edit({ minutes: 120 })]);
      return sheet({ version: 7 });
    });
    queue.put(week, [edit()]);
    await queue.flush();
    expect(sent.map(({ body }) => body.upserts[0])).toMatchObject([
      { minutes: 60 },
      { minutes: 120, version: 7 },
    ]);
  });

  test('an entry that was made and removed before any save is never sent', async () => {
    const { queue, sent } = setUp(memoryStorage(), async () => sheet());
    queue.put(week, [edit()]);
    queue.put(week, [edit({ isDeleted: true })]);
    expect(queue.state(week)).toEqual({ status: 'saved' });
    await queue.flush();
    expect(sent).toHaveLength(0);
    expect(queue.snapshot().unsavedCount).toBe(0);
  });

  test('removing a saved entry sends its version', async () => {
    const { queue, sent } = setUp(memoryStorage(), async () => sheet());
    queue.put(week, [edit({ version: 3, isDeleted: true })]);
    await queue.flush();
    expect(sent[0]?.body).toMatchObject({ upserts: [], deletes: [{ timesheetID: 'entry-1', version: 3 }] });
  });
});

describe('nothing typed is lost (security 14)', () => {
  test('a reload in the middle of a save sends the same body with the same key', async () => {
    const storage = memoryStorage();
    const first = setUp(storage, () => Promise.reject(new ConnectionError(new Error('closed'))));
    first.queue.put(week, [edit()]);
    await first.queue.flush();
    expect(first.queue.state(week)).toEqual({ status: 'offline' });
    const second = setUp(storage, async () => sheet(), { page: 'page-2' });
    expect(second.queue.snapshot().unsavedCount).toBe(1);
    second.queue.inherit('page-1');
    await second.queue.flush();
    expect(second.sent).toEqual(first.sent);
    expect(storage.length).toBe(0);
  });

  test('a dead session keeps every edit for after the next sign-in', async () => {
    const storage = memoryStorage();
    const { queue } = setUp(storage, () => Promise.reject(new SessionEndedError()));
    queue.put(week, [edit()]);
    await queue.flush();
    expect(createEditStore(storage, owner, 'page-1').read(week).edits['entry-1']?.minutes).toBe(60);
  });

  test('another person or workspace on the same device neither sees nor sends them', async () => {
    const storage = memoryStorage();
    setUp(storage, async () => sheet()).queue.put(week, [edit()]);
    expect(createEditStore(storage, { ...owner, userId: 'user-2' }, 'page-1').all()).toEqual([]);
    expect(createEditStore(storage, { ...owner, tenantId: 'other001' }, 'page-1').all()).toEqual([]);
  });

  test('a refusal keeps the edits and says why', async () => {
    const refusal = new ApiError(422, { message: 'Locked.', error: { type: 'week_locked' } });
    const { queue } = setUp(memoryStorage(), () => Promise.reject(refusal));
    queue.put(week, [edit()]);
    await queue.flush();
    expect(queue.state(week)).toEqual({ status: 'refused', message: 'Locked.' });
    expect(queue.edits(week)).toHaveLength(1);
  });
});

describe('two open pages', () => {
  test('each saves what was typed in it, also while the other one saves', async () => {
    const storage = memoryStorage();
    const other = setUp(storage, async () => sheet({ timesheetID: 'entry-2' }), { page: 'page-2' });
    const first = setUp(storage, async () => {
      other.queue.put(week, [edit({ timesheetID: 'entry-2', workDate: '2026-11-24' })]);
      return sheet();
    });
    first.queue.put(week, [edit()]);
    await first.queue.flush();
    expect(first.queue.state(week)).toEqual({ status: 'saved' });
    expect(other.queue.edits(week)).toHaveLength(1);
    await other.queue.flush();
    expect(other.queue.state(week)).toEqual({ status: 'saved' });
    const saved = [first, other].map(({ sent }) => sent.flatMap(({ body }) => body.upserts));
    expect(saved.map((upserts) => upserts.map(({ timesheetID }) => timesheetID))).toEqual([
      ['entry-1'],
      ['entry-2'],
    ]);
    expect(storage.length).toBe(0);
  });

  test('what one that is gone left follows what is unsaved in the other, with its own key', async () => {
    const storage = memoryStorage();
    const gone = setUp(storage, () => Promise.reject(new ConnectionError(new Error('closed'))), {
      page: 'page-2',
    });
    gone.queue.put(week, [edit({ timesheetID: 'entry-2', workDate: '2026-11-24' })]);
    await gone.queue.flush();
    const { queue, sent } = setUp(storage, async () => sheet());
    queue.put(week, [edit()]);
    expect(queue.snapshot().unsavedCount).toBe(2);
    expect(queue.kept()).toHaveLength(2);
    queue.inherit('page-2');
    await queue.flush();
    expect(sent.map(({ body }) => body.upserts.map(({ timesheetID }) => timesheetID))).toEqual([
      ['entry-1'],
      ['entry-2'],
    ]);
    expect(sent[1]?.key).toBe(gone.sent[0]?.key);
    expect(queue.state(week)).toEqual({ status: 'saved' });
    expect(storage.length).toBe(0);
  });

  test('what the release before kept, which named no page, is taken over like that', async () => {
    const storage = memoryStorage();
    const was = setUp(storage, async () => sheet(), { page: '' });
    was.queue.put(week, [edit()]);
    expect(storage.key(0)).toMatch(/\.2026-11-29$/);
    const store = createEditStore(storage, owner, 'page-1');
    expect(store.otherPages()).toEqual(['']);
    expect(store.weeks()).toEqual([]);
    store.bury('');
    expect(store.inherit(week)).toBe(true);
    expect(store.read(week).edits['entry-1']?.minutes).toBe(60);
    expect(store.otherPages()).toEqual([]);
  });

  test('a page whose edits another one sent, or threw away, waits for nothing', async () => {
    const storage = memoryStorage();
    const { queue, sent } = setUp(storage, async () => sheet());
    queue.put(week, [edit()]);
    setUp(storage, async () => sheet(), { page: 'page-2' }).queue.discardAll();
    await queue.flush();
    expect(sent).toEqual([]);
    expect(queue.state(week)).toEqual({ status: 'saved' });
  });
});

describe('a conflict shows both versions', () => {
  const refusal = new ApiError(409, { message: 'Both.', error: { type: 'version_conflict' } });
  const theirs = sheet({ version: 5, minutes: 30 });

  function collide(server = theirs) {
    let isFirst = true;
    const parts = setUp(
      memoryStorage(),
      async () => {
        if (!isFirst) return sheet({ version: 6 });
        isFirst = false;
        throw refusal;
      },
      { server },
    );
    parts.queue.put(week, [edit({ version: 4 })]);
    return parts;
  }

  test('mine goes out on top of theirs', async () => {
    const { queue, sent } = collide();
    await queue.flush();
    expect(queue.state(week)).toMatchObject({
      status: 'conflict',
      conflicts: [{ theirs: [{ minutes: 30 }] }],
    });
    queue.resolve(week, 'entry-1', 'mine');
    await queue.flush();
    expect(sent[1]?.body.upserts).toMatchObject([{ timesheetID: 'entry-1', minutes: 60, version: 5 }]);
  });

  test('theirs drops my edit', async () => {
    const { queue, sent } = collide();
    await queue.flush();
    queue.resolve(week, 'entry-1', 'theirs');
    await queue.flush();
    expect(sent).toHaveLength(1);
    expect(queue.snapshot().unsavedCount).toBe(0);
  });

  test('both makes mine an entry of its own, as does mine where theirs is gone', async () => {
    for (const [choice, server] of [
      ['both', theirs] as const,
      ['mine', sheet({ timesheetID: 'x' })] as const,
    ]) {
      const { queue, sent } = collide(server);
      await queue.flush();
      queue.resolve(week, 'entry-1', choice);
      await queue.flush();
      expect(sent[1]?.body.upserts[0]).not.toHaveProperty('version');
      expect(sent[1]?.body.upserts[0]?.timesheetID).not.toBe('entry-1');
    }
  });
});

describe('an empty cell is a value', () => {
  const refusal = new ApiError(409, { message: 'Both.', error: { type: 'version_conflict' } });
  const place = { projectID: 'project-1', activityID: null, workDate: '2026-11-23' };
  const other = { timesheetID: 'other', version: 1, minutes: 120, comment: '', isBillable: true, ...place };

  function fill(server = sheet(other)) {
    const parts = setUp(
      memoryStorage(),
      async () => {
        if (parts.sent.length === 1) throw refusal;
        return sheet();
      },
      { server },
    );
    parts.queue.put(week, [edit({ minutes: 180, believed: [] })]);
    return parts;
  }

  test('what the cell was believed to hold travels with what was typed, also when more is typed later', async () => {
    const { queue, sent } = fill();
    queue.put(week, [edit({ timesheetID: 'entry-2', believed: [{ timesheetID: 'other', version: 1 }] })]);
    await queue.flush();
    expect(sent[0]?.body.cells).toEqual([{ ...place, believed: [] }]);
  });

  test('two who filled it meet: theirs is shown, and nothing is added up', async () => {
    const { queue } = fill();
    await queue.flush();
    expect(queue.state(week)).toMatchObject({
      status: 'conflict',
      conflicts: [{ mine: [{ minutes: 180 }], theirs: [{ minutes: 120 }] }],
    });
  });

  test.each([
    ['mine', [180], ['other']],
    ['theirs', undefined, undefined],
    ['both', [180], []],
  ] as const)('%s is what stays then', async (choice, minutes, removed) => {
    const { queue, sent } = fill();
    await queue.flush();
    queue.resolve(week, 'entry-1', choice);
    await queue.flush();
    expect(sent[1]?.body.upserts.map((one) => one.minutes)).toEqual(minutes);
    expect(sent[1]?.body.deletes.map((one) => one.timesheetID)).toEqual(removed);
    const known = minutes ? [{ timesheetID: 'other', version: 1 }] : undefined;
    expect(sent[1]?.body.cells?.[0]?.believed).toEqual(known);
  });

  test('an equal entry that somebody else made counts as mine, also for what is typed during the save', async () => {
    const { queue, sent } = setUp(memoryStorage(), async () => {
      if (sent.length === 1) queue.put(week, [edit({ minutes: 240, believed: [] })]);
      return sheet(other);
    });
    queue.put(week, [edit({ minutes: 120, believed: [] })]);
    await queue.flush();
    expect(sent[1]?.body.upserts).toMatchObject([{ timesheetID: 'other', version: 1, minutes: 240 }]);
    expect(sent[1]?.body.cells).toEqual([{ ...place, believed: [{ timesheetID: 'other', version: 1 }] }]);
  });

  test('an entry whose removal went out and that comes again is a new one', async () => {
    const { queue, sent } = setUp(memoryStorage(), async () => {
      if (sent.length === 1) queue.put(week, [edit({ version: 1 })]);
      return sheet({ timesheetID: 'unrelated' });
    });
    queue.put(week, [edit({ version: 1, isDeleted: true })]);
    await queue.flush();
    expect(sent[1]?.body.upserts[0]).not.toHaveProperty('version');
    expect(sent[1]?.body.upserts[0]?.timesheetID).not.toBe('entry-1');
  });
});

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}
