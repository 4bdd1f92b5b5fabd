import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Change, changing, unseen } from '../../platform/change-feed/record.ts';
import { newId } from '../../platform/ids.ts';
import { createLogger } from '../../platform/log.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { openRegion, type RegionFeed, sweepChanges } from './feed.ts';

/** Two processes on one database; `first` writes, `second` reads. */
let db: TestDatabase;
let first: RegionFeed;
let second: RegionFeed;
let heard: Change[];
let gaps: number;
let now: number;
const clock = { now: () => new Date(now) };
const tenantId = newId();

const openFeed = () =>
  openRegion({ code: 'us', database: db.database }, { clock, log: createLogger('silent') }).feed;

beforeAll(async () => {
  db = await createTestDatabase('app');
});
afterAll(() => db.drop());

beforeEach(async () => {
  now = Date.now();
  [first, second] = [openFeed(), openFeed()];
  await second.catchUp();
  [heard, gaps] = [[], 0];
  second.listen(({ items, isGap }) => {
    heard.push(...items);
    if (isGap) gaps += 1;
  });
});
afterEach(() => db.owner.run(sql`delete from app.change`));

const addHoliday = (day: number): Sql =>
  sql`insert into app.holiday (tenant_id, held_on, name) values (${tenantId}, ${`2026-01-${day}`}, 'Regatta')`;
/** This machine has other things to do as well. */
const patient = sql`set local idle_in_transaction_session_timeout = 0`;
const nothing = sql`update app.team_member set updated_at = now() where tenant_id = ${tenantId}`;
const told = (topic: string, key = '') => ({ tenantId, topic, key });

/** A look that is due. */
async function look(): Promise<boolean> {
  now += 2001;
  return second.catchUp();
}

const write = (statement: Sql, then: () => Promise<void> = async () => {}) =>
  first.database.withTenant(tenantId, async (tx) => {
    await tx.run(patient);
    await tx.run(statement);
    await then();
  });

describe('a transaction tells what it changes', () => {
  test.each<[string, Sql, Change[]]>([
    ['a table with a topic', nothing, [told('people')]],
    [
      'another form of writing',
      sql`with gone as (delete from app.timer where tenant_id = ${tenantId} returning team_member_id)
        select count(*) from gone`,
      [told('timer')],
    ],
    [
      'what the statement says of itself',
      changing('week', ['a/1', 'b/1'], nothing),
      [told('week', 'a/1'), told('week', 'b/1')],
    ],
    [
      'two topics',
      changing('inbox', ['a'], changing('week', ['a/1'], nothing)),
      [told('week', 'a/1'), told('inbox', 'a')],
    ],
    ['nothing that anybody keeps', unseen(nothing), []],
    [
      'a table without a topic',
      sql`update app.webhook set is_active = true where tenant_id = ${tenantId}`,
      [],
    ],
    ['reading', sql`select id from app.team_member where tenant_id = ${tenantId} for update`, []],
    [
      'more things than are told one by one',
      changing(
        'week',
        Array.from({ length: 51 }, (_, index) => `a/${index}`),
        nothing,
      ),
      [told('week')],
    ],
  ])('%s', async (_name, statement, changes) => {
    await write(statement);
    await look();
    expect(heard).toEqual(expect.arrayContaining(changes));
    expect(heard).toHaveLength(changes.length);
  });

  test('a single statement as well, and one outside of any tenant', async () => {
    await first.database.tenantRows(tenantId, nothing);
    await first.database.run(sql`update app.workspace_directory set slug = slug`);
    await look();
    expect(heard.map(({ topic }) => topic)).toEqual(['people', 'directory']);
  });

  test('once for each thing, however many statements', async () => {
    await write(nothing);
    await first.database.withTenant(tenantId, async (tx) => {
      await Promise.all([tx.run(nothing), tx.run(nothing), tx.run(changing('people', ['a'], nothing))]);
    });
    await look();
    expect(heard).toEqual([told('people'), told('people')]);
  });

  test('nothing when it fails', async () => {
    await expect(write(nothing, () => Promise.reject(new Error('changed my mind')))).rejects.toThrow(
      'changed my mind',
    );
    await look();
    expect(heard).toEqual([]);
  });

  test('or does not happen: what cannot be told is not written', async () => {
    await db.owner.run(sql`insert into app.tenant (tenant_id, public_id, name, slug, region_code, created_by, created_at, updated_at)
      values (${tenantId}, 'aaaaaaaa', 'Harbour', 'harbour', 'us', ${newId()}, now(), now())`);
    await db.owner.run(sql`revoke insert on app.change from app_rw`);
    await expect(write(addHoliday(10))).rejects.toThrow(/permission denied/);
    await db.owner.run(sql`grant insert on app.change to app_rw`);
    await write(addHoliday(11));
    const days = await db.owner.rows(
      sql`select held_on::text as day from app.holiday where tenant_id = ${tenantId}`,
    );
    expect(days).toEqual([{ day: '2026-01-11' }]);
  });
});

describe('a reader misses nothing and hears nothing twice', () => {
  test('when transactions end in another order than they began', async () => {
    const order: string[] = [];
    const looks = async () => {
      const before = heard.length;
      await look();
      order.push(
        heard
          .slice(before)
          .map(({ key }) => key)
          .join('+'),
      );
    };
    await write(changing('week', ['early'], nothing), async () => {
      await write(changing('week', ['late'], nothing));
      await looks();
      await write(changing('week', ['later'], nothing), looks);
      await looks();
    });
    await looks();
    await looks();
    expect(order).toEqual(['late', '', 'later', 'early', '']);
    expect(gaps).toBe(0);
  });

  test('of itself it hears at once, and not again', async () => {
    await second.database.tenantRows(tenantId, nothing);
    expect(heard).toEqual([told('people')]);
    await look();
    expect(heard).toEqual([told('people')]);
  });

  test('from a mark it goes on, for one tenant alone; a mark of another time or server is of no use', async () => {
    const mark = String(second.mark());
    await write(changing('week', ['a/1'], nothing));
    const other = newId();
    await first.database.tenantRows(other, nothing);
    expect(await first.since(mark, tenantId)).toMatchObject({
      isComplete: true,
      changes: [told('week', 'a/1')],
    });
    const [server = '', at = '', text = ''] = mark.split('.');
    for (const useless of [
      '',
      'x',
      `${Number(server) - 1}.${at}.${text}`,
      `${server}.${Number(at) - 700_000}.${text}`,
      `${server}.${at}.1:2:'`,
    ]) {
      const { isComplete, changes } = await first.since(useless, tenantId);
      expect([useless, isComplete, changes]).toEqual([useless, false, []]);
    }
  });

  test('after a pause that is longer than rows are kept everything is forgotten', async () => {
    now += 11 * 60_000;
    await second.catchUp();
    expect(gaps).toBe(1);
  });

  test('rows go after a quarter of an hour', async () => {
    await write(nothing);
    now += 14 * 60_000;
    expect(await sweepChanges(db.database, clock)).toBe(0);
    now += 2 * 60_000;
    expect(await sweepChanges(db.database, clock)).toBe(1);
  });
});

describe('what a process may answer from memory', () => {
  test('ends 2 s after the last look, and begins again with the next', async () => {
    expect(await second.catchUp()).toBe(true);
    await db.owner.run(sql`revoke select on app.change from app_rw`);
    now += 2000;
    expect(await second.catchUp()).toBe(true);
    now += 1;
    expect(await second.catchUp()).toBe(false);
    await db.owner.run(sql`grant select on app.change to app_rw`);
    expect(await second.catchUp()).toBe(true);
  });

  test('waits for the transactions that the caller has seen', async () => {
    let transactionId = '';
    await first.database.withTenant(tenantId, (tx) => tx.run(nothing), {
      afterWrite: (id) => {
        transactionId = id;
      },
    });
    expect(heard).toEqual([]);
    expect(await second.catchUp([transactionId])).toBe(true);
    expect(heard).toEqual([told('people')]);
    expect(await second.catchUp(['99999999999'])).toBe(false);
  });
});
