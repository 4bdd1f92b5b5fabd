import { forecastDate } from '@stint/domain/time/budget.ts';
import { type Actor, can, scopeOf } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { memberScope } from '../timesheets/see.ts';
import { dayColumns, figuresOf } from '../totals/count.ts';
import { dayTotals } from '../totals/rows.ts';
import { projectScope } from './queries.ts';

/** Days whose pace the forecast follows. */
const paceDays = 28;

type Share = { minutes: number; billableMinutes: number };
type Row = {
  today: string;
  budgetMinutes: number | null;
  budgetAmount: number | null;
  usedMinutes: number;
  currency: string;
  usedAmount: number;
  unpricedMinutes: number;
  otherCurrencyMinutes: number;
  paceMinutes: number;
  paceAmount: number;
  openEntries: number;
  total: Share;
  burn: { month: string; minutes: number; billableMinutes: number; totalMinutes: number }[];
  byMember: ({ teamMemberID: string; name: string } & Share)[];
  byActivity: ({ activityID: string | null; activityName: string | null } & Share)[];
};

/**
 * How a project burns its budget. Sums come from the same living entries as every other view; hours of a person only to
 * those who see their entries.
 */
export async function projectSummary(tx: Queryable, tenantId: string, actor: Actor, id: string) {
  const isByManager = scopeOf(actor, 'time.see') === 'managed';
  const row = await tx.one<Row>(sql`
    with project as (
      select p.id, p.budget_kind, coalesce(c.currency, t.currency) as currency, p.budget_minutes, p.budget_amount_minor, p.budget_period, p.manager_id,
        (now() at time zone t.time_zone)::date as today, date_trunc('month', now() at time zone t.time_zone)::date as month_start
      from app.project p join app.tenant t on t.tenant_id = p.tenant_id
        left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
      where p.tenant_id = ${tenantId} and t.tenant_id = ${tenantId} and p.id = ${id} and ${projectScope(tenantId, actor)}
    ), entry as (
      select e.team_member_id, e.activity_id, e.work_on, e.entries, e.minutes, case when e.is_billable then e.minutes else 0 end as billable, w.status,
        x.budget_period = 'total' or e.work_on >= x.month_start as counts, case when e.bill_currency = x.currency then e.bill_minor end as amount,
        x.budget_kind = 'amount' and e.is_billable and e.bill_rate_minor is null as is_unpriced,
        x.budget_kind = 'amount' and (e.is_other_currency or e.bill_currency <> x.currency) as is_other_currency
      from project x cross join lateral (select ${dayColumns('e')}, ${figuresOf('e')} from ${dayTotals(tenantId)} e where e.project_id = x.id) e
        join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on
    ), months as (
      select date_trunc('month', work_on)::date as month, sum(minutes)::int as minutes, sum(billable)::int as billable from entry group by 1
    )
    select x.today, case when x.budget_kind = 'hours' then x.budget_minutes end as "budgetMinutes",
      case when x.budget_kind = 'amount' then x.budget_amount_minor end as "budgetAmount",
      (select coalesce(sum(minutes), 0)::int from entry where counts) as "usedMinutes",
      x.currency, (select coalesce(sum(amount), 0)::bigint from entry where counts) as "usedAmount",
      (select coalesce(sum(minutes), 0)::int from entry where counts and is_unpriced) as "unpricedMinutes",
      (select coalesce(sum(minutes), 0)::int from entry where counts and is_other_currency) as "otherCurrencyMinutes",
      (select coalesce(sum(minutes), 0)::int from entry where work_on > x.today - ${paceDays}::int and work_on <= x.today) as "paceMinutes",
      (select coalesce(sum(amount), 0)::bigint from entry where work_on > x.today - ${paceDays}::int and work_on <= x.today) as "paceAmount",
      (select coalesce(sum(entries), 0)::int from entry where status in ('open', 'disapproved')) as "openEntries",
      (select json_build_object('minutes', coalesce(sum(minutes), 0), 'billableMinutes', coalesce(sum(billable), 0)) from entry) as total,
      (select coalesce(json_agg(json_build_object('month', m.month, 'minutes', m.minutes, 'billableMinutes', m.billable,
        'totalMinutes', m.running) order by m.month), '[]') from (select month, minutes, billable, sum(minutes) over (order by month)::int as running from months) m) as burn,
      (select coalesce(json_agg(json_build_object('teamMemberID', s.team_member_id, 'name', btrim(m.first_name || ' ' || m.last_name), 'minutes', s.minutes,
        'billableMinutes', s.billable) order by s.minutes desc, m.id), '[]')
        from (select team_member_id, sum(minutes)::int as minutes, sum(billable)::int as billable from entry group by 1) s
          join app.team_member m on m.tenant_id = ${tenantId} and m.id = s.team_member_id
        where ${memberScope(actor, 'time.see')} or (${isByManager} and x.manager_id = ${actor.teamMemberID})) as "byMember",
      (select coalesce(json_agg(json_build_object('activityID', s.activity_id, 'activityName', a.name, 'minutes', s.minutes, 'billableMinutes', s.billable)
        order by s.minutes desc, s.activity_id), '[]')
        from (select activity_id, sum(minutes)::int as minutes, sum(billable)::int as billable from entry group by 1) s
          left join app.activity a on a.tenant_id = ${tenantId} and a.id = s.activity_id) as "byActivity"
    from project x`);
  return {
    projectID: id,
    trackedMinutes: row.total.minutes,
    billableMinutes: row.total.billableMinutes,
    budgetMinutes: row.budgetMinutes,
    budgetUsedMinutes: row.usedMinutes,
    ...(can(actor, 'rate.seeBill') ? moneyOf(row) : noMoney),
    forecastDate: forecast(row, can(actor, 'rate.seeBill')),
    burn: row.burn,
    byMember: row.byMember,
    byActivity: row.byActivity,
    openEntries: row.openEntries,
  };
}

const noMoney = {
  budgetAmount: null,
  budgetUsedAmount: null,
  budgetCurrency: null,
  unpricedMinutes: null,
  otherCurrencyMinutes: null,
};

function moneyOf(row: Row) {
  if (row.budgetAmount === null) return noMoney;
  return {
    budgetAmount: row.budgetAmount,
    budgetUsedAmount: row.usedAmount,
    budgetCurrency: row.currency,
    unpricedMinutes: row.unpricedMinutes,
    otherCurrencyMinutes: row.otherCurrencyMinutes,
  };
}

/** The date of a budget in money tells of rates, so it is for those who may see them. */
function forecast(row: Row, showsMoney: boolean): string | null {
  const pace = { recentDays: paceDays, today: row.today };
  if (row.budgetAmount === null)
    return forecastDate({
      ...pace,
      used: row.usedMinutes,
      budget: row.budgetMinutes,
      recent: row.paceMinutes,
    });
  if (!showsMoney) return null;
  return forecastDate({ ...pace, used: row.usedAmount, budget: row.budgetAmount, recent: row.paceAmount });
}
