import { addDays } from '@stint/domain/time/plain-date.ts';
import { unseen } from '../../platform/change-feed/record.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { raw, sql } from '../../platform/sql.ts';

export type FeedRow = {
  id: string;
  teamMemberID: string;
  name: string;
  host: string;
  /** Sealed. */
  address: string;
  /** Sealed; null before the first read. */
  events: string | null;
  createdAt: Date;
  /** Since when a read is under way or waits. */
  askedAt: Date | null;
  fetchedAt: Date | null;
  triedAt: Date | null;
  failures: number;
  problem: string | null;
  /** How many more events the calendar has than are kept of it. */
  leftOut: number;
  seenAt: Date;
};

const columns =
  raw(`f.id, f.team_member_id as "teamMemberID", f.name, f.host, f.address, f.events, f.created_at as "createdAt",
  f.asked_at as "askedAt", f.fetched_at as "fetchedAt", f.tried_at as "triedAt", f.failures, f.problem, f.left_out as "leftOut", f.seen_at as "seenAt"`);

/** Whose feeds: another person's are not there. */
export type Owner = { tenantId: string; teamMemberID: string };

export function listFeeds(tx: Queryable, { tenantId, teamMemberID }: Owner): Promise<FeedRow[]> {
  return tx.rows(sql`select ${columns} from app.event_feed f
    where f.tenant_id = ${tenantId} and f.team_member_id = ${teamMemberID} order by f.created_at, f.id`);
}

/** @throws AppError `not_found` */
export function getFeed(tx: Queryable, { tenantId, teamMemberID }: Owner, id: string): Promise<FeedRow> {
  return tx.one(sql`select ${columns} from app.event_feed f
    where f.tenant_id = ${tenantId} and f.team_member_id = ${teamMemberID} and f.id = ${id}`);
}

export function insertFeed(
  tx: Queryable,
  { tenantId, teamMemberID }: Owner,
  feed: Pick<FeedRow, 'id' | 'name' | 'host' | 'address'> & { now: Date },
): Promise<number> {
  const { id, name, host, address, now } = feed;
  return tx.run(sql`insert into app.event_feed (tenant_id, id, team_member_id, name, host, address, created_at, asked_at, seen_at)
    values (${tenantId}, ${id}, ${teamMemberID}, ${name}, ${host}, ${address}, ${now}, ${now}, ${now})`);
}

export function removeFeed(tx: Queryable, { tenantId, teamMemberID }: Owner, id: string): Promise<number> {
  return tx.run(sql`delete from app.event_feed
    where tenant_id = ${tenantId} and team_member_id = ${teamMemberID} and id = ${id}`);
}

/** The feed to be read, of somebody who still works here, with the clock that the person goes by; null where there is none. */
export function feedToRead(
  tx: Queryable,
  tenantId: string,
  id: string,
): Promise<{ address: string; timeZone: string } | null> {
  return tx.maybeOne(sql`select f.address, coalesce(m.time_zone, t.time_zone) as "timeZone"
    from app.event_feed f join app.team_member m on m.tenant_id = f.tenant_id and m.id = f.team_member_id
      join app.tenant t on t.tenant_id = f.tenant_id
    where f.tenant_id = ${tenantId} and f.id = ${id} and m.status = 'active'`);
}

/** Feeds whose owners looked at them lately and that were not tried since the time that fits their failures. */
export function dueFeeds(
  tx: Queryable,
  tenantId: string,
  { now, seenSince }: { now: Date; seenSince: Date },
) {
  return tx.rows<{ id: string }>(sql`select f.id from app.event_feed f
    where f.tenant_id = ${tenantId} and f.seen_at > ${seenSince}
      and (f.tried_at is null or f.tried_at < ${now}::timestamptz - interval '30 minutes' * power(2, least(f.failures, 6)))`);
}

export async function noteAsked(tx: Queryable, tenantId: string, id: string, now: Date): Promise<void> {
  await tx.run(
    unseen(sql`update app.event_feed set asked_at = ${now} where tenant_id = ${tenantId} and id = ${id}`),
  );
}

/** That the owner looks at them: what nobody looks at is not read. */
export async function noteSeen(tx: Queryable, { tenantId, teamMemberID }: Owner, now: Date): Promise<void> {
  await tx.run(
    unseen(sql`update app.event_feed set seen_at = ${now}
      where tenant_id = ${tenantId} and team_member_id = ${teamMemberID} and seen_at < ${now}::timestamptz - interval '1 hour'`),
  );
}

/** How a read went; events of before stay when it failed. */
export async function noteRead(
  tx: Queryable,
  tenantId: string,
  id: string,
  {
    now,
    events,
    leftOut,
    problem,
  }: { now: Date; events: string | null; leftOut: number; problem: string | null },
): Promise<void> {
  await tx.run(
    unseen(sql`update app.event_feed set asked_at = null, tried_at = ${now}, problem = ${problem},
        failures = case when ${problem}::text is null then 0 else failures + 1 end,
        fetched_at = case when ${problem}::text is null then ${now} else fetched_at end, events = coalesce(${events}, events),
        left_out = case when ${problem}::text is null then ${leftOut} else left_out end
      where tenant_id = ${tenantId} and id = ${id}`),
  );
}

export async function hiddenKeys(tx: Queryable, { tenantId, teamMemberID }: Owner): Promise<Set<string>> {
  const rows = await tx.rows<{ key: string }>(sql`select event_key as key from app.hidden_event
    where tenant_id = ${tenantId} and team_member_id = ${teamMemberID}`);
  return new Set(rows.map(({ key }) => key));
}

/** Hides an event; what was hidden more than a year ago is over and forgotten. */
export async function hideEvent(
  tx: Transaction,
  { tenantId, teamMemberID }: Owner,
  { key, now }: { key: string; now: Date },
): Promise<void> {
  await tx.run(sql`insert into app.hidden_event (tenant_id, team_member_id, event_key, hidden_at)
    values (${tenantId}, ${teamMemberID}, ${key}, ${now}) on conflict (tenant_id, team_member_id, event_key) do nothing`);
  await tx.run(sql`delete from app.hidden_event
    where tenant_id = ${tenantId} and team_member_id = ${teamMemberID} and hidden_at < ${now}::timestamptz - interval '400 days'`);
}

export async function showEvent(
  tx: Transaction,
  { tenantId, teamMemberID }: Owner,
  key: string,
): Promise<void> {
  await tx.run(sql`delete from app.hidden_event
    where tenant_id = ${tenantId} and team_member_id = ${teamMemberID} and event_key = ${key}`);
}

export type BookedRow = {
  externalRef: string | null;
  comment: string;
  projectID: string;
  activityID: string | null;
  /** Time can still be booked on it. */
  isUsable: boolean;
};

const bookedDays = 200;

/** What the person booked lately that came from an event or has a title of one as its comment, the latest first. */
export function bookedLike(
  tx: Queryable,
  { tenantId, teamMemberID }: Owner,
  { titles, day }: { titles: string[]; day: string },
): Promise<BookedRow[]> {
  return tx.rows(sql`select e.external_ref as "externalRef", e.comment, e.project_id as "projectID", e.activity_id as "activityID",
      p.archived_at is null and p.deleted_at is null and (a.id is null or (a.archived_at is null and a.deleted_at is null)) as "isUsable"
    from app.timesheet_entry e join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id
      left join app.activity a on a.tenant_id = e.tenant_id and a.id = e.activity_id
    where e.tenant_id = ${tenantId} and e.team_member_id = ${teamMemberID} and e.deleted_at is null
      and e.work_on between ${addDays(day, -bookedDays)} and ${addDays(day, bookedDays)}
      and (e.external_ref like 'ics:%' or e.comment = any(${titles}))
    order by e.work_on desc, e.created_at desc, e.id limit 2000`);
}
