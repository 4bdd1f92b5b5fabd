import type { Transaction } from '../../platform/database.ts';
import type { Http } from '../../platform/http.ts';
import { raw, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { type Anew, countedDays, type Days } from '../totals/count.ts';
import type { Answer } from './answer.ts';
import { write } from './write.ts';

export type Preview = Answer<'POST /Rates/Preview'>;
type Change = Preview['open'];
type Row = {
  isApproved: boolean;
  entries: number;
  minutes: number;
  lockedMinutes: number;
  before: number | null;
  currencyBefore: string | null;
  after: number | null;
  currencyAfter: string | null;
};

/** A person's whole past at once, beside other work. */
const patience = { statementTimeoutMs: 30_000, attempts: 1 } as const;

const columns = {
  bill: { amount: raw('bill_minor'), currency: raw('bill_currency') },
  cost: { amount: raw('cost_minor'), currency: raw('cost_currency') },
} as const;

/** The work was only tried: thrown so that nothing of it is kept. */
class OnlyTried extends Error {}

/** Which days may be worth something else, and what of them is priced anew. */
type Priced = { days: Days; anew: NonNullable<Anew> };

/**
 * What a change of prices would do to recorded time. It is made by the same statements as for good and priced by the same ones, in a
 * transaction that is taken back: so what is announced is what happens.
 * @param change makes it, all but the pricing
 */
export async function previewChange(
  context: MemberContext,
  http: Http,
  change: (tx: Transaction) => Promise<Priced>,
): Promise<Preview> {
  let found: Preview | null = null;
  const work = async (tx: Transaction): Promise<never> => {
    found = fold(await readChanges(tx, context.tenantId, await change(tx)));
    throw new OnlyTried();
  };
  try {
    await write(context, http, { entity: {}, work, again: work, options: patience });
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error;
  }
  return found ?? { open: nothing(), approved: nothing() };
}

function readChanges(tx: Transaction, tenantId: string, { days, anew }: Priced): Promise<Row[]> {
  const { amount, currency } = columns[anew.kind];
  return tx.rows<Row>(sql`
    select w.status = 'approved' as "isApproved", sum(s.entries)::bigint as entries, sum(s.minutes)::bigint as minutes,
      coalesce(sum(s.minutes) filter (where s.work_on <= t.lock_on), 0)::bigint as "lockedMinutes",
      sum(d.${amount})::bigint as before, d.${currency} as "currencyBefore",
      sum(s.${amount})::bigint as after, s.${currency} as "currencyAfter"
    from (${countedDays(tenantId, days, anew)}) s
      join app.tenant t on t.tenant_id = ${tenantId}
      join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = s.team_member_id and w.week_end_on = s.week_end_on
      join app.day_total d on d.tenant_id = ${tenantId} and d.team_member_id = s.team_member_id and d.week_end_on = s.week_end_on
        and d.work_on = s.work_on and d.project_id = s.project_id and d.activity_id is not distinct from s.activity_id
        and d.is_billable = s.is_billable
    where (d.${amount}, d.${currency}) is distinct from (s.${amount}, s.${currency})
    group by w.status = 'approved', d.${currency}, s.${currency}`);
}

function nothing(): Change {
  return { entries: 0, minutes: 0, lockedMinutes: 0, before: [], after: [] };
}

function fold(rows: readonly Row[]): Preview {
  const preview: Preview = { open: nothing(), approved: nothing() };
  for (const row of rows) {
    const change = row.isApproved ? preview.approved : preview.open;
    change.entries += row.entries;
    change.minutes += row.minutes;
    change.lockedMinutes += row.lockedMinutes;
    addTo(change.before, row.currencyBefore, row.before);
    addTo(change.after, row.currencyAfter, row.after);
  }
  return preview;
}

/** Money of two currencies is never added. */
function addTo(sums: Change['before'], currency: string | null, amount: number | null): void {
  if (currency === null || amount === null) return;
  const sum = sums.find((each) => each.currency === currency);
  if (sum) sum.amount += amount;
  else sums.push({ currency, amount });
}
