import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { provisionTenant } from '../workspace-lifecycle/provision.ts';
import { purgeAudit } from './purge.ts';

let app: TestDatabase;
const [mine, other] = [newId(), newId()];

beforeAll(async () => {
  app = await createTestDatabase('app');
  for (const [tenantId, publicId] of [
    [mine, 'auditws1'],
    [other, 'auditws2'],
  ] as const) {
    await provisionTenant(app.database, {
      tenantId,
      publicId,
      name: publicId,
      slug: publicId,
      regionCode: 'us',
      timeZone: 'UTC',
      owner: { userId: newId(), email: `owner@${publicId}.example`, name: 'Olga Owner' },
      now: new Date(),
    });
  }
});
afterAll(() => app.drop());

async function addEvents(tenantId: string): Promise<void> {
  for (const days of [1, 399, 401, 1000]) {
    await app.owner.run(sql`insert into app.audit_event (tenant_id, id, at, actor_kind, entity, entity_id, action)
      values (${tenantId}, ${newId()}, now() - make_interval(days => ${days}), 'system', 'test', ${String(days)}, 'seen')`);
  }
}

async function daysLeft(tenantId: string): Promise<number[]> {
  const rows = await app.owner.rows<{ days: string }>(
    sql`select entity_id as days from app.audit_event where tenant_id = ${tenantId} and entity = 'test' order by at desc`,
  );
  return rows.map(({ days }) => Number(days));
}

test('what is older than 400 days goes, in each workspace, and no event before', async () => {
  await Promise.all([addEvents(mine), addEvents(other)]);
  await purgeAudit().run({ code: 'us', database: app.database, queue: app.database });
  expect([await daysLeft(mine), await daysLeft(other)]).toEqual([
    [1, 399],
    [1, 399],
  ]);
});

test('the runtime role itself removes and changes no event, and purges no other workspace than its own', async () => {
  await addEvents(other);
  for (const statement of [
    sql`delete from app.audit_event where tenant_id = ${mine}`,
    sql`update app.audit_event set action = 'unseen' where tenant_id = ${mine}`,
  ]) {
    await expect(app.database.withTenant(mine, (tx) => tx.run(statement))).rejects.toMatchObject({
      code: '42501',
    });
  }
  await app.database.withTenant(mine, (tx) => tx.run(sql`select app.purge_audit()`));
  expect(await daysLeft(other)).toContain(1000);
  await expect(app.database.run(sql`select app.purge_audit()`)).rejects.toMatchObject({
    code: expect.stringMatching(/^(42704|22P02)$/),
  });
});
