import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { type AuthHarness, startAuth } from '../../testing/auth-harness.ts';

let auth: AuthHarness;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

test('ready on its own schema and on that of the next version, which goes on beside it; not on an older one', async () => {
  expect(await auth.service.isReady()).toBe(true);
  await auth.db.owner.run(sql`insert into auth.migration (number, name, checksum, applied_at)
    values (9000, '9000-of-the-next-version', '', now())`);
  expect(await auth.service.isReady()).toBe(true);
  await auth.db.owner.run(sql`delete from auth.migration where number > 1`);
  expect(await auth.service.isReady()).toBe(false);
});
