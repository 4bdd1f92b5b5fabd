import { alertsDue } from '@stint/domain/time/budget.ts';
import { HOUR_MS } from '@stint/domain/time/units.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { emitEvent } from '../jobs/events.ts';
import { enqueue } from '../jobs/queue.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import type { PeriodicTask } from '../jobs/worker.ts';
import { dayTotals } from '../totals/rows.ts';

type ProjectRow = {
  id: string;
  name: string;
  /** First day of the month for budgets of a month, 0001-01-01 for the whole project. */
  periodStartOn: string;
  budget: number;
  used: number;
  alertPercents: number[];
  sentPercents: number[];
};

/**
 * Tells once each that a budget has reached one of its percentages: an event for webhooks, and a mail to the manager about
 * the highest. Budgets are in hours, or in money at the rates of the day.
 */
export function budgetAlerts(clock: Clock): PeriodicTask {
  return forEachTenant('budgets', HOUR_MS / 4, (tenantId, { database }) =>
    database.withTenant(
      tenantId,
      async (tx) => {
        for (const project of await readBudgets(tx, tenantId, clock.now()))
          await alert(tx, clock, tenantId, project);
      },
      { statementTimeoutMs: 30_000, planForValues: true },
    ),
  );
}

async function alert(tx: Transaction, clock: Clock, tenantId: string, project: ProjectRow): Promise<void> {
  const now = clock.now();
  const raised: number[] = [];
  for (const percent of alertsDue(project)) {
    raised.push(
      await tx.run(sql`insert into app.budget_alert (tenant_id, project_id, period_start_on, percent, raised_at)
        values (${tenantId}, ${project.id}, ${project.periodStartOn}, ${percent}, ${now}) on conflict do nothing`),
    );
    const data = { projectID: project.id, projectName: project.name, percent };
    if (raised.at(-1) === 1) await emitEvent(tx, clock, tenantId, { event: 'budget.alert', data });
  }
  if (!raised.includes(1)) return;
  const percent = Math.max(...alertsDue(project));
  const payload = { projectID: project.id, percent };
  await enqueue(tx, clock, {
    kind: 'budget.mail',
    tenantId,
    payload,
    key: `budget:${project.id}:${percent}:${project.periodStartOn}`,
  });
}

function readBudgets(tx: Transaction, tenantId: string, now: Date): Promise<ProjectRow[]> {
  return tx.rows<ProjectRow>(
    sql`select x.id, x.name, x.period_start_on::text as "periodStartOn", x.budget, x.alert_percents as "alertPercents",
        case x.budget_kind when 'hours' then u.minutes else u.amount end as used,
        array(select a.percent from app.budget_alert a
          where a.tenant_id = ${tenantId} and a.project_id = x.id and a.period_start_on = x.period_start_on) as "sentPercents"
      from (select p.id, p.name, p.budget_kind, coalesce(c.currency, t.currency) as currency, p.alert_percents,
          case p.budget_kind when 'hours' then p.budget_minutes::bigint else p.budget_amount_minor end as budget,
          case p.budget_period when 'month' then date_trunc('month', ${now}::timestamptz at time zone t.time_zone)::date
            else date '0001-01-01' end as period_start_on
        from app.project p join app.tenant t on t.tenant_id = ${tenantId}
          left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
        where p.tenant_id = ${tenantId} and p.archived_at is null and p.deleted_at is null and p.budget_kind in ('hours', 'amount')) x
      cross join lateral (select coalesce(sum(e.minutes), 0) as minutes, coalesce(sum(e.bill_minor) filter (where e.bill_currency = x.currency), 0)::bigint as amount
        from ${dayTotals(tenantId)} e where e.project_id = x.id and e.work_on >= x.period_start_on) u
      where x.budget > 0 and u.minutes > 0`,
  );
}
