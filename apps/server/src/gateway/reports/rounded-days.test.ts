import type { ReportGroup } from '@stint/domain/time/report.ts';
import type { RoundingRule } from '@stint/domain/time/rounding.ts';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';
import { roundEntries } from './rounding.fixture.ts';

const desk = openGatewayDesk();
const range = { from: '2026-09-07', to: '2026-11-15' };

type Entry = {
  timesheetID: string;
  teamMemberID: string;
  projectID: string;
  activityID: string | null;
  workDate: string;
  minutes: number;
  isBillable: boolean;
};
const entries: Entry[] = [];
let member: TestMember;
let typeIDs: string[];
let built: string;

/** People book a project several times in a day: alike, with and without an activity, billable and not. */
beforeAll(async () => {
  const { owner, workspace, gateway } = desk;
  member = await gateway.addMember(workspace);
  typeIDs = Object.values(workspace.typeIDs).slice(0, 2);
  const add = async (projectName: string, more: object) =>
    (await desk.post('Projects', { projectName, rateMode: 'project', hourlyRate: 9_050, ...more })).body
      .projectID as string;
  built = await add('Build', { projectTypeID: typeIDs[0] });
  const projectIDs = [built, await add('Paint', { projectTypeID: typeIDs[1] })];
  const activityID = workspace.activityIDs['General'] ?? null;
  for (const [day, workDate] of ['2026-09-30', '2026-10-01', '2026-11-15'].entries())
    for (const [at, projectID] of projectIDs.entries())
      for (const person of [owner, member])
        for (const [turn, minutes] of [7, 7, 11 + at, 3 + day, 53].entries()) {
          const row = { projectID, workDate, minutes, activityID: turn === 2 ? null : activityID };
          const answer = await desk.post('TimeSheet', { ...row, isBillable: turn !== 3 }, person);
          entries.push(answer.body);
        }
  // Long and equally long ones: what a rounded total changes is a minute of some of them.
  for (let day = 1; day <= 12; day++)
    for (const projectID of projectIDs)
      for (const person of [owner, member]) {
        const workDate = `2026-10-${day + 4}`.replace(/-(\d)$/, '-0$1');
        const row = { projectID, workDate, minutes: 600, activityID, isBillable: true };
        entries.push((await desk.post('TimeSheet', row, person)).body);
      }
});

const ruleOf = (scope: RoundingRule['scope']): RoundingRule => ({ stepMinutes: 15, direction: 'up', scope });
const keysOf: Partial<Record<ReportGroup, (entry: Entry) => string | null>> = {
  project: ({ projectID }) => projectID,
  projectType: ({ projectID }) => typeIDs[projectID === built ? 0 : 1] ?? null,
  activity: ({ activityID }) => activityID,
  person: ({ teamMemberID }) => teamMemberID,
  billable: ({ isBillable }) => String(isBillable),
  status: () => 'open',
  day: ({ workDate }) => workDate,
  month: ({ workDate }) => workDate.slice(0, 7),
};

/** Recorded and rounded minutes of each leaf, by the rule in words, of the entries that are asked about. */
function expected(groupBy: ReportGroup[], rule: RoundingRule, some: Entry[]): Map<string, [number, number]> {
  const ordered = some.toSorted((a, b) => (a.timesheetID < b.timesheetID ? -1 : 1));
  const rounded = roundEntries(ordered, rule);
  const sums = new Map<string, [number, number]>();
  for (const [at, entry] of ordered.entries()) {
    const key = JSON.stringify(groupBy.map((group) => keysOf[group]?.(entry)));
    const [minutes, more] = sums.get(key) ?? [0, 0];
    sums.set(key, [minutes + entry.minutes, more + (rounded[at] ?? 0)]);
  }
  return sums;
}

type Line = { keys: (string | null)[]; minutes: number; roundedMinutes: number };

async function ask(groupBy: ReportGroup[], more: object): Promise<Map<string, [number, number]>> {
  const { body } = await desk.post('Reports/Query', { ...range, groupBy, ...more });
  const leaves = (body.lines as Line[]).filter(({ keys }) => keys.length === groupBy.length);
  return new Map(
    leaves.map(({ keys, minutes, roundedMinutes }) => [JSON.stringify(keys), [minutes, roundedMinutes]]),
  );
}

const scopes = ['entry', 'dayProject', 'total'] as const;
const groupings: ReportGroup[][] = [
  ['projectType', 'person'],
  ['project', 'person'],
  ['month', 'projectType'],
  ['status', 'project'],
  ['person', 'day'],
  ['project', 'activity', 'billable'],
];
const cases = scopes.flatMap((scope) => groupings.map((groupBy) => ({ scope, groupBy })));

const totals = groupings.flatMap((groupBy) =>
  (['down', 'nearest'] as const).flatMap((direction) =>
    [2, 7, 15, 240].map((stepMinutes) => ({ groupBy, direction, stepMinutes })),
  ),
);

test.each(totals)(
  'a total $direction to $stepMinutes: lines by $groupBy are rounded as the rule says',
  async (it) => {
    const { groupBy, ...how } = it;
    const rounding: RoundingRule = { ...how, scope: 'total' };
    expect(await ask(groupBy, { rounding })).toEqual(expected(groupBy, rounding, entries));
  },
);

test.each(cases)('$scope: lines by $groupBy are rounded as the rule says', async ({ scope, groupBy }) => {
  const rounding = ruleOf(scope);
  expect(await ask(groupBy, { rounding })).toEqual(expected(groupBy, rounding, entries));
});

test.each(scopes)('%s: what a filter leaves is rounded, amounts beside it are not', async (scope) => {
  const rounding = ruleOf(scope);
  const filters = [
    { field: 'billable', is: 'is', value: true },
    { field: 'projectType', is: 'is', values: [typeIDs[0]] },
    { field: 'status', is: 'is', values: ['open'] },
  ];
  const kept = entries.filter(({ isBillable, projectID }) => isBillable && projectID === built);
  expect(await ask(['person', 'month'], { rounding, filters, withMoney: true })).toEqual(
    expected(['person', 'month'], rounding, kept),
  );
  const totals = async (more: object) =>
    (await desk.post('Reports/Query', { ...range, groupBy: [], filters, withMoney: true, ...more })).body
      .totals;
  const { roundedMinutes: _rounded, ...figures } = await totals({ rounding });
  expect(figures).toEqual((({ roundedMinutes: _same, ...rest }) => rest)(await totals({})));
  expect(figures.amounts[0].amount).toBeGreaterThan(0);
});

test('weeks that nobody counted yet are in it, crossed and rounded', async () => {
  const { gateway, workspace } = desk;
  await gateway.owner(workspace).run(sql`
    update app.timesheet_week set counted_version = version - 1
    where tenant_id = ${workspace.tenantId} and team_member_id = ${member.teamMemberID}`);
  await gateway.owner(workspace).run(sql`
    delete from app.day_total where tenant_id = ${workspace.tenantId} and team_member_id = ${member.teamMemberID}`);
  for (const scope of scopes) {
    const rounding = ruleOf(scope);
    expect(await ask(['projectType', 'person'], { rounding })).toEqual(
      expected(['projectType', 'person'], rounding, entries),
    );
  }
});
