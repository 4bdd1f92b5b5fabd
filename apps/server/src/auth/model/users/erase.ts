import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

/** Removes a deleted person's personal data for good (security 13); repeatable. */
export async function erasePerson(db: Queryable, { userId }: { userId: string }): Promise<void> {
  await db.run(sql`delete from auth.user_account where id = ${userId} and deleted_at is not null`);
}
