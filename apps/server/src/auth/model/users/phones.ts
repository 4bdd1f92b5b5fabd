import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { User } from './queries.ts';

/** Whether nobody else in the realm has this number as the one account's. */
export async function isPhoneFree(db: Queryable, user: User, phoneNumber: string): Promise<boolean> {
  const other = await db.maybeOne(sql`select 1 as one from auth.identifier
    where root_tenant_id = ${user.rootTenantId} and mode = ${user.mode} and kind = 'phone' and norm = ${phoneNumber}
      and user_id <> ${user.id} and not is_shared`);
  return other === null;
}
