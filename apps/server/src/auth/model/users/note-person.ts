import type { PersonAction } from '@stint/domain/auth/person-news.ts';
import type { Queryable } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type Sql, sql } from '../../../platform/sql.ts';
import { currentTraceparent } from '../../../platform/tracing/tracing.ts';

/**
 * Says in the transaction of a change what happened to a person, or with `tenantId` to their membership there. Everything
 * that writes accounts, identifiers or memberships says so here or with `notingPerson`; a test looks for what does not.
 */
export async function notePerson(
  db: Queryable,
  userId: string,
  action: PersonAction,
  tenantId: string | null = null,
): Promise<void> {
  await db.run(sql`select auth.note_person(${newId()}::uuid, ${userId}::uuid, ${tenantId}::uuid, ${action},
    ${currentTraceparent() ?? null}::text)`);
}

/**
 * A change and its note in one statement, so that both happen or none, also outside of a transaction.
 * @param change a statement that returns `user_id` and, for memberships, `tenant_id`
 */
export function notingPerson(change: Sql, action: PersonAction, what: 'person' | 'membership'): Sql {
  const tenant = what === 'membership' ? sql`tenant_id` : sql`null::uuid`;
  return sql`with changed as (${change})
    select auth.note_person(gen_random_uuid(), user_id, ${tenant}, ${action}, ${currentTraceparent() ?? null}::text) from changed`;
}
