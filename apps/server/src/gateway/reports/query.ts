import { roundMinutes } from '@stint/domain/time/rounding.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Transaction, TransactionOptions } from '../../platform/database.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import type { Answer } from '../shared/answer.ts';
import { isAllCounted } from '../totals/rows.ts';
import { MOST_LINES, ROWS_READ, requireAmounts, requireReadable, tooManyRows } from './bounds.ts';
import type { Money } from './groupings.ts';
import { labelsOf } from './labels.ts';
import { packedReport, type Row } from './packed/report.ts';
import { isMinuteEach, isRounding } from './rounded.ts';
import { isOfManyDays, linesOfSomeDays, minuteEach, needsEntries, sumsOfDays } from './sum-of-days.ts';
import { sumOfEntries } from './sum-of-entries.ts';
import type { Ground, Question, ReportReader } from './which-entries.ts';

type Report = Answer<'POST /Reports/Query'>;
type Line = Report['lines'][number];

/** Of more days than that, some tell whether there are more lines. */
const SOME_DAYS = 1.5 * MOST_LINES;

/**
 * How reports are read: the heaviest statements there are, planned for their very values, which together say what was at one
 * moment.
 */
export const reading = {
  readOnly: true,
  isOneMoment: true,
  planForValues: true,
  statementTimeoutMs: 30_000,
} as const satisfies TransactionOptions;

/**
 * Time of a range by its groups, with a line for every level. An entry with several tags stands under each of them and
 * counts once in what lies above.
 * @param tx one moment, as `reading` says
 * @throws AppError `validation_failed` for more lines, or amounts, than anybody reads
 */
export async function runReport(tx: Transaction, context: ReportReader, question: Question): Promise<Report> {
  const { tenantId, actor } = context;
  const money: Money = {
    isPriced: question.withMoney === true && can(actor, 'rate.seeBill'),
    isCosted: question.withMoney === true && can(actor, 'rate.seeCost'),
  };
  const ground: Ground = { tenantId, actor, isAllCounted: await isAllCounted(tx, tenantId) };
  const rows = await rowsOf(tx, ground, question, money);
  requireAmounts(rows);
  const lines = toLines(rows, money);
  requireReadable(lines.length);
  const totals = lines.find((line) => line.keys.length === 0) ?? { keys: [], ...figuresOf(noTime, money) };
  const { keys: _none, ...figures } = totals;
  return {
    from: question.from,
    to: question.to,
    groupBy: [...question.groupBy],
    lines: lines.filter((line) => line.keys.length > 0),
    totals: figures,
    labels: await labelsOf(tx, tenantId, question.groupBy, lines),
  };
}

/** A total that is rounded as one is what is recorded, but for a minute of each of a few entries. */
async function rowsOf(tx: Transaction, ground: Ground, question: Question, money: Money): Promise<Row[]> {
  const { rounding, ...recorded } = question;
  if (!isRounding(rounding) || rounding.scope !== 'total' || needsEntries(recorded))
    return addUp(tx, ground, question, money);
  const rows = await addUp(tx, ground, recorded, money);
  const whole = rows.reduce((sum, { level, minutes }) => (level === 0 ? sum + minutes : sum), 0);
  const more = roundMinutes(whole, rounding) - whole;
  if (more === 0) return rows;
  if (!isMinuteEach(more, whole)) return addUp(tx, ground, question, money);
  return [...rows, ...(await tx.rows<Row>(minuteEach(ground, recorded, more), { unnamed: true }))];
}

async function addUp(tx: Transaction, ground: Ground, question: Question, money: Money): Promise<Row[]> {
  const packed = isOfManyDays(ground, question) ? await packedReport(tx, ground, question, money) : null;
  const rows: Row[] = packed?.rows ?? [];
  const left = packed ? { ...ground, openDays: packed.openDays } : ground;
  // One after the other: the time that each may take begins when it is asked.
  for (const statement of await statementsOf(tx, left, question, money)) {
    const more = await tx.rows<Row>(sql`${statement} limit ${ROWS_READ}`, { unnamed: true });
    if (more.length === ROWS_READ) throw tooManyRows(more);
    for (const row of more) rows.push(row);
  }
  return rows;
}

/** What is left to add up in SQL: all of it, or the days that are not packed. */
async function statementsOf(
  tx: Transaction,
  ground: Ground,
  question: Question,
  money: Money,
): Promise<Sql[]> {
  if (ground.openDays?.length === 0) return [];
  const some = linesOfSomeDays(ground, question, SOME_DAYS);
  if (some) requireReadable((await tx.one<{ lines: number }>(some, { unnamed: true })).lines);
  return needsEntries(question)
    ? [sumOfEntries(ground, question, money)]
    : sumsOfDays(ground, question, money);
}

const noTime = { entries: 0, minutes: 0, roundedMinutes: 0, billableMinutes: 0 };

type Figures = Omit<Line, 'keys'>;

function figuresOf(time: typeof noTime, { isPriced, isCosted }: Money): Figures {
  return {
    ...time,
    amounts: isPriced ? [] : null,
    unpricedMinutes: isPriced ? 0 : null,
    costs: isCosted ? [] : null,
    uncostedMinutes: isCosted ? 0 : null,
  };
}

/** Puts the currencies of a line together. */
function toLines(rows: readonly Row[], money: Money): Line[] {
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const own = row.keys.slice(0, row.level);
    const id = JSON.stringify(own);
    const line = lines.get(id) ?? { keys: own, ...figuresOf(noTime, money) };
    lines.set(id, line);
    line.entries += row.entries;
    line.minutes += row.minutes;
    line.roundedMinutes += row.roundedMinutes;
    line.billableMinutes += row.billableMinutes;
    addAmount(line.amounts, row.currency, row.amount);
    addAmount(line.costs, row.costCurrency, row.cost);
    if (line.unpricedMinutes !== null) line.unpricedMinutes += row.unpricedMinutes;
    if (line.uncostedMinutes !== null) line.uncostedMinutes += row.uncostedMinutes;
  }
  return [...lines.values()];
}

function addAmount(amounts: Line['amounts'], currency: string | null, amount: number): void {
  if (amounts === null || currency === null || amount === 0) return;
  const known = amounts.find((each) => each.currency === currency);
  if (known) known.amount += amount;
  else amounts.push({ currency, amount });
}
