import { createFollower, type Follower, type Heard, type Read } from '../../platform/change-feed/follower.ts';
import { type Change, recordChanges } from '../../platform/change-feed/record.ts';
import { isPartOf, parseSnapshot, type Snapshot } from '../../platform/change-feed/snapshot.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import { sql } from '../../platform/sql.ts';
import { topics } from './topics.ts';

/** One process's view of what changes in a region. */
export type RegionFeed = {
  /** The region's database; what its transactions change is told to every process. */
  database: Database;
  /**
   * Whether this process knows everything that was committed up to 2 s ago, and these transactions: only then may it
   * answer from memory.
   */
  catchUp(transactionIds?: readonly string[]): Promise<boolean>;
  /** Hears changes of this process at once, and those of others as they are read. @returns what ends the listening */
  listen(hear: (heard: Heard<Change>) => void): () => void;
  /** Where this process is in the feed, as a text that any process can go on from; null before the first look. */
  mark(): string | null;
  /** What changed in a tenant since a mark, asked of the database; not complete where that is not known any more, or no mark is given. */
  since(mark: string | null, tenantId: string): Promise<Since>;
  ageMs(): number;
  start(): void;
  stop(): void;
};

type Since = { mark: string; isComplete: boolean; changes: Change[] };

/** A database that was started again, or another in its place, may have lost what was read: then all begins anew. */
type Cursor = Snapshot & { server: string; readAt: number };

type Row = {
  snapshot: string;
  server: string;
  changes: [xid: string, tenantId: string, topic: string, key: string][];
};

const pollMs = 500;
/** What a process answers from memory is at most this old. */
const maxAgeMs = 2000;
/** Beyond so many changes at once it is cheaper to forget everything. */
const mostChanges = 5000;
/** Rows are kept a quarter of an hour; a reader who comes later than this begins anew. */
const readableMs = 10 * 60_000;
const keptMs = 15 * 60_000;
export const sweepEveryMs = 60_000;

type FeedOptions = { code: string; database: Database; clock: Clock; log: Pick<Logger, 'warn'> };

/** A region whose transactions tell the feed what they change. */
export function openRegion<Plain extends { code: string; database: Database }>(
  region: Plain,
  { clock, log }: Pick<FeedOptions, 'clock' | 'log'>,
): Plain & { feed: RegionFeed } {
  const feed = createRegionFeed({ ...region, clock, log });
  return { ...region, database: feed.database, feed };
}

function createRegionFeed({ code, database, clock, log }: FeedOptions): RegionFeed {
  const listeners = new Set<(heard: Heard<Change>) => void>();
  const tell = (heard: Heard<Change>) => {
    for (const hear of listeners) hear(heard);
  };
  /** Transactions of this process that the cursor has not reached yet. */
  const own = new Set<string>();

  const follower: Follower<Cursor, Change> = createFollower({
    name: `changes of region ${code}`,
    clock,
    log,
    pollMs,
    maxAgeMs,
    async read(cursor): Promise<Read<Cursor, Change>> {
      const readAt = clock.now().getTime();
      const { snapshot, server, changes } = await readAfter(database, cursor);
      const next = { ...requireSnapshot(snapshot), server, readAt };
      const isGap =
        cursor === null ||
        cursor.server !== server ||
        readAt - cursor.readAt > readableMs ||
        changes.length >= mostChanges;
      const items = isGap ? [] : changes.filter(([xid]) => !own.has(xid)).map(toChange);
      for (const xid of own) if (isPartOf(next, xid)) own.delete(xid);
      return { cursor: next, items, isGap };
    },
  });
  follower.listen(tell);

  return {
    database: recordChanges(database, {
      topics,
      store: (tx, changes) => store(tx, changes, clock.now()),
      committed(changes, transactionId) {
        own.add(transactionId);
        tell({ items: changes, isGap: false });
      },
    }),
    catchUp: (transactionIds = []) =>
      follower.catchUp((cursor) => transactionIds.every((id) => own.has(id) || isPartOf(cursor, id))),
    listen(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    mark() {
      const cursor = follower.cursor();
      return cursor && markOf(cursor);
    },
    async since(mark, tenantId) {
      const readAt = clock.now().getTime();
      const [server, markedAt, text = ''] = mark?.split('.') ?? [];
      const after = parseSnapshot(text);
      const row = await readAfter(database, after, tenantId);
      const next = markOf({ ...requireSnapshot(row.snapshot), server: row.server, readAt });
      const isReadable = readAt - Number(markedAt) <= readableMs && row.changes.length < mostChanges;
      const isComplete = after !== null && server === row.server && isReadable;
      return { mark: next, isComplete, changes: isComplete ? row.changes.map(toChange) : [] };
    },
    ageMs: follower.ageMs,
    start: follower.start,
    stop: follower.stop,
  };
}

function markOf({ server, readAt, text }: Cursor): string {
  return `${server}.${readAt}.${text}`;
}

function toChange([, tenantId, topic, key]: Row['changes'][number]): Change {
  return { tenantId, topic, key };
}

function requireSnapshot(text: string): Snapshot {
  const snapshot = parseSnapshot(text);
  if (!snapshot) throw new Error(`not a snapshot: ${text}`);
  return snapshot;
}

async function store(tx: Queryable, changes: readonly Change[], now: Date): Promise<string> {
  const tenantIds = changes.map(({ tenantId }) => tenantId);
  const [names, keys] = [changes.map(({ topic }) => topic), changes.map(({ key }) => key)];
  const { xid } = await tx.one<{ xid: string }>(sql`
    insert into app.change (tenant_id, topic, key, at)
    select c.tenant_id, c.topic, c.key, ${now}::timestamptz
    from unnest(${tenantIds}::uuid[], ${names}::text[], ${keys}::text[]) c(tenant_id, topic, key)
    returning xid::text as xid`);
  return xid;
}

/** The last of all transactions. */
const lastXid = '18446744073709551615';

/**
 * The rows that one moment shows and an earlier one did not: those of later transactions, and of those that were at work
 * then. Each is a range of the key, so it costs what is new, however long a transaction runs.
 */
function readAfter(
  database: Queryable,
  after: Snapshot | null,
  tenantId: string | null = null,
): Promise<Row> {
  const lows = after ? [after.xmax, ...after.running] : [];
  const highs = after ? [lastXid, ...after.running] : [];
  const ofTenant = tenantId === null ? sql`true` : sql`c.tenant_id = ${tenantId}`;
  return database.one<Row>(sql`
    select pg_current_snapshot()::text as snapshot,
      floor(extract(epoch from pg_postmaster_start_time()) * 1000)::bigint::text as server,
      coalesce((select json_agg(json_build_array(n.xid, n.tenant_id, n.topic, n.key)) from (
        select c.xid::text as xid, c.tenant_id, c.topic, c.key
        from unnest(${lows}::xid8[], ${highs}::xid8[]) r(low, high) join app.change c on c.xid >= r.low and c.xid <= r.high
        where ${ofTenant} limit ${mostChanges}) n), '[]'::json) as changes`);
}

/** Removes what no reader asks for any more. */
export function sweepChanges(database: Queryable, clock: Clock): Promise<number> {
  return database.run(sql`delete from app.change where at < ${new Date(clock.now().getTime() - keptMs)}`);
}
