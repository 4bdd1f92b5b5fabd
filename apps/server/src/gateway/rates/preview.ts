import type { Transaction } from '../../platform/database.ts';
import type { Http } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import { raw, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { Answer } from '../shared/answer.ts';
import { write } from '../shared/write.ts';
import { countedDays } from '../totals/count.ts';
import { type CheckedRate, daysOf, storeRate } from './rates.ts';

type Preview = Answer<'POST /Rates/Preview'>;
type Change = Preview['open'];
type Row = {
  isApproved: boolean;
  minutes: number;
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

/**
 * What a rate would change. It is set by the same statements as for good and priced by the same ones, in a transaction that
 * is taken back: so what is announced is what happens.
 */
export async function previewRate(context: MemberContext, http: Http, rate: CheckedRate): Promise<Preview> {
  let found: Preview | null = null;
  const work = async (tx: Transaction): Promise<never> => {
    const rateId = await storeRate(tx, rate, { context, id: newId(), believed: undefined });
    found = fold(await readChanges(tx, context.tenantId, rate, rateId));
    throw new OnlyTried();
  };
  try {
    await write(context, http, { entity: {}, work, again: work, options: patience });
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error;
  }
  return found ?? { open: nothing(), approved: nothing() };
}

function readChanges(tx: Transaction, tenantId: string, rate: CheckedRate, rateId: string): Promise<Row[]> {
  const { amount, currency } = columns[rate.kind];
  const days = daysOf(tenantId, rate);
  return tx.rows<Row>(sql`
    select w.status = 'approved' as "isApproved", sum(s.minutes)::bigint as minutes,
      sum(d.${amount})::bigint as before, d.${currency} as "currencyBefore",
      sum(s.${amount})::bigint as after, s.${currency} as "currencyAfter"
    from (${countedDays(tenantId, days, { kind: rate.kind, rateId })}) s
      join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = s.team_member_id and w.week_end_on = s.week_end_on
      join app.day_total d on d.tenant_id = ${tenantId} and d.team_member_id = s.team_member_id and d.week_end_on = s.week_end_on
        and d.work_on = s.work_on and d.project_id = s.project_id and d.activity_id is not distinct from s.activity_id
        and d.is_billable = s.is_billable
    where (d.${amount}, d.${currency}) is distinct from (s.${amount}, s.${currency})
    group by w.status = 'approved', d.${currency}, s.${currency}`);
}

function nothing(): Change {
  return { minutes: 0, before: [], after: [] };
}

function fold(rows: readonly Row[]): Preview {
  const preview: Preview = { open: nothing(), approved: nothing() };
  for (const row of rows) {
    const change = row.isApproved ? preview.approved : preview.open;
    change.minutes += row.minutes;
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
