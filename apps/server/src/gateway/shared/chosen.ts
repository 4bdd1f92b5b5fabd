import { AppError } from '@stint/domain/errors.ts';
import type { Queryable } from '../../platform/database.ts';
import { join, raw, sql } from '../../platform/sql.ts';

/**
 * What entries and projects refer to, in the order in which everybody holds it. People last: a save holds theirs by a week that it
 * begins, after all that its entries refer to.
 */
const tables = ['activity', 'project', 'client', 'tag', 'team_member'] as const;

/** Ids of what is referred to; rows that are made later are no part of it. */
export type Chosen = Partial<Record<(typeof tables)[number], readonly string[]>>;

/**
 * Holds what was chosen until the end of the transaction, so that it is neither merged, nor put aside, nor removed meanwhile. Whoever
 * does that takes its row alone. Both hold it before they hold weeks: one comes after the other, and neither waits in a circle.
 */
export async function holdChosen(tx: Queryable, tenantId: string, chosen: Chosen): Promise<void> {
  const held = tables.flatMap((table) => {
    const ids = chosen[table] ?? [];
    if (ids.length === 0) return [];
    return sql`(select count(*) from (select 1 from app.${raw(table)} x
      where x.tenant_id = ${tenantId} and x.id = any(${[...ids]}::uuid[]) order by x.id for key share of x) h)`;
  });
  if (held.length > 0) await tx.run(sql`select ${join(held)}`);
}

/**
 * The same for what is given to somebody or something: what was archived or merged while it was waited for gets nothing any more.
 * @throws AppError `state_conflict`
 */
export async function holdLiving(tx: Queryable, tenantId: string, chosen: Chosen): Promise<void> {
  const before = await archivedOf(tx, tenantId, chosen);
  await holdChosen(tx, tenantId, chosen);
  const after = await archivedOf(tx, tenantId, chosen);
  if (after.every((id) => before.includes(id))) return;
  throw new AppError('state_conflict', {
    message: 'This was archived or merged meanwhile, and nothing was changed. Look at it again first.',
  });
}

async function archivedOf(tx: Queryable, tenantId: string, chosen: Chosen): Promise<string[]> {
  const some = tables.flatMap((table) => {
    const ids = chosen[table] ?? [];
    if (ids.length === 0) return [];
    return sql`select x.id from app.${raw(table)} x
      where x.tenant_id = ${tenantId} and x.id = any(${[...ids]}::uuid[]) and x.archived_at is not null`;
  });
  if (some.length === 0) return [];
  const rows = await tx.rows<{ id: string }>(sql`${join(some, ' union all ')}`);
  return rows.map(({ id }) => id);
}

/**
 * Holds what may be removed, before its uses are looked for, but for what somebody holds: who uses it is at it, or comes later, waits
 * and finds it gone. As nothing is waited for, weeks may be held before.
 * @returns what is held
 */
export async function holdUnheld(
  tx: Queryable,
  tenantId: string,
  chosen: Required<Chosen>,
): Promise<Required<Chosen>> {
  const held = tables.map(
    (table) => sql`array(select x.id from app.${raw(table)} x
      where x.tenant_id = ${tenantId} and x.id = any(${[...chosen[table]]}::uuid[]) for update of x skip locked) as ${raw(table)}`,
  );
  return tx.one(sql`select ${join(held)}`);
}
