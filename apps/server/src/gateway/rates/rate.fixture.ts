import type { PlainDate } from '@stint/domain/time/plain-date.ts';

/** Where the hourly rate of a project's time comes from. */
export type RateMode = 'project' | 'member' | 'activity' | 'none';

/** What customers pay, or what time costs the workspace. */
type RateKind = 'bill' | 'cost';

/** An hourly rate of a person from a date on: for one project, or for all where projectID is null. */
export interface MemberRate {
  teamMemberID: string;
  projectID?: string | null | undefined;
  kind: RateKind;
  /** Minor units of the currency for one hour. */
  amount: number;
  /** ISO 4217. */
  currency: string;
  effectiveFrom: PlainDate;
}

/** An hourly rate of a project, an activity or a client from a date on, in minor units. */
interface DatedRate {
  amount: number;
  effectiveFrom: PlainDate;
}

/** Whose rate, for which project, of which kind, on which day. */
export interface RateQuery {
  teamMemberID: string;
  projectID: string;
  kind: RateKind;
  date: PlainDate;
  /** Only rates in this currency; money of two currencies is never added. */
  currency: string;
}

/** What the bill rate of an entry is decided from; amounts in minor units for one hour, null where none is set. */
export interface BillRateSources {
  rateMode: RateMode;
  currency: string;
  projectRate: number | null;
  /** The default of the project's client. */
  clientRate: number | null;
  /** The rate of the entry's activity on the project. */
  activityRate: number | null;
  memberRates: readonly MemberRate[];
  /** Rates by date, that of the activity on the project and on all projects; each comes before the one of its thing without a date. */
  dated?: Partial<Record<'project' | 'activityOnProject' | 'activity' | 'client', readonly DatedRate[]>>;
  /** That of rates of activities on all projects; absent: the same. */
  workspaceCurrency?: string;
}

/** What an entry says about its rate. */
export interface RatedEntry {
  teamMemberID: string;
  projectID: string;
  workDate: PlainDate;
  isBillable: boolean;
}

/** The rate of a person on a day: that of the project before the general one, and of each the latest that has begun. */
export function findMemberRate(rates: readonly MemberRate[], query: RateQuery): MemberRate | null {
  const inForce = rates
    .filter((rate) => rate.teamMemberID === query.teamMemberID && rate.kind === query.kind)
    .filter((rate) => rate.currency === query.currency && rate.effectiveFrom <= query.date);
  const ofProject = inForce.filter((rate) => rate.projectID === query.projectID);
  return latest(ofProject) ?? latest(inForce.filter((rate) => !rate.projectID));
}

/**
 * The hourly bill rate of an entry in minor units, or null when it is not billed: not billable, mode `none`, or no rate.
 * A person or activity without a rate falls back to the project's, then to the client's. Of each, rates by date come first.
 */
export function billRate(entry: RatedEntry, sources: BillRateSources): number | null {
  if (!entry.isBillable || sources.rateMode === 'none') return null;
  const { dated = {}, projectRate, clientRate } = sources;
  const ofProject = amountOn(dated.project, entry) ?? projectRate;
  return specialRate(entry, sources) ?? ofProject ?? amountOn(dated.client, entry) ?? clientRate;
}

/**
 * The price of minutes at an hourly rate, both whole, in minor units, rounded half-up once. Round per entry and add, so
 * that every view shows the same sum.
 * @throws RangeError when either is not a whole number or the result is too large to be exact.
 */
export function amountOf(minutes: number, hourlyRate: number): number {
  if (!Number.isSafeInteger(minutes) || !Number.isSafeInteger(hourlyRate))
    throw new RangeError('not whole minutes and minor units');
  const product = BigInt(minutes) * BigInt(hourlyRate);
  const size = product < 0n ? -product : product;
  const amount = Number((size * 2n + 60n) / 120n);
  if (!Number.isSafeInteger(amount)) throw new RangeError('amount too large');
  return product < 0n ? -amount : amount;
}

function specialRate(entry: RatedEntry, sources: BillRateSources): number | null {
  if (sources.rateMode === 'activity') {
    const { dated = {}, activityRate, currency, workspaceCurrency = currency } = sources;
    const everywhere = currency === workspaceCurrency ? amountOn(dated.activity, entry) : null;
    return amountOn(dated.activityOnProject, entry) ?? activityRate ?? everywhere;
  }
  if (sources.rateMode !== 'member') return null;
  const { teamMemberID, projectID, workDate: date } = entry;
  const query: RateQuery = { teamMemberID, projectID, kind: 'bill', date, currency: sources.currency };
  return findMemberRate(sources.memberRates, query)?.amount ?? null;
}

/** The latest that has begun on the day of an entry. */
function amountOn(rates: readonly DatedRate[] = [], { workDate }: RatedEntry): number | null {
  return latest(rates.filter(({ effectiveFrom }) => effectiveFrom <= workDate))?.amount ?? null;
}

function latest<Rate extends DatedRate>(rates: readonly Rate[]): Rate | null {
  return rates.reduce<Rate | null>(
    (found, rate) => (found && found.effectiveFrom >= rate.effectiveFrom ? found : rate),
    null,
  );
}
