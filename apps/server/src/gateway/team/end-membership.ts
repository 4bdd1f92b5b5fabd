import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/**
 * What ends with somebody's membership: the seat, deciding on others, the running timer, and what was theirs to act for
 * them. Time stays, and so does what belongs to the workspace, of which its owners are told.
 */
export async function endMembership(tx: Queryable, tenantId: string, id: string, now: Date): Promise<void> {
  await Promise.all([
    tx.run(sql`update app.team_member set status = 'archived', archived_at = ${now}, updated_at = ${now}, version = version + 1
      where tenant_id = ${tenantId} and id = ${id}`),
    tx.run(sql`update app.team_member set approver_id = null, updated_at = ${now}, version = version + 1
      where tenant_id = ${tenantId} and approver_id = ${id}`),
    tx.run(sql`delete from app.timer where tenant_id = ${tenantId} and team_member_id = ${id}`),
    tx.run(sql`delete from app.calendar_feed where tenant_id = ${tenantId} and team_member_id = ${id}`),
    tx.run(sql`delete from app.event_feed where tenant_id = ${tenantId} and team_member_id = ${id}`),
    tx.run(sql`delete from app.hidden_event where tenant_id = ${tenantId} and team_member_id = ${id}`),
    tx.run(
      sql`update app.personal_token set revoked_at = ${now} where tenant_id = ${tenantId} and team_member_id = ${id} and revoked_at is null`,
    ),
    tellOwners(tx, tenantId, id),
  ]);
}

/** One mail for each owner who stays, where the one who goes made anything that goes on. */
async function tellOwners(tx: Queryable, tenantId: string, id: string): Promise<void> {
  const owners = await tx.rows<{ id: string }>(sql`
    select o.id from app.team_member o
    where o.tenant_id = ${tenantId} and o.role = 'owner' and o.status = 'active' and o.id <> ${id}
      and (exists (select from app.webhook w where w.tenant_id = ${tenantId} and w.created_by = ${id})
        or exists (select from app.saved_report r where r.tenant_id = ${tenantId} and r.deleted_at is null
          and ((r.share_hash is not null and r.owner_id = ${id})
            or (r.schedule is not null and coalesce((r.schedule ->> 'setByID')::uuid, r.owner_id) = ${id}))))`);
  // By itself: in one statement Citus would run the function where the people are, and the queue is elsewhere.
  await tx.run(sql`
    select app.enqueue('credentials.mail', gen_random_uuid(), ${tenantId}::uuid,
      jsonb_build_object('makerID', ${id}::uuid, 'ownerID', o.id), null, 'credentials.mail:' || ${id}::text || ':' || o.id)
    from unnest(${owners.map((owner) => owner.id)}::uuid[]) o(id)`);
}
