import { randomBytes } from 'node:crypto';
import type { calendarRoutes } from '@stint/domain/api/gateway/calendar.ts';
import { AppError } from '@stint/domain/errors.ts';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { plainDateAt } from '@stint/domain/time/zone.ts';
import { workspaceUrl } from '@stint/domain/workspace/host.ts';
import { roleBehind } from '@stint/domain/workspace/own-credential.ts';
import type { Database } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { hashSecret } from '../access/personal-tokens.ts';
import type { FeatureHandlers, GatewayParts } from '../feature.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { calendarText, type FeedEntry } from './ics.ts';

const daysBack = 90;
const daysAhead = 30;

/** A person's entries as a calendar that any program can subscribe to, at an address that is itself the key. */
export function calendarHandlers(parts: GatewayParts): FeatureHandlers<typeof calendarRoutes> {
  return {
    'GET /Calendar': async (_input, { database, tenantId, actor }) => {
      const [row] = await database.tenantRows<{ createdAt: Date; lastUsedAt: Date | null }>(
        tenantId,
        sql`select created_at as "createdAt", last_used_at as "lastUsedAt" from app.calendar_feed
          where tenant_id = ${tenantId} and team_member_id = ${actor.teamMemberID}`,
      );
      return {
        isActive: row !== undefined,
        createdAt: row?.createdAt.toISOString() ?? null,
        lastUsedAt: row?.lastUsedAt?.toISOString() ?? null,
      };
    },
    'POST /Calendar': async (_input, context) => {
      const { database, tenantId, actor, info, workspace } = context;
      const secret = randomBytes(32).toString('hex');
      await database.withTenant(tenantId, async (tx) => {
        await tx.run(sql`
          insert into app.calendar_feed (tenant_id, team_member_id, secret_hash, created_at)
          values (${tenantId}, ${actor.teamMemberID}, ${hashSecret(secret)}, ${info.now})
          on conflict (tenant_id, team_member_id) do update set secret_hash = excluded.secret_hash, created_at = excluded.created_at, last_used_at = null`);
        await writeAudit(tx, auditSource(context), [
          { entity: 'calendar', entityId: actor.teamMemberID, action: 'created' },
        ]);
      });
      const path = `/api/Calendar/${workspace.region.code}_${workspace.publicId}_${secret}.ics`;
      const site = { protocol: parts.config.scheme, mainDomain: parts.config.mainDomain };
      return { url: workspaceUrl(workspace.slug, site, path) };
    },
    'DELETE /Calendar': async (_input, context) => {
      const { database, tenantId, actor } = context;
      await database.withTenant(tenantId, async (tx) => {
        await tx.run(
          sql`delete from app.calendar_feed where tenant_id = ${tenantId} and team_member_id = ${actor.teamMemberID}`,
        );
        await writeAudit(tx, auditSource(context), [
          { entity: 'calendar', entityId: actor.teamMemberID, action: 'removed' },
        ]);
      });
      return { isActive: false };
    },
    'GET /Calendar/:file': async ({ params }, { info }, { reply }) => {
      const match = /^([a-z]{2,8})_([a-z0-9]+)_([0-9a-f]{64})\.ics$/.exec(params.file);
      const located = match && (await parts.directory.find(match[1] ?? '', match[2] ?? ''));
      if (!match || located?.status !== 'active') throw new AppError('not_found');
      const { tenantId, publicId, region } = located;
      const owner = await findFeed(region.database, tenantId, hashSecret(match[3] ?? ''));
      const { standing } = await parts.standings.get(owner.userUuid);
      if (roleBehind({ kind: 'calendar', madeAt: owner.createdAt }, standing, publicId) === null)
        throw new AppError('not_found');
      const feed = await readFeed(region.database, tenantId, owner.id, info.now);
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="stint.ics"')
        .send(calendarText(feed));
    },
  };
}

/** Whose feed an address opens. @throws AppError `not_found` */
async function findFeed(database: Database, tenantId: string, secretHash: Buffer) {
  const [owner] = await database.tenantRows<{ id: string; userUuid: string; createdAt: Date }>(
    tenantId,
    sql`select m.id, m.user_id as "userUuid", f.created_at as "createdAt"
      from app.calendar_feed f join app.team_member m on m.tenant_id = ${tenantId} and m.id = f.team_member_id
      where f.tenant_id = ${tenantId} and f.secret_hash = ${secretHash} and m.status = 'active' and m.user_id is not null`,
  );
  if (!owner) throw new AppError('not_found');
  return owner;
}

type Feed = { name: string; entries: FeedEntry[] };

async function readFeed(database: Database, tenantId: string, memberId: string, now: Date): Promise<Feed> {
  return database.withTenant(tenantId, async (tx) => {
    const owner = await tx.one<{ id: string; name: string; timeZone: string }>(sql`
      update app.calendar_feed f set last_used_at = ${now} from app.team_member m, app.tenant t
      where f.tenant_id = ${tenantId} and f.team_member_id = ${memberId} and m.tenant_id = ${tenantId} and m.id = f.team_member_id
        and t.tenant_id = ${tenantId}
      returning m.id, t.name, coalesce(m.time_zone, t.time_zone) as "timeZone"`);
    const today = plainDateAt(now, owner.timeZone);
    const entries = await tx.rows<FeedEntry>(sql`
      select e.id, e.work_on as "workDate", e.minutes, e.started_at as "startedAt", e.ended_at as "endedAt", e.comment, e.updated_at as "updatedAt",
        e.version, p.name as "projectName", c.name as "clientName", a.name as "activityName"
      from app.timesheet_entry e join app.project p on p.tenant_id = ${tenantId} and p.id = e.project_id
        left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
        left join app.activity a on a.tenant_id = ${tenantId} and a.id = e.activity_id
      where e.tenant_id = ${tenantId} and e.team_member_id = ${owner.id} and e.deleted_at is null and e.minutes > 0
        and e.work_on between ${addDays(today, -daysBack)} and ${addDays(today, daysAhead)}
      order by e.work_on, e.started_at nulls first, e.id`);
    return { name: owner.name, entries };
  });
}
