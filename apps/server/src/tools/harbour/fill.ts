import { addDays } from '@stint/domain/time/plain-date.ts';
import { weekStartOf } from '@stint/domain/time/week.ts';
import type { DatabaseAddress } from '../../platform/connections.ts';
import { type Copier, withCopier } from '../sample/copy.ts';
import { countTotals } from '../sample/count-totals.ts';
import { createRandom } from '../sample/random.ts';
import { copyCatalogue, memberColumns, memberRows } from './catalogue-rows.ts';
import { at } from './days.ts';
import { makeHours } from './hours.ts';
import { makeIds } from './ids.ts';
import { people } from './people.ts';
import { copyWeeks } from './week-rows.ts';
import { makeWeeks, type WeekPlan } from './weeks.ts';

export type FillOptions = { seed: string; today: string; tenantId: string; users: Map<string, string> };

/** What was written. */
export type Filling = { entries: number; weeks: WeekPlan[]; from: string };

const weeksBack = 78;

/** Fills a workspace that was just made, in one transaction as the owner of its database: the same for seed and date. */
export function fillHarbourStudio(owner: DatabaseAddress, options: FillOptions): Promise<Filling> {
  return withCopier(owner, (copier) => fill(copier, options));
}

async function fill(copier: Copier, { seed, today, tenantId, users }: FillOptions): Promise<Filling> {
  const random = createRandom(`${seed} harbour ${today}`);
  const monday = weekStartOf(today);
  const span = { from: addDays(monday, -7 * weeksBack), to: addDays(today, -1) };
  const begun = at(span.from, 8 * 60);
  const { rows: owners } = {
    rows: await copier.query<{ id: string }>(
      "select id from app.team_member where tenant_id = $1 and role = 'owner'",
      [tenantId],
    ),
  };
  await copier.query(
    `update app.tenant set currency = 'EUR', time_zone = 'Europe/Lisbon', created_at = $2, catalog_version = catalog_version + 1
     where tenant_id = $1`,
    [tenantId, begun],
  );
  await copier.query(
    `update app.subscription set status = 'active', is_simulated = true, seats = $2, current_period_ends_at = $3 where tenant_id = $1`,
    [tenantId, people.length, at(addDays(today, 27), 0)],
  );
  await copier.query('delete from app.activity where tenant_id = $1', [tenantId]);
  const members = memberRows(random, { tenantId, users, ownerMemberId: owners[0]?.id ?? '', begun });
  await copier.rows('app.team_member', memberColumns, members.rows);
  await setPeople(copier, tenantId, members.ids, begun);
  const types = await copier.query<{ id: string; name: string }>(
    'select id, name from app.project_type where tenant_id = $1',
    [tenantId],
  );
  const ids = makeIds(random, begun, {
    tenantId,
    members: members.ids,
    users,
    types: new Map(types.map(({ id, name }) => [name, id])),
  });
  await copyCatalogue(copier, random, ids, span);
  const weeks = makeWeeks(random, makeHours(random, span), today);
  const entries = await copyWeeks(copier, random, ids, weeks);
  await copier.query('analyze');
  await countTotals(copier, tenantId);
  await tellBudgets(copier, tenantId, begun);
  return { entries, weeks, from: span.from };
}

async function setPeople(
  copier: Copier,
  tenantId: string,
  ids: Map<string, string>,
  begun: Date,
): Promise<void> {
  for (const { key, approver, timeZone } of people) {
    await copier.query(
      'update app.team_member set approver_id = $3, time_zone = $4, created_at = $5 where tenant_id = $1 and id = $2',
      [tenantId, ids.get(key), ids.get(approver), timeZone, begun],
    );
  }
}

/** What budgets have reached was told long ago: nobody gets eighteen months of mail at once. */
async function tellBudgets(copier: Copier, tenantId: string, begun: Date): Promise<void> {
  await copier.query(
    `insert into app.budget_alert (tenant_id, project_id, period_start_on, percent, raised_at)
     select p.tenant_id, p.id, date '0001-01-01', percent, $2 from app.project p cross join unnest(p.alert_percents) percent
     where p.tenant_id = $1 and p.budget_kind = 'hours' and percent * p.budget_minutes::bigint <= 100 * (
       select coalesce(sum(e.minutes), 0) from app.timesheet_entry e where e.tenant_id = $1 and e.project_id = p.id)`,
    [tenantId, begun],
  );
}
