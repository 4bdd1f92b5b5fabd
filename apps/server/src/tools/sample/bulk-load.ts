import type { DatabaseAddress } from '../../platform/connections.ts';
import { type Copier, withCopier } from './copy.ts';

/** What makes the keys and indexes again that were taken away: in the database itself, since a process may be killed meanwhile. */
const TAKEN = 'app.taken_for_bulk_load';

/**
 * Runs work while tables have no foreign keys and no indexes but their keys, and makes them again afterwards from all rows at
 * once: several times as fast for a million rows. Nobody else may write to them meanwhile. After a failure they are made again as well,
 * and after the end of the process when this runs the next time.
 * @throws AggregateError where more than one thing failed: the work, and each key or index that its rows do not let be made again
 */
export async function withBulkLoad<T>(
  owner: DatabaseAddress,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  requireNone(await makeAgain(owner));
  await withCopier(owner, (copier) => takeAway(copier, tables));
  const [outcome] = await Promise.allSettled([work()]);
  const failures = await makeAgain(owner).catch((error: unknown) => [error]);
  if (outcome.status === 'fulfilled') {
    requireNone(failures);
    return outcome.value;
  }
  requireNone([outcome.reason, ...failures]);
  throw outcome.reason;
}

function requireNone(failures: readonly unknown[]): void {
  if (failures.length === 0) return;
  if (failures.length === 1) throw failures[0];
  const told = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
  throw new AggregateError(failures, told.join('\n'), { cause: failures[0] });
}

/** All of it or nothing, and not without having noted how it is made again. */
async function takeAway(copier: Copier, tables: readonly string[]): Promise<void> {
  await copier.query(
    `create table ${TAKEN} (place int generated always as identity, taking text not null, making text not null)`,
  );
  // Indexes first: the check of a key looks through them.
  await copier.query(
    `insert into ${TAKEN} (taking, making)
     select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
     from pg_index i where i.indrelid = any($1::regclass[]) and not i.indisprimary
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  await copier.query(
    `insert into ${TAKEN} (taking, making)
     select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
       format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
     from pg_constraint c where c.conrelid = any($1::regclass[]) and c.contype = 'f'`,
    [tables],
  );
  for (const { taking } of await copier.query<{ taking: string }>(`select taking from ${TAKEN}`))
    await copier.query(taking);
}

/** @returns why some could not be made: these stay noted */
async function makeAgain(owner: DatabaseAddress): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const { place, making } of await withCopier(owner, findTaken)) {
    const done = withCopier(owner, async (copier) => {
      await copier.query("set local maintenance_work_mem = '256MB'");
      await copier.query(making);
      await copier.query(`delete from ${TAKEN} where place = $1`, [place]);
    });
    await done.catch((error: unknown) => failures.push(error));
  }
  if (failures.length === 0)
    await withCopier(owner, (copier) => copier.query(`drop table if exists ${TAKEN}`));
  return failures;
}

async function findTaken(copier: Copier): Promise<{ place: number; making: string }[]> {
  const [{ isThere } = { isThere: false }] = await copier.query<{ isThere: boolean }>(
    'select to_regclass($1) is not null as "isThere"',
    [TAKEN],
  );
  return isThere ? copier.query(`select place, making from ${TAKEN} order by place`) : [];
}
