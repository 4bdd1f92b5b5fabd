import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { Totals } from './format.ts';

/** Sums over every entry that counts; the same on both sides of a move. */
export async function readTotals(tx: Queryable, tenantId: string): Promise<Totals> {
  return tx.one<Totals>(sql`select count(*) as entries, coalesce(sum(minutes), 0) as minutes,
      coalesce(sum(minutes) filter (where is_billable), 0) as "billableMinutes"
    from app.timesheet_entry where tenant_id = ${tenantId} and deleted_at is null`);
}
