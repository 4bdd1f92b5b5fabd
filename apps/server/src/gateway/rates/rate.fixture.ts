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
  /** The rate of the entry's activity. */
  activityRate: number | null;
  memberRates: readonly MemberRate[];
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
 * A person or activity without a rate falls back to the project's, then to the client's.
 */
export function billRate(entry: RatedEntry, sources: BillRateSources): number | null {
  if (!entry.isBillable || sources.rateMode === 'none') return null;
  return specialRate(entry, sources) ?? sources.projectRate ?? sources.clientRate;
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
  if (sources.rateMode === 'activity') return sources.activityRate;
  if (sources.rateMode !== 'member') return null;
  const { teamMemberID, projectID, workDate: date } = entry;
  const query: RateQuery = { teamMemberID, projectID, kind: 'bill', date, currency: sources.currency };
  return findMemberRate(sources.memberRates, query)?.amount ?? null;
}

function latest(rates: readonly MemberRate[]): MemberRate | null {
  return rates.reduce<MemberRate | null>(
    (found, rate) => (found && found.effectiveFrom >= rate.effectiveFrom ? found : rate),
    null,
  );
}
