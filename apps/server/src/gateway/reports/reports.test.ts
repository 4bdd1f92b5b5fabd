import type { ReportGroup } from '@stint/domain/time/report.ts';
import type { RoundingRule } from '@stint/domain/time/rounding.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';
import { amountOf } from '../rates/rate.fixture.ts';
import { roundEntries } from './rounding.fixture.ts';

type Entry = {
  timesheetID: string;
  teamMemberID: string;
  projectID: string;
  activityID: string | null;
  workDate: string;
  minutes: number;
  isBillable: boolean;
  tags: string[];
  comment: string;
};

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let owner: TestMember;
let member: TestMember;
const entries: Entry[] = [];
let harbour: string;
const projects: Record<'build' | 'paint' | 'inside', string> = { build: '', paint: '', inside: '' };
const tags: Record<'red' | 'blue', string> = { red: '', blue: '' };
const range = { from: '2026-10-05', to: '2026-11-15' };

async function post(path: string, body: object, as = owner) {
  const answer = await gateway.call('POST', path, { as, body });
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.body;
}

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  owner = workspace.owner;
  member = await gateway.addMember(workspace);
  harbour = (await post('Clients', { clientName: 'Harbour', currency: 'EUR' })).clientID;
  const add = async (projectName: string, more: object) =>
    (await post('Projects', { projectName, rateMode: 'project', ...more })).projectID;
  projects.build = await add('Build', { clientID: harbour, hourlyRate: 9_050 });
  projects.paint = await add('Paint', { clientID: harbour, rateMode: 'member', hourlyRate: 6_000 });
  projects.inside = await add('Inside', { hourlyRate: null });
  for (const name of ['red', 'blue'] as const) tags[name] = (await post('Tags', { tagName: name })).tagID;
  const rate = { teamMemberID: member.teamMemberID, amount: 7_777, effectiveFrom: '2026-10-20' };
  await post('Rates', { ...rate, kind: 'bill', currency: 'EUR' });
  await post('Rates', { ...rate, kind: 'cost', amount: 4_001, currency: 'USD' });
  const days = ['2026-10-04', '2026-10-05', '2026-10-19', '2026-10-20', '2026-11-15', '2026-11-16'];
  for (const [place, workDate] of days.entries()) {
    for (const [index, projectID] of Object.values(projects).entries()) {
      for (const person of [owner, member]) {
        const wanted = [...(place % 2 ? [tags.red] : []), ...(index === 1 ? [tags.blue] : [])];
        entries.push(
          await post(
            'TimeSheet',
            {
              projectID,
              activityID: index === 0 ? workspace.activityIDs['General'] : null,
              workDate,
              minutes: 7 + 13 * place + 29 * index + (person === owner ? 0 : 3),
              isBillable: (place + index) % 4 !== 3,
              tags: wanted,
              comment: place === 1 ? '=SUM(A1), "caulk"' : '',
            },
            person,
          ),
        );
      }
    }
  }
});
afterAll(() => gateway?.close());

const inRange = () => entries.filter(({ workDate }) => workDate >= range.from && workDate <= range.to);
const sumOf = (some: readonly Entry[]) => some.reduce((total, { minutes }) => total + minutes, 0);
const query = (more: object, as = owner) => post('Reports/Query', { ...range, groupBy: [], ...more }, as);

/** The groups of an entry, worked out from the entry itself. */
const keysOf: Record<ReportGroup, (entry: Entry) => (string | null)[]> = {
  client: ({ projectID }) => [projectID === projects.inside ? null : harbour],
  project: ({ projectID }) => [projectID],
  projectType: () => [],
  activity: ({ activityID }) => [activityID],
  person: ({ teamMemberID }) => [teamMemberID],
  tag: ({ tags: marks }) => (marks.length > 0 ? marks : [null]),
  billable: ({ isBillable }) => [String(isBillable)],
  status: () => ['open'],
  day: ({ workDate }) => [workDate],
  week: ({ workDate }) => [weekEndOf(workDate)],
  month: ({ workDate }) => [workDate.slice(0, 7)],
};

/** Minutes of every level, added up here. */
function expectedMinutes(groupBy: readonly ReportGroup[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (let level = 1; level <= groupBy.length; level++) {
    for (const entry of inRange()) {
      const paths = groupBy
        .slice(0, level)
        .reduce<(string | null)[][]>(
          (before, group) => before.flatMap((path) => keysOf[group](entry).map((key) => [...path, key])),
          [[]],
        );
      for (const path of paths) {
        const key = JSON.stringify(path);
        sums.set(key, (sums.get(key) ?? 0) + entry.minutes);
      }
    }
  }
  return sums;
}

type Line = { keys: (string | null)[]; minutes: number; roundedMinutes: number; entries: number };
const minutesOf = (lines: Line[]) =>
  new Map(lines.map(({ keys, minutes }) => [JSON.stringify(keys), minutes]));

describe('the lines of a report', () => {
  test.each<{ groupBy: ReportGroup[] }>([
    { groupBy: ['client'] },
    { groupBy: ['client', 'project', 'person'] },
    { groupBy: ['person', 'week'] },
    { groupBy: ['month', 'billable', 'activity'] },
    { groupBy: ['day'] },
    { groupBy: ['status'] },
    { groupBy: ['tag'] },
    { groupBy: ['project', 'tag', 'person'] },
  ])('by $groupBy are the sums of their entries at each level', async ({ groupBy }) => {
    const { lines, totals } = await query({ groupBy });
    expect(minutesOf(lines)).toEqual(expectedMinutes(groupBy));
    expect(totals).toMatchObject({ minutes: sumOf(inRange()), entries: inRange().length });
  });

  test('without groups is the total alone; of a range without time it is nothing', async () => {
    const { lines, totals } = await query({});
    expect([lines, totals.minutes]).toEqual([[], sumOf(inRange())]);
    const none = await query({ from: '2020-01-01', to: '2020-12-31', groupBy: ['project'], withMoney: true });
    expect([none.lines, none.totals]).toEqual([
      [],
      expect.objectContaining({ minutes: 0, entries: 0, amounts: [] }),
    ]);
  });

  test('names what its keys stand for', async () => {
    const { labels } = await query({ groupBy: ['client', 'project', 'day'] });
    expect(labels[0]).toEqual({ [harbour]: 'Harbour' });
    expect(new Set(Object.values(labels[1]))).toEqual(new Set(['Build', 'Inside', 'Paint']));
    expect(labels[2]).toEqual({});
  });
});

describe('rounding', () => {
  const rules: RoundingRule[] = (['entry', 'dayProject', 'total'] as const).flatMap((scope) =>
    (['up', 'down', 'nearest'] as const).map((direction) => ({ stepMinutes: 15, direction, scope })),
  );

  test.each(rules)('$scope, $direction: lines add up to what the domain rounds', async (rounding) => {
    const { lines, totals } = await query({ groupBy: ['project', 'day'], rounding });
    const ordered = inRange().sort((a, b) => (a.timesheetID < b.timesheetID ? -1 : 1));
    const rounded = roundEntries(ordered, rounding);
    const expected = new Map<string, number>();
    for (const [index, { projectID, workDate }] of ordered.entries()) {
      const key = JSON.stringify([projectID, workDate]);
      expected.set(key, (expected.get(key) ?? 0) + (rounded[index] ?? 0));
    }
    const leaves = lines.filter(({ keys }: Line) => keys.length === 2);
    expect(
      new Map(leaves.map(({ keys, roundedMinutes }: Line) => [JSON.stringify(keys), roundedMinutes])),
    ).toEqual(expected);
    expect(totals.roundedMinutes).toBe(rounded.reduce((sum, each) => sum + each, 0));
    expect(totals.minutes).toBe(sumOf(inRange()));
  });
});

describe('money', () => {
  /** The rates of the set-up, read without the code under test. */
  const rateOf = ({ projectID, teamMemberID, workDate, isBillable }: Entry) => {
    if (!isBillable || projectID === projects.inside) return null;
    const isMembers = teamMemberID === member.teamMemberID && workDate >= '2026-10-20';
    if (projectID === projects.paint) return isMembers ? 7_777 : 6_000;
    return 9_050;
  };

  test('is each entry at the rate of its day, in each currency, with what has no rate', async () => {
    const { totals, lines } = await query({ groupBy: ['project'], withMoney: true });
    const priced = inRange().map((entry) => ({ entry, rate: rateOf(entry) }));
    const amount = priced.reduce(
      (sum, { entry, rate }) => sum + (rate ? amountOf(entry.minutes, rate) : 0),
      0,
    );
    expect(totals.amounts).toEqual([{ currency: 'EUR', amount }]);
    const unpriced = priced.filter(({ entry, rate }) => entry.isBillable && rate === null);
    expect(totals.unpricedMinutes).toBe(sumOf(unpriced.map(({ entry }) => entry)));
    const costed = inRange().filter(
      ({ teamMemberID, workDate }) => teamMemberID === member.teamMemberID && workDate >= '2026-10-20',
    );
    const cost = costed.reduce((sum, { minutes }) => sum + amountOf(minutes, 4_001), 0);
    expect(totals.costs).toEqual([{ currency: 'USD', amount: cost }]);
    expect(totals.uncostedMinutes).toBe(sumOf(inRange()) - sumOf(costed));
    const { minutes } = lines.find(({ keys }: Line) => keys[0] === projects.build);
    expect(minutes).toBe(sumOf(inRange().filter(({ projectID }) => projectID === projects.build)));
  });

  test('is nobody’s to see without the right to rates, and not told unasked', async () => {
    const nothing = { amounts: null, unpricedMinutes: null, costs: null, uncostedMinutes: null };
    expect((await query({ withMoney: true }, member)).totals).toMatchObject(nothing);
    expect((await query({})).totals).toMatchObject(nothing);
  });
});

describe('filters', () => {
  const idOf = (entry: Entry) => entry.timesheetID;
  test.each<{ name: string; filters: () => object[]; keeps: (entry: Entry) => boolean }>([
    {
      name: 'a client',
      filters: () => [{ field: 'client', is: 'is', values: [harbour] }],
      keeps: ({ projectID }) => projectID !== projects.inside,
    },
    {
      name: 'not a client, which keeps what has none',
      filters: () => [{ field: 'client', is: 'isNot', values: [harbour] }],
      keeps: ({ projectID }) => projectID === projects.inside,
    },
    {
      name: 'without an activity, billable',
      filters: () => [
        { field: 'activity', is: 'isEmpty' },
        { field: 'billable', is: 'is', value: true },
      ],
      keeps: ({ activityID, isBillable }) => activityID === null && isBillable,
    },
    {
      name: 'marked with a tag',
      filters: () => [{ field: 'tag', is: 'is', values: [tags.red] }],
      keeps: ({ tags: marks }) => marks.includes(tags.red),
    },
    {
      name: 'with no tag at all',
      filters: () => [{ field: 'tag', is: 'isEmpty' }],
      keeps: ({ tags: marks }) => marks.length === 0,
    },
    {
      name: 'a person, not approved yet, with words in the comment',
      filters: () => [
        { field: 'person', is: 'is', values: [member.teamMemberID] },
        { field: 'status', is: 'isNot', values: ['approved'] },
        { field: 'comment', is: 'contains', text: 'CAULK' },
      ],
      keeps: ({ teamMemberID, comment }) => teamMemberID === member.teamMemberID && comment !== '',
    },
  ])('$name: figures and the entries behind them agree', async ({ filters, keeps }) => {
    const kept = inRange().filter(keeps);
    const { totals } = await query({ filters: filters() });
    expect([totals.entries, totals.minutes]).toEqual([kept.length, sumOf(kept)]);
    const behind = await post('Reports/Entries', { ...range, filters: filters() });
    expect(behind.map(idOf).sort()).toEqual(kept.map(idOf).sort());
    expect(kept.length).toBeGreaterThan(0);
  });
});

describe('who sees what', () => {
  test('a member the own time, an editor what they manage, the owner everything', async () => {
    const own = inRange().filter(({ teamMemberID }) => teamMemberID === member.teamMemberID);
    expect((await query({}, member)).totals.minutes).toBe(sumOf(own));
    const editor = await gateway.addMember(workspace, { role: 'editor' });
    expect((await query({}, editor)).totals.minutes).toBe(0);
    const { version } = (await gateway.call('GET', `Projects/${projects.paint}`, { as: owner })).body;
    const managed = { managerID: editor.teamMemberID, version };
    await gateway.call('PUT', `Projects/${projects.paint}`, { as: owner, body: managed });
    const painted = inRange().filter(({ projectID }) => projectID === projects.paint);
    expect((await query({}, editor)).totals.minutes).toBe(sumOf(painted));
  });

  test('nobody sees anything of another workspace, whatever ids they name', async () => {
    const other = await gateway.addWorkspace();
    const filters = [{ field: 'project', is: 'is', values: [projects.build] }];
    for (const body of [{}, { filters }]) {
      const { totals } = await query({ ...body, groupBy: ['project'] }, other.owner);
      expect(totals.entries).toBe(0);
    }
    expect(await post('Reports/Entries', { ...range, filters }, other.owner)).toEqual([]);
  });
});

describe('CSV', () => {
  test('holds every entry of the report once, and nothing that a table program would run', async () => {
    const answer = await gateway.call('POST', 'Reports/Export', { as: owner, body: range });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="stint-2026-10-05-to-2026-11-15.csv"',
    });
    const lines = answer.text.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      '\u{feff}Date,Person,Email,Client,Project,Activity,Tags,Comment,Start,End,Hours,Minutes,Billable,Status',
    );
    expect(lines).toHaveLength(inRange().length + 1);
    expect(lines.filter((line: string) => line.includes(`"'=SUM(A1), ""caulk"""`))).toHaveLength(6);
  });

  test('with semicolons and decimal commas', async () => {
    const body = { ...range, delimiter: ';', decimal: ',' };
    const { text } = await gateway.call('POST', 'Reports/Export', { as: owner, body });
    const minutes = inRange()[0]?.minutes ?? 0;
    const hours = (minutes / 60)
      .toFixed(4)
      .replace(/\.?0+$/, '')
      .replace('.', ',');
    expect(text).toContain(`;${hours};${minutes};`);
  });
});

test.each([
  ['an end before its beginning', { from: '2026-11-02', to: '2026-11-01' }, 'to'],
  ['a day that does not exist', { from: '2026-02-30', to: '2026-03-01' }, 'from'],
])('%s is refused by its field', async (_name, body, field) => {
  for (const path of ['Query', 'Entries', 'Export']) {
    const more = path === 'Query' ? { groupBy: [] } : {};
    const answer = await gateway.call('POST', `Reports/${path}`, { as: owner, body: { ...body, ...more } });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  }
});

test.each([
  { groupBy: ['project', 'project'] },
  { groupBy: ['project', 'client', 'day', 'person'] },
  { groupBy: ['colour'] },
  { filters: [{ field: 'project', is: 'is', values: [] }] },
  { filters: [{ field: 'project', is: 'is', values: ['x'] }] },
  { filters: [{ field: 'status', is: 'is', values: ['done'] }] },
  { rounding: { stepMinutes: 0, direction: 'up', scope: 'entry' } },
])('%j is refused', async (more) => {
  const body = { ...range, groupBy: [], ...more };
  expect((await gateway.call('POST', 'Reports/Query', { as: owner, body })).status).toBe(400);
});

test('a filter by an id that nobody has finds nothing', async () => {
  const filters = [{ field: 'person', is: 'is', values: [newId()] }];
  expect((await query({ filters })).totals.entries).toBe(0);
});
