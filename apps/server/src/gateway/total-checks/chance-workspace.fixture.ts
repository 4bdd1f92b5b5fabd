import { addDays } from '@stint/domain/time/plain-date.ts';
import type { ReportGroup } from '@stint/domain/time/report.ts';
import type { RoundingRule } from '@stint/domain/time/rounding.ts';
import type { GatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';
import { roundEntries } from '../reports/rounding.fixture.ts';
import { type PricedEntry, pricedEntries } from './entry-prices.fixture.ts';
import type { createRandom } from './random.fixture.ts';

type Random = ReturnType<typeof createRandom>;

/** Eight whole weeks. */
export const range = { from: '2026-08-31', to: '2026-10-25' };
export const weekEnds = Array.from({ length: 8 }, (_week, at) => addDays(range.to, -7 * at));

export type ChanceWorkspace = { people: TestMember[]; projects: string[]; entries: PricedEntry[] };

// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is asserted, not typed
type Post = (path: string, body: object, as?: TestMember) => Promise<any>;

/**
 * A workspace with time of three people on projects of two currencies, all kinds of rates by date, and approved weeks after
 * whose approval rates were changed back to before them.
 * @returns also each entry with its worth, as the rules say in words of their own
 */
export async function fillByChance(desk: GatewayDesk, random: Random): Promise<ChanceWorkspace> {
  const { gateway, workspace, owner } = desk;
  const post: Post = async (path, body, as = owner) => {
    gateway.clock.move(1000);
    const answer = await desk.post(path, body, as);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const people = [owner, await gateway.addMember(workspace), await gateway.addMember(workspace)];
  const { projects, activities, setRates } = await addCatalogue(post, random, people);
  await setRates();
  for (const as of people)
    for (const weekEndDate of weekEnds) {
      const upserts = Array.from({ length: random.int(4, 9) }, () => ({
        projectID: random.pick(projects),
        activityID: random.pick([...activities, null]),
        workDate: addDays(weekEndDate, -random.int(0, 6)),
        minutes: random.int(1, 130),
        isBillable: random.int(0, 4) > 0,
      }));
      gateway.clock.move(1000);
      const week = { teamMemberID: as.teamMemberID, weekEndDate };
      const { status, text, body } = await desk.put('TimeSheet/SaveWeek', { ...week, upserts }, as);
      if (status !== 200) throw new Error(text);
      if (as === owner || random.int(0, 2) > 0) continue;
      const items = (version: number) => ({ items: [{ ...week, version }] });
      const submitted = await post('TimeSheet/Submit', items(body.week.version), as);
      await post('TimeSheet/Approve', items(submitted.results[0].week.version));
    }
  const db = gateway.owner(workspace);
  const before = new Map((await pricedEntries(db, workspace.tenantId)).map((entry) => [entry.id, entry]));
  await setRates();
  // What was approved keeps its amounts.
  const entries = (await pricedEntries(db, workspace.tenantId)).map((entry) => {
    const { bill, cost } = (entry.status === 'approved' && before.get(entry.id)) || entry;
    return { ...entry, bill, cost };
  });
  return { people, projects, entries };
}

async function addCatalogue(add: Post, random: Random, people: readonly TestMember[]) {
  const clients: string[] = [];
  for (const currency of ['EUR', 'USD'])
    clients.push(
      (await add('Clients', { clientName: currency, currency, defaultRate: random.int(1, 9_999) })).clientID,
    );
  const projects: string[] = [];
  for (const [at, rateMode] of ['project', 'member', 'activity', 'none', 'member', 'project'].entries()) {
    const more = {
      clientID: clients[at % 3] ?? null,
      hourlyRate: at % 2 === 0 ? random.int(1, 9_999) : null,
    };
    projects.push((await add('Projects', { projectName: `P${at}`, rateMode, ...more })).projectID);
  }
  const activities: string[] = [];
  for (const activityName of ['Dig', 'Fill', 'Carry'])
    activities.push((await add('Activities', { activityName })).activityID);
  let days = 0;
  /** Rates of everything from days within the range, each from a day of its own. */
  const setRates = async () => {
    const rate = () => ({ amount: random.int(1, 9_999), effectiveFrom: addDays(range.from, days++ % 50) });
    for (const { teamMemberID } of people)
      for (const kind of ['bill', 'cost'])
        for (const more of [{}, { projectID: random.pick(projects) }])
          await add('Rates', {
            teamMemberID,
            kind,
            currency: random.pick(['EUR', 'USD']),
            ...more,
            ...rate(),
          });
    for (const of of [
      { projectID: random.pick(projects) },
      { projectID: random.pick(projects), activityID: random.pick(activities) },
      { activityID: random.pick(activities) },
      { clientID: random.pick(clients) },
    ])
      await add('Rates', { kind: 'bill', ...of, ...rate() });
  };
  return { projects, activities, setRates };
}

type Money = { currency: string; amount: number }[];
/** What every view says of some time. */
export type Sums = {
  entries: number;
  minutes: number;
  roundedMinutes: number;
  billableMinutes: number;
  amounts: Money;
  unpricedMinutes: number;
  costs: Money;
  uncostedMinutes: number;
};

/** Entries added up here by what `keyOf` says of them, rounded as one set by a rule. */
export function sumsBy(
  entries: readonly PricedEntry[],
  keyOf: (entry: PricedEntry) => string,
  rule: RoundingRule | null = null,
): Record<string, Sums> {
  const groups = new Map<string, { entry: PricedEntry; rounded: number }[]>();
  for (const [at, rounded] of roundEntries(entries, rule).entries()) {
    const entry = entries[at] as PricedEntry;
    groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), { entry, rounded }]);
  }
  return Object.fromEntries([...groups].map(([key, some]) => [key, sumsOf(some)]));
}

function sumsOf(some: readonly { entry: PricedEntry; rounded: number }[]): Sums {
  const add = (of: (entry: PricedEntry) => number) => some.reduce((sum, { entry }) => sum + of(entry), 0);
  const money = (name: 'bill' | 'cost'): Money =>
    ['EUR', 'USD']
      .map((currency) => ({
        currency,
        amount: add((entry) => (entry[name]?.currency === currency ? entry[name].amount : 0)),
      }))
      .filter(({ amount }) => amount > 0);
  return {
    entries: some.length,
    minutes: add(({ minutes }) => minutes),
    roundedMinutes: some.reduce((sum, { rounded }) => sum + rounded, 0),
    billableMinutes: add(({ minutes, isBillable }) => (isBillable ? minutes : 0)),
    amounts: money('bill'),
    unpricedMinutes: add(({ minutes, isBillable, bill }) => (isBillable && !bill ? minutes : 0)),
    costs: money('cost'),
    uncostedMinutes: add(({ minutes, cost }) => (cost ? 0 : minutes)),
  };
}

/** What an entry stands under in each group. */
export const keys: Record<Exclude<ReportGroup, 'tag'>, (entry: PricedEntry) => string | null> = {
  client: ({ clientID }) => clientID,
  project: ({ projectID }) => projectID,
  projectType: ({ projectTypeID }) => projectTypeID,
  activity: ({ activityID }) => activityID,
  person: ({ teamMemberID }) => teamMemberID,
  billable: ({ isBillable }) => String(isBillable),
  status: ({ status }) => status,
  day: ({ workDate }) => workDate,
  week: ({ weekEndDate }) => weekEndDate,
  month: ({ workDate }) => workDate.slice(0, 7),
};
type Group = keyof typeof keys;
/** What reports of it are asked for: each group by itself, some together, and none. */
export const groupings: Group[][] = [
  ...(Object.keys(keys) as Group[]).map((group) => [group]),
  ['client', 'project', 'person'],
  ['person', 'activity'],
  ['month', 'status', 'billable'],
  [],
];
