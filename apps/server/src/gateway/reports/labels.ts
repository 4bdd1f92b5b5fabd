import type { ReportGroup } from '@stint/domain/time/report.ts';
import type { Queryable } from '../../platform/database.ts';
import { raw, sql } from '../../platform/sql.ts';

/** Where the names of a group's ids are; a group without ids has none. */
const tables: Partial<Record<ReportGroup, { table: string; name: string }>> = {
  client: { table: 'app.client', name: 'r.name' },
  project: { table: 'app.project', name: 'r.name' },
  projectType: { table: 'app.project_type', name: 'r.name' },
  activity: { table: 'app.activity', name: 'r.name' },
  person: { table: 'app.team_member', name: "btrim(r.first_name || ' ' || r.last_name)" },
  tag: { table: 'app.tag', name: 'r.name' },
};

/** Names of the ids in the keys of lines, for each level. */
export function labelsOf(
  tx: Queryable,
  tenantId: string,
  groupBy: readonly ReportGroup[],
  lines: readonly { keys: readonly (string | null)[] }[],
): Promise<Record<string, string>[]> {
  return Promise.all(
    groupBy.map(async (group, level) => {
      const at = tables[group];
      const ids = new Set(lines.flatMap(({ keys }) => keys[level] ?? []));
      if (!at || ids.size === 0) return {};
      const rows = await tx.rows<{ id: string; name: string }>(
        sql`select r.id, ${raw(at.name)} as name from ${raw(at.table)} r where r.tenant_id = ${tenantId} and r.id = any(${[...ids]}::uuid[])`,
        { unnamed: true },
      );
      return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
    }),
  );
}
