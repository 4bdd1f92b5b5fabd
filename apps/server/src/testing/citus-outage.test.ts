import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { provisionTenant } from '../gateway/workspace-lifecycle/provision.ts';
import type { Database } from '../platform/database.ts';
import { isOutage } from '../platform/database-errors.ts';
import { newId } from '../platform/ids.ts';
import { sql } from '../platform/sql.ts';
import { openProductDatabases, type ProductDatabases } from '../product-databases.ts';
import { type OwnCluster, regionOn, startOwnCluster } from './own-cluster.fixture.ts';

/** Servers that hold rows. */
const placesOfRows = `select distinct nodename from citus_shards where citus_table_type = 'distributed'`;

describe.skipIf(!process.env.CITUS_WORKERS)('a region on servers of one’s own with Citus', () => {
  let cluster: OwnCluster;
  let env: Record<string, string>;
  let databases: ProductDatabases;
  let database: Database;
  /** Workspaces by the server that holds them. */
  const held = new Map<string, string[]>();

  beforeAll(async () => {
    cluster = await startOwnCluster();
    env = { REGIONS: 'us=United States', SERVICES: 'gateway', ...regionOn(cluster.coordinator) };
    await cluster.join(env);
    databases = await openProductDatabases(readConfig(env), () => {});
    ({ database } = databases.regions.get('us') as { database: Database });
    for (let number = 0; held.size < 2 || number < 4; number++) await addWorkspace(number);
  }, 300_000);
  afterAll(async () => {
    await databases?.close();
    await cluster?.stop();
  });

  async function addWorkspace(number: number): Promise<void> {
    const tenantId = newId();
    await provisionTenant(database, {
      tenantId,
      publicId: `harbour${number}`,
      slug: `harbour${number}`,
      name: 'Harbour',
      regionCode: 'us',
      timeZone: 'UTC',
      owner: { userId: newId(), email: `ada${number}@example.com`, name: 'Ada Berg' },
      now: new Date(),
    });
    const [row] = await cluster.coordinator.read(
      'time_us',
      `select n.nodename as host from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
       where p.shardid = get_shard_id_for_distribution_column('app.tenant', '${tenantId}'::uuid)`,
    );
    const host = String(row?.['host']);
    held.set(host, [...(held.get(host) ?? []), tenantId]);
  }

  const addTag = (tenantId: string) =>
    database.withTenant(tenantId, (tx) =>
      tx.run(sql`insert into app.tag (tenant_id, id, name, created_at, updated_at)
        values (${tenantId}, ${newId()}, ${newId()}, ${new Date()}, ${new Date()})`),
    );
  const outcomeOf = (tenantId: string) =>
    addTag(tenantId).then(
      () => 'stored',
      (error: unknown) => (isOutage(error) ? 'away' : error),
    );
  const countTags = async (tenantId: string) => {
    const [row] = await database.tenantRows<{ count: number }>(
      tenantId,
      sql`select count(*) as count from app.tag where tenant_id = ${tenantId}`,
    );
    return row?.count;
  };

  test('loses the workspaces of a dead worker alone, says that they are away, and has them again', async () => {
    const [dead, ...others] = cluster.workers;
    const ofDead = held.get(new URL(dead?.superuserUrl ?? '').hostname) ?? [];
    const ofOthers = others.flatMap((server) => held.get(new URL(server.superuserUrl).hostname) ?? []);
    // Connections to every worker are open, as while people work.
    for (const tenantId of [...ofDead, ...ofOthers]) expect(await outcomeOf(tenantId)).toBe('stored');
    const switchOn = await dead?.switchOff();
    for (let turn = 0; turn < 5; turn++) {
      for (const tenantId of ofOthers) expect(await outcomeOf(tenantId)).toBe('stored');
      for (const tenantId of ofDead) expect(await outcomeOf(tenantId)).toBe('away');
    }
    await switchOn?.();
    for (const tenantId of ofDead) await expect.poll(() => outcomeOf(tenantId)).toBe('stored');
    for (const tenantId of ofDead) expect(await countTags(tenantId)).toBe(2);
    for (const tenantId of ofOthers) expect(await countTags(tenantId)).toBe(6);
  });

  test('says of every workspace that it is away while the coordinator is, and has them all again', async () => {
    const tenants = [...held.values()].flat();
    const before = await Promise.all(tenants.map(countTags));
    const switchOn = await cluster.coordinator.switchOff();
    for (const tenantId of tenants) expect(await outcomeOf(tenantId)).toBe('away');
    await switchOn();
    for (const tenantId of tenants) await expect.poll(() => outcomeOf(tenantId)).toBe('stored');
    expect(await Promise.all(tenants.map(countTags))).toEqual(before.map((count) => (count ?? 0) + 1));
  });

  test('stores what is written while a third worker takes its share', { timeout: 300_000 }, async () => {
    const tenants = [...held.values()].flat();
    const before = await Promise.all(tenants.map(countTags));
    const stored = tenants.map(() => 0);
    let isMoving = true;
    const stopWriters = () => {
      isMoving = false;
    };
    const writers = tenants.map(async (tenantId, at) => {
      while (isMoving) {
        expect(await outcomeOf(tenantId)).toBe('stored');
        stored[at] = (stored[at] ?? 0) + 1;
      }
    });
    const move = async () => {
      await cluster.addServer();
      await cluster.join(env);
      await cluster.coordinator.run(
        'time_us',
        'select citus_rebalance_start()',
        'select citus_rebalance_wait()',
      );
    };
    await Promise.all([...writers, move().finally(() => stopWriters())]);
    const places = await cluster.coordinator.read('time_us', placesOfRows);
    expect(places).toHaveLength(3);
    const after = await Promise.all(tenants.map(countTags));
    expect(after).toEqual(before.map((count, at) => (count ?? 0) + (stored[at] ?? 0)));
  });
});
