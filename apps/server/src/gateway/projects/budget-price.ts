import { type Sql, sql } from '../../platform/sql.ts';

/**
 * What budgets in money need of a project: columns that go with alias `p`, its client `c` and its workspace `t`, and that
 * `pricedEntry` reads from alias `x`. A project's money is in the currency of its client.
 */
export const moneyColumns: Sql = sql`p.budget_kind, p.rate_mode, p.hourly_rate_minor, c.default_rate_minor as client_rate_minor,
  coalesce(c.currency, t.currency) as currency`;

/**
 * A lateral row `v` about entry `e` of project `x` with a budget in money (or of every project where `isPriced` is true):
 * its price in minor units, whether no rate applies, and whether its person is paid in another currency. The same as
 * `budgetUse` of the domain, entry by entry.
 */
export function pricedEntry(tenantId: string, isPriced: Sql = sql`x.budget_kind = 'amount'`): Sql {
  const isInForce = sql`r.tenant_id = ${tenantId} and r.team_member_id = e.team_member_id and r.kind = 'bill'
    and (r.project_id = x.id or r.project_id is null) and r.effective_from <= e.work_on`;
  const ofMember = sql`select r.amount_minor from app.member_rate r where ${isInForce} and r.currency = x.currency
    order by r.project_id is null, r.effective_from desc limit 1`;
  const ofActivity = sql`select l.rate_minor from app.project_activity l
    where l.tenant_id = ${tenantId} and l.project_id = x.id and l.activity_id = e.activity_id`;
  return sql`cross join lateral (
      select case when ${isPriced} and e.is_billable then
        case x.rate_mode when 'member' then (${ofMember}) when 'activity' then (${ofActivity}) end end as special
    ) s cross join lateral (
      select case when x.rate_mode <> 'none' then coalesce(s.special, x.hourly_rate_minor, x.client_rate_minor) end as rate
    ) h cross join lateral (
      select case when ${isPriced} and e.is_billable then (e.minutes::bigint * h.rate * 2 + 60) / 120 end as amount,
        ${isPriced} and e.is_billable and h.rate is null as is_unpriced,
        ${isPriced} and e.is_billable and x.rate_mode = 'member' and s.special is null
          and exists (select from app.member_rate r where ${isInForce}) as is_other_currency
    ) v`;
}
