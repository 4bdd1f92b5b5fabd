import type { savedReportRoutes } from '@stint/domain/api/gateway/saved-reports.ts';
import type { RouteOutput } from '@stint/domain/api/route.ts';
import type { SharedColumn } from '@stint/domain/time/report.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';

/** When, what and to whom, with who said so last. */
export type StoredPlan = Omit<NonNullable<SavedReport['schedule']>, 'nextAt'> & {
  setByID: string;
  setAt: string;
};

export type SavedReport = RouteOutput<(typeof savedReportRoutes)['GET /Reports']>[number];
export type Definition = SavedReport['definition'];

/** A saved report as it is stored. */
export type StoredReport = {
  id: string;
  name: string;
  definition: Definition;
  ownerId: string;
  ownerName: string;
  isShared: boolean;
  isPinned: boolean;
  isLinked: boolean;
  linkColumns: SharedColumn[] | null;
  linkExpiresAt: Date | null;
  plan: StoredPlan | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
};

const columns =
  raw(`s.id, s.name, s.definition, s.owner_id as "ownerId", btrim(m.first_name || ' ' || m.last_name) as "ownerName",
  s.is_shared as "isShared", s.is_pinned as "isPinned", s.share_hash is not null as "isLinked", s.share_columns as "linkColumns",
  s.share_expires_at as "linkExpiresAt", s.schedule as plan, s.created_at as "createdAt", s.updated_at as "updatedAt", s.version`);

type Reader = Pick<MemberContext, 'tenantId' | 'actor'>;

/** The own ones, the team's, and for whoever answers for it what is shown to others by a link or by mail. */
function visible({ actor }: Reader): Sql {
  const shown = can(actor, 'report.publish')
    ? sql`or s.share_hash is not null or s.schedule is not null`
    : sql``;
  return sql`s.deleted_at is null and (s.owner_id = ${actor.teamMemberID} or s.is_shared ${shown})`;
}

const tables = (tenantId: string): Sql =>
  sql`app.saved_report s join app.team_member m on m.tenant_id = ${tenantId} and m.id = s.owner_id`;

/** Pinned ones first, then by name. */
export function listReports(tx: Queryable, reader: Reader): Promise<StoredReport[]> {
  return tx.rows<StoredReport>(sql`select ${columns} from ${tables(reader.tenantId)} where s.tenant_id = ${reader.tenantId} and ${visible(reader)}
    order by s.is_pinned desc, lower(s.name), s.id`);
}

/** @throws AppError `not_found`, the same for one of somebody else that is not shared (security 3) */
export function getReport(tx: Queryable, reader: Reader, id: string): Promise<StoredReport> {
  return tx.one<StoredReport>(
    sql`select ${columns} from ${tables(reader.tenantId)} where s.tenant_id = ${reader.tenantId} and ${visible(reader)} and s.id = ${id}`,
  );
}

/** The same, kept as it is until the transaction ends. @throws AppError `not_found` */
export async function lockReport(tx: Queryable, reader: Reader, id: string): Promise<StoredReport> {
  await tx.one(
    sql`select s.id from app.saved_report s where s.tenant_id = ${reader.tenantId} and ${visible(reader)} and s.id = ${id} for update`,
  );
  return getReport(tx, reader, id);
}

export async function countOwnReports(tx: Queryable, { tenantId, actor }: Reader): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`select count(*) as count from app.saved_report
    where tenant_id = ${tenantId} and owner_id = ${actor.teamMemberID} and deleted_at is null`);
  return count;
}

export type ReportFields = Pick<StoredReport, 'name' | 'definition' | 'isShared' | 'isPinned'>;

export function insertReport(
  tx: Queryable,
  { tenantId, actor }: Reader,
  { id, now, ...fields }: ReportFields & { id: string; now: Date },
): Promise<number> {
  const { name, definition, isShared, isPinned } = fields;
  return tx.run(sql`insert into app.saved_report
      (tenant_id, id, owner_id, name, definition, is_shared, is_pinned, created_at, updated_at)
    values (${tenantId}, ${id}, ${actor.teamMemberID}, ${name.trim()}, ${JSON.stringify(definition)}, ${isShared}, ${isPinned}, ${now}, ${now})`);
}

export function updateReport(
  tx: Queryable,
  tenantId: string,
  { id, now, ...fields }: ReportFields & { id: string; now: Date },
): Promise<number> {
  const { name, definition, isShared, isPinned } = fields;
  return tx.run(sql`update app.saved_report set name = ${name.trim()}, definition = ${JSON.stringify(definition)}, is_shared = ${isShared},
      is_pinned = ${isPinned}, updated_at = ${now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`);
}

/** Its link is forgotten with it, and so is what was mailed of it. */
export function removeReport(tx: Queryable, tenantId: string, id: string, now: Date): Promise<number> {
  return tx.run(sql`update app.saved_report set deleted_at = ${now}, updated_at = ${now}, version = version + 1,
      share_hash = null, share_columns = null, share_expires_at = null, schedule = null
    where tenant_id = ${tenantId} and id = ${id}`);
}

export type NewLink = { hash: Buffer; columns: readonly SharedColumn[]; expiresAt: Date | null };

/** @param link null withdraws the one that there is */
export function setLink(tx: Queryable, tenantId: string, id: string, link: NewLink | null): Promise<number> {
  return tx.run(sql`update app.saved_report set share_hash = ${link?.hash ?? null},
      share_columns = ${link ? [...link.columns] : null}, share_expires_at = ${link?.expiresAt ?? null}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`);
}

/** @param plan null ends the one that there is. What was due before is not sent any more. */
export function setPlan(
  tx: Queryable,
  tenantId: string,
  id: string,
  { plan, now }: { plan: StoredPlan | null; now: Date },
): Promise<number> {
  return tx.run(sql`update app.saved_report set schedule = ${plan ? JSON.stringify(plan) : null}::jsonb,
      scheduled_for = ${plan ? now : null}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`);
}

/** How many of these people are members now. */
export async function countMembers(tx: Queryable, tenantId: string, ids: readonly string[]): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`select count(*) as count from app.team_member
    where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[]) and status = 'active' and user_id is not null`);
  return count;
}

/** Takes one receiver out of a plan; a plan that nobody gets any more ends. */
export async function removeReceiver(
  tx: Queryable,
  tenantId: string,
  id: string,
  teamMemberID: string,
): Promise<void> {
  await tx.run(sql`update app.saved_report set version = version + 1,
      schedule = case when jsonb_array_length(schedule -> 'receiverIDs') > 1
        then jsonb_set(schedule, '{receiverIDs}', (schedule -> 'receiverIDs') - ${teamMemberID}::text) end
    where tenant_id = ${tenantId} and id = ${id} and schedule -> 'receiverIDs' ? ${teamMemberID}::text`);
}
