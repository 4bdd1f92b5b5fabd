import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** The names in files that stood for what is merged stand for what it goes into: the next file makes nobody and nothing anew. */
export function moveImportedNames(
  tx: Queryable,
  tenantId: string,
  kind: 'person' | 'activity',
  { id, from }: { id: string; from: string },
): Promise<number> {
  return tx.run(sql`update app.import_name set target_id = ${id}
    where tenant_id = ${tenantId} and kind = ${kind} and target_id = ${from}`);
}
