import { isDeepStrictEqual } from 'node:util';
import type { RoundingRule } from '@stint/domain/time/rounding.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '../../platform/database.ts';
import { raw, sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import { foldWeeks, packWeeks } from '../totals/fold.ts';
import { unpackedWeeks } from '../totals/packed.ts';
import { noteWeeks } from '../totals/spans.ts';
import {
  type ChanceWorkspace,
  fillByChance,
  groupings,
  keys,
  range,
  type Sums,
  sumsBy,
  weekEnds,
} from './chance-workspace.fixture.ts';
import { findDifferences, foldChanged } from './check.ts';
import type { PricedEntry } from './entry-prices.fixture.ts';
import { createRandom } from './random.fixture.ts';

// Reports whose groups cross, or that are rounded, come from packed weeks where these hold, and from days where not: each is
// the sum of its entries, to the minute and to the cent.

const desk = openGatewayDesk();
/** `TOTALS_SEED=7` makes another workspace of the same kind. */
const seed = Number(process.env['TOTALS_SEED'] ?? 2);
let made: ChanceWorkspace;

const fold = () => foldChanged(desk.gateway.databases.us.database, desk.workspace.tenantId);

beforeAll(async () => {
  made = await fillByChance(desk, createRandom(seed));
  await fold();
}, 180_000);

const rules: (RoundingRule | null)[] = [
  null,
  { stepMinutes: 15, direction: 'up', scope: 'entry' },
  { stepMinutes: 7, direction: 'nearest', scope: 'dayProject' },
  { stepMinutes: 60, direction: 'down', scope: 'dayProject' },
];
const crossing: (typeof groupings)[number][] = [
  ...groupings,
  ['project', 'activity', 'billable'],
  ['week', 'person', 'client'],
  ['status', 'projectType', 'day'],
];

type Filtered = { filters: () => object[]; keeps: (entry: PricedEntry) => boolean };
const filtered: Record<string, Filtered> = {
  nothing: { filters: () => [], keeps: () => true },
  'a client': {
    filters: () => [
      { field: 'client', is: 'isNot', values: [made.entries.find((e) => e.clientID)?.clientID] },
    ],
    keeps: ({ clientID }) => clientID !== made.entries.find((e) => e.clientID)?.clientID,
  },
  'no client': {
    filters: () => [{ field: 'client', is: 'isEmpty' }],
    keeps: ({ clientID }) => clientID === null,
  },
  'an activity': {
    filters: () => [{ field: 'activity', is: 'isNotEmpty' }],
    keeps: ({ activityID }) => activityID !== null,
  },
  'people and what is billed': {
    filters: () => [
      {
        field: 'person',
        is: 'is',
        values: made.people.slice(1).map(({ teamMemberID }) => teamMemberID),
      },
      { field: 'billable', is: 'is', value: true },
    ],
    keeps: ({ teamMemberID, isBillable }) => teamMemberID !== made.people[0]?.teamMemberID && isBillable,
  },
  'status and project': {
    filters: () => [
      { field: 'status', is: 'isNot', values: ['approved', 'pending'] },
      { field: 'project', is: 'isNot', values: [made.projects[0]] },
    ],
    keeps: ({ status, projectID }) => status === 'open' && projectID !== made.projects[0],
  },
};
/** The second begins and ends in the middle of weeks and months. */
const ranges = [range, { from: '2026-09-09', to: '2026-10-08' }];

const inOrder = (money: Sums['amounts']) => money.toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
const ordered = (sums: Sums): Sums => ({
  ...sums,
  amounts: inOrder(sums.amounts),
  costs: inOrder(sums.costs),
});

/** What a report says of all its lines and of the whole, and what its entries say. */
async function compared(question: {
  dates: typeof range;
  groupBy: (typeof groupings)[number];
  rule: RoundingRule | null;
  filter: Filtered;
}): Promise<[said: object, expected: object]> {
  const { dates, groupBy, rule, filter } = question;
  desk.gateway.clock.move(1000);
  const more = { filters: filter.filters(), ...(rule ? { rounding: rule } : {}) };
  const answer = await desk.post('Reports/Query', { ...dates, groupBy, withMoney: true, ...more });
  if (answer.status !== 200) throw new Error(answer.text);
  const entries = made.entries.filter(
    (entry) => entry.workDate >= dates.from && entry.workDate <= dates.to && filter.keeps(entry),
  );
  const expected = groupBy.map((_group, level) =>
    sumsBy(
      entries,
      (entry) => JSON.stringify(groupBy.slice(0, level + 1).map((name) => keys[name](entry))),
      rule,
    ),
  );
  const said = answer.body.lines.map(({ keys: own, ...line }: Sums & { keys: unknown[] }) => [
    JSON.stringify(own),
    ordered(line),
  ]);
  return [Object.fromEntries(said), Object.assign({}, ...expected)];
}

const questions = Object.keys(filtered).flatMap((name) =>
  rules.map((rule) => ({ name, rule, rounded: rule ? `${rule.scope} to ${rule.stepMinutes}` : 'nothing' })),
);

/** Reports that say something else than their entries. */
async function differences(name: string, rule: RoundingRule | null): Promise<object[]> {
  const filter = filtered[name] as Filtered;
  const wrong: object[] = [];
  for (const dates of ranges)
    for (const groupBy of crossing) {
      const [said, expected] = await compared({ dates, groupBy, rule, filter });
      if (!isDeepStrictEqual(said, expected)) wrong.push({ dates, groupBy, said, expected });
    }
  return wrong;
}

describe('with all weeks packed', () => {
  test.each(questions)(
    'a report filtered by $name and rounded by $rounded is the sum of its entries',
    async ({ name, rule }) => {
      const all = await differences(name, rule);
      expect(all).toEqual([]);
    },
  );
});

test('weeks that changed since are read from their days, the others from their bytes', async () => {
  const { gateway, workspace } = desk;
  await gateway.owner(workspace).run(noteWeeks(workspace.tenantId, weekEnds.slice(2, 5)));
  expect(await differences('nothing', null)).toEqual([]);
  expect(await differences('status and project', rules[2] as RoundingRule)).toEqual([]);
});

test('weeks that a process of the version before added up are read from their days, and packed by the next', async () => {
  const { gateway, workspace } = desk;
  const db = gateway.owner(workspace);
  const { tenantId } = workspace;
  await fold();
  await db.run(sql`update app.packed_week set times = '', entries = 0 where tenant_id = ${tenantId}`);
  await db.run(sql`update app.span_week set folds = folds + 1 where tenant_id = ${tenantId}`);
  expect(await differences('nothing', null)).toEqual([]);
  expect(await fold()).toBe(weekEnds.length);
  expect(await fold()).toBe(0);
  expect(await findDifferences(db, tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
});

test('a week that cannot be packed in time costs no sums, and no other week its bytes', async () => {
  const { gateway, workspace } = desk;
  const { tenantId } = workspace;
  const { database } = gateway.databases.us;
  const db = gateway.owner(workspace);
  const hasty = <T>(work: (tx: Transaction) => Promise<T>) =>
    database.withTenant(tenantId, work, { statementTimeoutMs: 1_000 });
  const inTheWay = weekEnds.at(-1) ?? '';
  await db.run(noteWeeks(tenantId, weekEnds));
  await foldWeeks(tenantId, hasty);
  await database.withTenant(tenantId, async (tx) => {
    await tx.rows(
      sql`select 1 from app.packed_week p where p.tenant_id = ${tenantId} and p.week_end_on = ${inTheWay} for update`,
    );
    await expect(packWeeks(tenantId, hasty)).rejects.toThrow('1 weeks could not be packed');
  });
  const left = await db.one<{ notes: number; unpacked: string[] }>(
    sql`select (select count(*) from app.span_change g where g.tenant_id = ${tenantId}) as notes,
      (select array_agg(u.week_end_on::text) from (${unpackedWeeks(tenantId)}) u) as unpacked`,
  );
  expect(left).toEqual({ notes: 0, unpacked: [inTheWay] });
  expect(await differences('nothing', null)).toEqual([]);
  expect(await fold()).toBe(1);
});

test('a week whose comments cannot be packed keeps its figures, and is packed whole as soon as it can be', async () => {
  const { gateway, workspace } = desk;
  const { tenantId } = workspace;
  const db = gateway.owner(workspace);
  const long = weekEnds[1] ?? '';
  const packed = () =>
    db.rows<{ week: string; hasComments: boolean }>(sql`
      select p.week_end_on::text as week, p.comments is not null as "hasComments"
      from app.packed_week p where p.tenant_id = ${tenantId} and p.entries > 0 order by 1`);
  const before = await packed();
  expect(before.every(({ hasComments }) => hasComments)).toBe(true);
  // A row takes a gigabyte; here one that takes less.
  await db.run(
    sql`alter table app.packed_week add constraint short check (week_end_on <> ${raw(`'${long}'`)} or comments is null) not valid`,
  );
  await db.run(noteWeeks(tenantId, weekEnds));
  await expect(fold()).rejects.toThrow('1 weeks could not be packed');
  expect(await packed()).toEqual(before.map(({ week }) => ({ week, hasComments: week !== long })));
  expect(await differences('nothing', null)).toEqual([]);
  expect(await findDifferences(db, tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
  await db.run(sql`alter table app.packed_week drop constraint short`);
  expect(await fold()).toBe(1);
  expect(await packed()).toEqual(before);
});

test('a week that does not fit is read from its days, whatever its bytes say', async () => {
  const { gateway, workspace } = desk;
  await gateway
    .owner(workspace)
    .run(
      sql`update app.packed_week set fits = false, times = decode(repeat('8000', octet_length(times) / 2), 'hex') where tenant_id = ${workspace.tenantId} and week_end_on = ${weekEnds[1]}`,
    );
  expect(await differences('nothing', rules[1] as RoundingRule)).toEqual([]);
});

test('where all are packed no day is read', async () => {
  const { gateway, workspace } = desk;
  const { tenantId } = workspace;
  await gateway.owner(workspace).run(noteWeeks(tenantId, weekEnds));
  await fold();
  await gateway.owner(workspace).run(sql`delete from app.day_total where tenant_id = ${tenantId}`);
  expect(await differences('people and what is billed', rules[1] as RoundingRule)).toEqual([]);
});
