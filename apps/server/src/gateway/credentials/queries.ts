import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** Something that acts for the workspace, whoever made it. */
export type CredentialRow = {
  id: string;
  kind: 'webhook' | 'sharedReport' | 'scheduledReport';
  name: string;
  isActive: boolean;
  createdAt: Date;
  makerID: string | null;
  makerName: string | null;
  /** Whom to ask the provider for; null when the membership is over. */
  makerUuid: string | null;
};

/** What goes on without a person: webhooks, links to reports, and reports that are mailed by a plan. */
export function listCredentials(tx: Queryable, tenantId: string): Promise<CredentialRow[]> {
  return tx.rows<CredentialRow>(sql`
    select c.id, c.kind, c.name, c.is_active as "isActive", c.created_at as "createdAt", m.id as "makerID",
      btrim(m.first_name || ' ' || m.last_name) as "makerName", case when m.status = 'active' then m.user_id end as "makerUuid"
    from (
      select id, 'webhook' as kind, url as name, is_active, created_at, created_by as maker_id
        from app.webhook where tenant_id = ${tenantId}
      union all select id, 'sharedReport', name, coalesce(share_expires_at > now(), true), created_at, owner_id
        from app.saved_report where tenant_id = ${tenantId} and share_hash is not null and deleted_at is null
      union all select id, 'scheduledReport', name, true, created_at, coalesce((schedule ->> 'setByID')::uuid, owner_id)
        from app.saved_report where tenant_id = ${tenantId} and schedule is not null and deleted_at is null
    ) c left join app.team_member m on m.tenant_id = ${tenantId} and m.id = c.maker_id
    order by c.created_at, c.id, c.kind`);
}
