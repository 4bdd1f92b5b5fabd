import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { NewPerson, Plan } from './plan.ts';

/** People who never signed in here: placeholders, who become the real person when that address is invited. */
export async function makePeople(
  tx: Transaction,
  tenantId: string,
  people: readonly NewPerson[],
  now: Date,
): Promise<void> {
  if (people.length === 0) return;
  await tx.run(sql`insert into app.team_member (tenant_id, id, first_name, last_name, email, role, status, role_updated_at, created_at, updated_at)
    select ${tenantId}::uuid, r.id, r."firstName", r."lastName", r.email, 'member', 'placeholder', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(people)}) as r (id uuid, "firstName" text, "lastName" text, email text) returning 1 as one`);
}

/** Clients, activities, tags and projects that the file names and the workspace does not have. */
export async function makeNamed(
  tx: Transaction,
  tenantId: string,
  { clients, projects, activities, tags }: Plan['makes'],
  now: Date,
): Promise<void> {
  if (clients.length > 0)
    await tx.run(sql`insert into app.client (tenant_id, id, name, created_at, updated_at)
      select ${tenantId}::uuid, r.id, r.name, ${now}::timestamptz, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(clients)}) as r (id uuid, name text) returning 1 as one`);
  if (activities.length > 0)
    await tx.run(sql`insert into app.activity (tenant_id, id, name, sort_order, created_at, updated_at)
      select ${tenantId}::uuid, r.id, r.name, 1000, ${now}::timestamptz, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(activities)}) as r (id uuid, name text) returning 1 as one`);
  if (tags.length > 0)
    await tx.run(sql`insert into app.tag (tenant_id, id, name, created_at, updated_at)
      select ${tenantId}::uuid, r.id, r.name, ${now}::timestamptz, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(tags)}) as r (id uuid, name text) returning 1 as one`);
  if (projects.length === 0) return;
  const types = await tx.rows<{
    id: string;
    isBillable: boolean;
  }>(sql`select y.id, y.billable_default as "isBillable"
    from app.project_type y where y.tenant_id = ${tenantId} and y.is_active order by y.sort_order, y.id`);
  const rows = projects.map((project) => ({
    ...project,
    typeId: (types.find(({ isBillable }) => isBillable === project.isBillable) ?? types[0])?.id,
  }));
  await tx.run(sql`insert into app.project (tenant_id, id, name, client_id, project_type_id, is_billable, created_at, updated_at)
    select ${tenantId}::uuid, r.id, r.name, r."clientId", r."typeId", r."isBillable", ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}) as r (id uuid, name text, "clientId" uuid, "typeId" uuid, "isBillable" boolean) returning 1 as one`);
}
