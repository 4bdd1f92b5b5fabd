import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/databases.ts';
import { connectionsGauge, diskGauges, statementCounters } from './runtime-gauges.ts';
import { sql } from './sql.ts';

test('connections in use, idle and waited for are told by database', async () => {
  const db = await createTestDatabase('auth');
  const { pool } = db.database;
  const held = await Promise.all(Array.from({ length: 6 }, () => pool.connect()));
  const waiting = pool.connect();
  const registry = new Registry();
  registry.registerMetric(connectionsGauge(new Map([['identity', pool]])));
  const figures = await registry.metrics();
  expect(figures).toContain('stint_database_connections{database="identity",state="used"} 6');
  expect(figures).toContain('stint_database_connections{database="identity",state="waiting"} 1');
  for (const client of held) client.release();
  (await waiting).release();
  expect(await registry.metrics()).toContain(
    'stint_database_connections{database="identity",state="waiting"} 0',
  );
  await db.drop();
});

test('what is asked of a database, and what of it fails, is counted', async () => {
  const db = await createTestDatabase('auth');
  const { database } = db;
  const registry = new Registry();
  for (const counter of statementCounters(new Map([['identity', database.pool]])))
    registry.registerMetric(counter);
  await database.rows(sql`select 1`);
  await database.rows(sql`select 1 / 0`).catch(() => {});
  const figures = await registry.metrics();
  expect(figures).toContain('stint_database_statements_total{database="identity"} 2');
  expect(figures).toContain('stint_database_failures_total{database="identity"} 1');
  expect(figures).toContain('stint_database_retries_total{database="identity"} 0');
  await db.drop();
});

test('the disk of the data directory is told, and a folder that is gone is no failure', async () => {
  const { bsize, blocks } = await statfs(tmpdir());
  const registry = new Registry();
  for (const gauge of diskGauges(tmpdir())) registry.registerMetric(gauge);
  expect(await registry.metrics()).toContain(`stint_disk_bytes ${bsize * blocks}`);
  expect(await registry.metrics()).toMatch(/stint_disk_free_bytes \d+/);
  const gone = new Registry();
  for (const gauge of diskGauges('/nonexistent')) gone.registerMetric(gauge);
  expect(await gone.metrics()).toContain('stint_disk_bytes');
});
