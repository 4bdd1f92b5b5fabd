import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import {
  amountOf,
  billRate,
  type MemberRate,
  type RatedEntry,
  type RateMode,
} from '../rates/rate.fixture.ts';

type Entry = RatedEntry & {
  id: string;
  /** The total that it is part of. */
  day: string;
  activityID: string | null;
  clientID: string | null;
  projectTypeID: string | null;
  weekEndDate: string;
  status: string;
  minutes: number;
  rateMode: RateMode;
  currency: string;
  workspaceCurrency: string;
  projectRate: number | null;
  clientRate: number | null;
  activityRate: number | null;
};
type StandardRate = {
  projectID: string | null;
  activityID: string | null;
  clientID: string | null;
  amount: number;
  effectiveFrom: string;
};
type Worth = { amount: number; currency: string };

/** An entry with what it is billed at and what it costs; null without a rate. */
export type PricedEntry = Entry & { bill: Worth | null; cost: Worth | null };

/**
 * What the days of weeks that are not approved are worth, each entry by the rules of `rate.fixture.ts` and without any
 * statement of the product; null where nothing is billed.
 */
export async function worthOfOpenDays(
  db: Queryable,
  tenantId: string,
): Promise<Record<string, number | null>> {
  const worth: Record<string, number | null> = {};
  for (const { day, status, bill } of await pricedEntries(db, tenantId))
    if (status !== 'approved') worth[day] = bill === null ? null : (worth[day] ?? 0) + bill.amount;
  return worth;
}

/** Living entries in the order of their ids, each at the rates of now by the rules of `rate.fixture.ts`. */
export async function pricedEntries(db: Queryable, tenantId: string): Promise<PricedEntry[]> {
  const entries = await db.rows<Entry>(sql`
    select concat_ws('/', e.team_member_id, e.work_on, e.project_id, coalesce(e.activity_id::text, '-'), e.is_billable) as day,
      e.id, e.team_member_id as "teamMemberID", e.project_id as "projectID", e.activity_id as "activityID", p.client_id as "clientID",
      p.project_type_id as "projectTypeID", e.work_on as "workDate", e.week_end_on as "weekEndDate", w.status,
      e.minutes, e.is_billable as "isBillable", p.rate_mode as "rateMode",
      coalesce(c.currency, t.currency) as currency, t.currency as "workspaceCurrency", p.hourly_rate_minor as "projectRate",
      c.default_rate_minor as "clientRate", l.rate_minor as "activityRate"
    from app.timesheet_entry e
      join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on
      join app.tenant t on t.tenant_id = ${tenantId}
      join app.project p on p.tenant_id = ${tenantId} and p.id = e.project_id
      left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
      left join app.project_activity l on l.tenant_id = ${tenantId} and l.project_id = e.project_id and l.activity_id = e.activity_id
    where e.tenant_id = ${tenantId} and e.deleted_at is null order by e.id`);
  const standard = await db.rows<StandardRate>(sql`
    select r.project_id as "projectID", r.activity_id as "activityID", r.client_id as "clientID", r.amount_minor as amount,
      r.effective_from as "effectiveFrom" from app.standard_rate r where r.tenant_id = ${tenantId}`);
  const memberRates = await db.rows<MemberRate>(sql`
    select r.team_member_id as "teamMemberID", r.project_id as "projectID", r.kind, r.amount_minor as amount, r.currency,
      r.effective_from as "effectiveFrom" from app.member_rate r where r.tenant_id = ${tenantId}`);
  return entries.map((entry) => {
    const { minutes, currency } = entry;
    const rate = billRate(entry, { ...entry, memberRates, dated: datedOf(entry, standard) });
    const cost = costRate(entry, memberRates);
    return {
      ...entry,
      bill: rate === null ? null : { amount: amountOf(minutes, rate), currency },
      cost: cost && { amount: amountOf(minutes, cost.amount), currency: cost.currency },
    };
  });
}

/** What an hour of somebody costs, whatever its currency: on that project, else anywhere; of each the latest that has begun. */
function costRate(entry: RatedEntry, rates: readonly MemberRate[]): MemberRate | null {
  const { teamMemberID, projectID, workDate } = entry;
  const inForce = rates
    .filter((rate) => rate.kind === 'cost' && rate.teamMemberID === teamMemberID)
    .filter(({ effectiveFrom }) => effectiveFrom <= workDate)
    .toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1));
  return (
    inForce.find((rate) => rate.projectID === projectID) ?? inForce.find((rate) => !rate.projectID) ?? null
  );
}

function datedOf({ projectID, activityID, clientID }: Entry, standard: readonly StandardRate[]) {
  const of = (project: string | null, activity: string | null, client: string | null) =>
    standard.filter(
      (rate) => rate.projectID === project && rate.activityID === activity && rate.clientID === client,
    );
  return {
    project: of(projectID, null, null),
    activityOnProject: activityID === null ? [] : of(projectID, activityID, null),
    activity: activityID === null ? [] : of(null, activityID, null),
    client: clientID === null ? [] : of(null, null, clientID),
  };
}
