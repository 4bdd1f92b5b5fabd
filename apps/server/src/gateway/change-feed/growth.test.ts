import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createLogger } from '../../platform/log.ts';
import { sql } from '../../platform/sql.ts';
import { createBlockCounter } from '../../testing/blocks.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { openRegion } from './feed.ts';

let db: TestDatabase;
const tenantId = newId();
/** This machine has other things to do as well. */
const patient = sql`set local idle_in_transaction_session_timeout = 0`;
const nothing = sql`update app.team_member set updated_at = now() where tenant_id = ${tenantId}`;

beforeAll(async () => {
  db = await createTestDatabase('app');
});
afterAll(() => db.drop());

test('a look costs what is new, not what was, also while a transaction runs for long', async () => {
  let now = Date.now();
  const openFeed = () =>
    openRegion(
      { code: 'us', database: db.database },
      { clock: { now: () => new Date(now) }, log: createLogger('silent') },
    ).feed;
  const [first, second] = [openFeed(), openFeed()];
  await second.catchUp();
  /** A look that is due. */
  const look = () => {
    now += 2001;
    return second.catchUp();
  };
  const { name } = await db.owner.one<{ name: string }>(sql`select current_database() as name`);
  const counter = await createBlockCounter(name);
  const fill = () =>
    db.owner.run(sql`insert into app.change (tenant_id, topic, key, at)
      select gen_random_uuid(), 'week', n::text, now() from generate_series(1, 30000) n`);
  try {
    await first.database.withTenant(tenantId, (tx) => tx.run(nothing));
    for (let times = 0; times < 8; times += 1) await look();
    const before = await counter.blocksOf(look);
    await db.database.withTenant(tenantId, async (tx) => {
      await tx.run(patient);
      await tx.run(nothing);
      await fill();
      await fill();
      await db.owner.run(sql`analyze app.change`);
      await look();
      for (let times = 0; times < 8; times += 1) await look();
      expect(await counter.blocksOf(look)).toBeLessThan(before + 20);
    });
  } finally {
    await counter.close();
  }
});
