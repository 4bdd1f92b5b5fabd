import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { jobsApplication } from '../../product-databases.ts';

/**
 * What to do while gateways work on regions: within seconds they copy what the provider says, also over what a region knows later.
 * @returns null where none does
 */
export async function adviceOnGateways(regions: ReadonlyMap<string, Queryable>): Promise<string | null> {
  const worked: string[] = [];
  for (const [code, database] of regions) {
    // Each that runs keeps a connection on which it hears of jobs. Other logins see its name, and nothing of what it does.
    const one = await database.maybeOne(sql`select 1 as one from pg_stat_activity
      where datname = current_database() and application_name = ${jobsApplication} limit 1`);
    if (one) worked.push(code);
  }
  if (worked.length === 0) return null;
  return `A gateway works on ${worked.join(', ')} and copies what the provider says over what was changed later: stop every process, start one with SERVICES=auth alone, mend, then start the rest.`;
}
