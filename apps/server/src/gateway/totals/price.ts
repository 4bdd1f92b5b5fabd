import { type Sql, sql } from '../../platform/sql.ts';

/** Keeps a lateral row as one: else each use of a price has its searches anew, to be planned and to be run. */
export const once: Sql = sql`offset 0`;

/** Which prices of before stay, as conditions: what is billed, and what it costs. */
type Kept = { bill: Sql; cost: Sql };

/**
 * The prices of a day `g` (person, project, activity, billable) of a project `p`, its client `c` and the workspace `t`: a
 * lateral row `v` with the hourly rates that hold on that day. `rates/rate.fixture.ts` says the same rules in another way,
 * for tests to compare. What a day is billed at is in the currency of the project's client; costs are each in their own, the
 * project's rate before the general one. Where the prices of before stay, the search is spared.
 * @param rateId a rate by date: `v` says whether it is the one that decides
 */
export function pricesOf(tenantId: string, kept: Kept, rateId?: string): Sql {
  const isInForce = sql`r.tenant_id = ${tenantId} and r.team_member_id = g.team_member_id
    and (r.project_id = g.project_id or r.project_id is null) and r.effective_from <= g.work_on`;
  const latest = sql`order by r.project_id is null, r.effective_from desc limit 1`;
  const currency = sql`coalesce(c.currency, t.currency)`;
  const isByMember = sql`g.is_billable and p.rate_mode = 'member' and not ${kept.bill}`;
  const isByActivity = sql`g.is_billable and p.rate_mode = 'activity' and not ${kept.bill}`;
  const none = sql`r.client_id is null`;
  const standard = (of: Sql, amount: Sql) => sql`(select ${amount} from app.standard_rate r
    where r.tenant_id = ${tenantId} and ${of} and r.effective_from <= g.work_on order by r.effective_from desc limit 1)`;
  const special = (amount: Sql) => {
    const ofMember = sql`select ${amount} from app.member_rate r
      where ${isInForce} and r.kind = 'bill' and r.currency = ${currency} ${latest}`;
    // An activity's rate on all projects is money of the workspace: it prices nothing that is billed in another.
    const ofActivity = sql`coalesce(
      ${standard(sql`${none} and r.project_id = g.project_id and r.activity_id = g.activity_id`, amount)},
      (select l.rate_minor from app.project_activity l
        where l.tenant_id = ${tenantId} and l.project_id = g.project_id and l.activity_id = g.activity_id),
      case when ${currency} = t.currency
        then ${standard(sql`${none} and r.project_id is null and r.activity_id = g.activity_id`, amount)} end)`;
    return sql`case when ${isByMember} then (${ofMember}) when ${isByActivity} then (${ofActivity}) end`;
  };
  const billed = (
    ofSpecial: Sql,
    amount: Sql,
  ) => sql`case when g.is_billable and p.rate_mode <> 'none' and not ${kept.bill}
    then coalesce(${ofSpecial}, ${standard(sql`${none} and r.project_id = g.project_id and r.activity_id is null`, amount)}, p.hourly_rate_minor,
      ${standard(sql`r.client_id = p.client_id`, amount)}, c.default_rate_minor) end`;
  const stored = sql`r.amount_minor`;
  // No amount is below nothing: a day that comes to this mark is priced by that rate.
  const marked = sql`case when r.id = ${rateId}::uuid then -1 else r.amount_minor end`;
  const decides =
    rateId === undefined
      ? sql``
      : sql`coalesce(${billed(special(marked), marked)} = -1, false) as is_bill_of_rate,
        coalesce(o.id = ${rateId}, false) as is_cost_of_rate,`;
  return sql`cross join lateral (
      select ${special(stored)} as special ${once}
    ) s left join lateral (
      select ${rateId === undefined ? sql`` : sql`r.id, `}r.amount_minor, r.currency from app.member_rate r where ${isInForce} and r.kind = 'cost' and not ${kept.cost} ${latest}
    ) o on true cross join lateral (
      select ${billed(sql`s.special`, stored)} as bill_rate, ${decides}
        ${currency} as bill_currency, o.amount_minor as cost_rate, o.currency as cost_currency,
        ${isByMember} and s.special is null
          and exists (select from app.member_rate r where ${isInForce} and r.kind = 'bill') as is_other_currency ${once}
    ) v`;
}

/** `amountOf` of that fixture for each of several entries, and their sum; null without a rate. */
export function sumOfAmounts(parts: Sql, rate: Sql): Sql {
  return sql`(select sum((part::bigint * ${rate} * 2 + 60) / 120)::bigint from unnest(${parts}) part)`;
}

/** `amountOf` of that fixture for one entry; null without a rate. */
export function amountOfEntry(minutes: Sql, rate: Sql): Sql {
  return sql`((${minutes}::bigint * ${rate} * 2 + 60) / 120)`;
}
