import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { type AuthHarness, startAuth } from '../../../testing/auth-harness.ts';
import { findTenantByPublicId, type Tenant } from '../../model/tenants/queries.ts';
import { createTenantDirectory } from './directory.ts';

let auth: AuthHarness;
let root: Tenant;

beforeAll(async () => {
  auth = await startAuth();
  root = (await findTenantByPublicId(auth.db.database, auth.rootId)) as Tenant;
});
afterAll(() => auth.close());

/** A directory that knows nothing yet. */
const cold = () => createTenantDirectory(auth.db.database, auth.clock);

test('within a transaction a tenant is read by it, and what it changed stays unseen until it is over', async () => {
  const { database } = auth.db;
  const tenants = cold();
  const names = await database
    .transaction(async (tx) => {
      await tx.run(sql`update auth.tenant set name = 'Half done' where id = ${root.id}`);
      const within = await tenants.within(tx).requireById(root.id);
      throw Object.assign(new Error('taken back'), { names: [within.name] });
    })
    .catch((error: Error & { names: string[] }) => error.names);
  const { name } = await tenants.requireById(root.id);
  expect([...names, name]).toEqual(['Half done', root.name]);
});

test('within a transaction nobody waits for who waits for its rows or its connection', async () => {
  const { database } = auth.db;
  const tenants = cold();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  // Everybody else's question hangs on a table that the transaction holds.
  const inside = database.transaction(async (tx) => {
    await tx.run(sql`lock table auth.tenant in access exclusive mode`);
    begin();
    await held;
    return tenants.within(tx).isProduct(root);
  });
  await begun;
  const outside = tenants.isProduct(root);
  letGo();
  expect([await inside, await outside]).toEqual([true, true]);
});

test('what is known costs a transaction no statement', async () => {
  const tenants = cold();
  await tenants.requireById(root.id);
  const asked: string[] = [];
  await auth.db.database.transaction(async (tx) => {
    const noting = { ...tx, maybeOne: (statement: { text: string }) => asked.push(statement.text) };
    await tenants.within(noting as never).requireById(root.id);
  });
  expect(asked).toEqual([]);
});
