import { type Sql, sql } from '../../platform/sql.ts';

/** Keeps a lateral row as one: else each use of a price has its searches anew, to be planned and to be run. */
export const once: Sql = sql`offset 0`;

/** Which prices of before stay, as conditions: what is billed, and what it costs. */
type Kept = { bill: Sql; cost: Sql };

/**
 * The prices of a day `g` (person, project, activity, billable) of a project `p`, its client `c` and the workspace `t`: a
 * lateral row `v` with the hourly rates that hold on that day, by the same rules as `billRate` of the domain. What a day
 * is billed at is in the currency of the project's client; costs are each in their own, the project's rate before the
 * general one. Where the prices of before stay, the search is spared.
 */
export function pricesOf(tenantId: string, kept: Kept): Sql {
  const isInForce = sql`r.tenant_id = ${tenantId} and r.team_member_id = g.team_member_id
    and (r.project_id = g.project_id or r.project_id is null) and r.effective_from <= g.work_on`;
  const latest = sql`order by r.project_id is null, r.effective_from desc limit 1`;
  const currency = sql`coalesce(c.currency, t.currency)`;
  const isByMember = sql`g.is_billable and p.rate_mode = 'member' and not ${kept.bill}`;
  const isByActivity = sql`g.is_billable and p.rate_mode = 'activity' and not ${kept.bill}`;
  const ofMember = sql`select r.amount_minor from app.member_rate r
    where ${isInForce} and r.kind = 'bill' and r.currency = ${currency} ${latest}`;
  const standard = (of: Sql) => sql`(select r.amount_minor from app.standard_rate r
    where r.tenant_id = ${tenantId} and ${of} and r.effective_from <= g.work_on order by r.effective_from desc limit 1)`;
  const none = sql`r.client_id is null`;
  // An activity's rate on all projects is money of the workspace: it prices nothing that is billed in another.
  const ofActivity = sql`coalesce(
    ${standard(sql`${none} and r.project_id = g.project_id and r.activity_id = g.activity_id`)},
    (select l.rate_minor from app.project_activity l
      where l.tenant_id = ${tenantId} and l.project_id = g.project_id and l.activity_id = g.activity_id),
    case when ${currency} = t.currency then ${standard(sql`${none} and r.project_id is null and r.activity_id = g.activity_id`)} end)`;
  return sql`cross join lateral (
      select case when ${isByMember} then (${ofMember}) when ${isByActivity} then (${ofActivity}) end as special ${once}
    ) s left join lateral (
      select r.amount_minor, r.currency from app.member_rate r where ${isInForce} and r.kind = 'cost' and not ${kept.cost} ${latest}
    ) o on true cross join lateral (
      select case when g.is_billable and p.rate_mode <> 'none' and not ${kept.bill}
          then coalesce(s.special, ${standard(sql`${none} and r.project_id = g.project_id and r.activity_id is null`)}, p.hourly_rate_minor,
            ${standard(sql`r.client_id = p.client_id`)}, c.default_rate_minor) end as bill_rate,
        ${currency} as bill_currency, o.amount_minor as cost_rate, o.currency as cost_currency,
        ${isByMember} and s.special is null
          and exists (select from app.member_rate r where ${isInForce} and r.kind = 'bill') as is_other_currency ${once}
    ) v`;
}

/** `amountOf` of the domain for each of several entries, and their sum; null without a rate. */
export function sumOfAmounts(parts: Sql, rate: Sql): Sql {
  return sql`(select sum((part::bigint * ${rate} * 2 + 60) / 120)::bigint from unnest(${parts}) part)`;
}

/** `amountOf` of the domain for one entry; null without a rate. */
export function amountOfEntry(minutes: Sql, rate: Sql): Sql {
  return sql`((${minutes}::bigint * ${rate} * 2 + 60) / 120)`;
}
