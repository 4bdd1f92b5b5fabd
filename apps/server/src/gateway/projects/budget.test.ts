import { alertsDue } from '@stint/domain/time/budget.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';
import { budgetAlerts } from '../budgets/alerts.ts';
import type { MemberRate, RateMode } from '../rates/rate.fixture.ts';
import { type BudgetEntry, type BudgetRates, budgetUse } from './budget-use.fixture.ts';

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let owner: TestMember;
let bob: TestMember;
let editor: TestMember;
let clients: Record<'withRate' | 'plain', string>;
let memberRates: MemberRate[];

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  owner = workspace.owner;
  bob = await gateway.addMember(workspace);
  editor = await gateway.addMember(workspace, { role: 'editor' });
  const client = (more: object) => post('Clients', { clientName: newId(), currency: 'EUR', ...more });
  clients = {
    withRate: (await client({ defaultRate: 4321 })).clientID,
    plain: (await client({})).clientID,
  };
  const rate = (person: TestMember, amount: number, effectiveFrom: string, currency = 'EUR') => ({
    teamMemberID: person.teamMemberID,
    kind: 'bill' as const,
    amount,
    effectiveFrom,
    currency,
  });
  memberRates = [
    rate(owner, 9050, '2026-09-01'),
    rate(owner, 9999, '2026-10-15'),
    rate(owner, 1234, '2026-11-01', 'USD'),
    rate(bob, 7007, '2026-10-01', 'USD'),
  ];
  for (const each of memberRates) await post('Rates', each);
  await post('Rates', { ...rate(owner, 10, '2020-01-01'), kind: 'cost' });
});
beforeEach(() => gateway.clock.move(60_000));
afterAll(() => gateway?.close());

async function post(path: string, body: object, as = owner) {
  const answer = await gateway.call('POST', path, { as, body });
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.body;
}
const get = async (path: string, as = owner) => (await gateway.call('GET', path, { as })).body;

/** Same in every run, and no two minutes alike enough for a wrong rounding to hide. */
const days = ['2026-08-31', '2026-09-01', '2026-10-14', '2026-10-15', '2026-11-02', '2026-11-16'];

async function addTime(projectID: string, activities: (string | null)[]): Promise<BudgetEntry[]> {
  const entries: BudgetEntry[] = [];
  for (const [place, workDate] of days.entries()) {
    for (const [index, person] of [owner, bob].entries()) {
      const entry = {
        workDate,
        minutes: 7 + 13 * place + 29 * index,
        isBillable: (place + index) % 5 !== 4,
        activityID: activities[(place + index) % activities.length] ?? null,
      };
      await post('TimeSheet', { projectID, ...entry }, person);
      entries.push({ ...entry, projectID, teamMemberID: person.teamMemberID });
    }
  }
  return entries;
}

async function alertedPercents(projectID: string): Promise<number[]> {
  const { database, queue } = gateway.databases.us;
  const region = { code: 'us', database, queue };
  await budgetAlerts(gateway.clock).run(region);
  const rows = await gateway
    .owner(workspace)
    .rows<{ percent: number }>(
      sql`select percent from app.budget_alert where tenant_id = ${workspace.tenantId} and project_id = ${projectID} order by 1`,
    );
  return rows.map(({ percent }) => percent);
}

describe('a budget in money', () => {
  const modes: RateMode[] = ['project', 'member', 'activity', 'none'];
  const cases = modes.flatMap((rateMode) =>
    [6100, null].flatMap((hourlyRate) =>
      (['withRate', 'plain'] as const).map((client) => [rateMode, hourlyRate, client] as const),
    ),
  );

  test.each(cases)(
    'rates by %s, hourly rate %s, client %s: as the domain counts it',
    async (rateMode, hourlyRate, client) => {
      const [design, meeting] = [workspace.activityIDs['General'], workspace.activityIDs['Meeting']] as [
        string,
        string,
      ];
      const { projectID } = await post('Projects', {
        projectName: newId(),
        clientID: clients[client],
        rateMode,
        hourlyRate,
        budgetKind: 'amount',
        budgetAmount: 60_000,
        activityIDs: [design, meeting],
        activityRates: [{ activityID: design, hourlyRate: 15_015 }],
      });
      const special = {
        ...memberRates[0],
        projectID,
        amount: 11_111,
        effectiveFrom: '2026-11-16',
      } as MemberRate;
      await post('Rates', special);
      const entries = await addTime(projectID, [design, meeting]);
      const rates: BudgetRates = {
        rateMode,
        currency: 'EUR',
        projectRate: hourlyRate,
        clientRate: client === 'withRate' ? 4321 : null,
        activityRates: new Map([[design, 15_015]]),
        memberRates: [...memberRates, special],
      };
      const expected = budgetUse(entries, rates);
      const summary = await get(`Projects/${projectID}/Summary`);
      expect(summary).toMatchObject({
        budgetAmount: 60_000,
        budgetUsedAmount: expected.amount,
        budgetCurrency: 'EUR',
        unpricedMinutes: expected.unpricedMinutes,
        otherCurrencyMinutes: expected.otherCurrencyMinutes,
      });
      expect(await alertedPercents(projectID)).toEqual(
        alertsDue({
          used: expected.amount,
          budget: 60_000,
          alertPercents: [50, 75, 90, 100],
          sentPercents: [],
        }),
      );
      for (const budgetAmount of [expected.amount, expected.amount - 1].filter((each) => each > 0)) {
        const { version } = await get(`Projects/${projectID}`);
        await gateway.call('PUT', `Projects/${projectID}`, { as: owner, body: { budgetAmount, version } });
        const found = await post('Projects/SearchAllProjects', { overBudget: true });
        const isFound = found.items.some((row: { projectID: string }) => row.projectID === projectID);
        expect(isFound).toBe(budgetAmount < expected.amount);
      }
    },
  );

  test('of a month counts that month alone, and the forecast follows the money', async () => {
    // The day of the database, whose clock decides what this month is; that of the tests runs ahead.
    const { today } = await gateway
      .owner(workspace)
      .one<{ today: string }>(sql`select (now() at time zone 'UTC')::date::text as today`);
    const { projectID } = await post('Projects', {
      projectName: newId(),
      rateMode: 'project',
      hourlyRate: 6000,
      budgetKind: 'amount',
      budgetAmount: 1_000_000,
      budgetPeriod: 'month',
    });
    await post('TimeSheet', { projectID, workDate: '2026-06-01', minutes: 600 });
    await post('TimeSheet', { projectID, workDate: today, minutes: 90 });
    const summary = await get(`Projects/${projectID}/Summary`);
    expect(summary).toMatchObject({ budgetUsedAmount: 9000, budgetCurrency: 'USD', budgetMinutes: null });
    expect(summary.forecastDate > today).toBe(true);
  });

  test('is nothing to people who may not see rates: neither figures nor a date nor a filter tells', async () => {
    const { projectID } = await post('Projects', {
      projectName: newId(),
      rateMode: 'project',
      hourlyRate: 6000,
      budgetKind: 'amount',
      budgetAmount: 1,
    });
    await post('TimeSheet', { projectID, workDate: '2026-11-16', minutes: 60 });
    for (const as of [editor, bob]) {
      expect(await get(`Projects/${projectID}/Summary`, as)).toMatchObject({
        budgetAmount: null,
        budgetUsedAmount: null,
        budgetCurrency: null,
        unpricedMinutes: null,
        otherCurrencyMinutes: null,
        forecastDate: null,
      });
      const found = await post('Projects/SearchAllProjects', { overBudget: true }, as);
      expect(found.items.map((row: { projectID: string }) => row.projectID)).not.toContain(projectID);
    }
  });
});

describe('rates of activities on a project', () => {
  test('are for those who set rates, replace each other, and come along when it is duplicated', async () => {
    const [design, meeting] = [workspace.activityIDs['General'], workspace.activityIDs['Meeting']] as [
      string,
      string,
    ];
    const activityRates = [{ activityID: design, hourlyRate: 5 }];
    const made = await post('Projects', {
      projectName: newId(),
      activityIDs: [design, meeting],
      activityRates,
    });
    expect(made.activityRates).toEqual(activityRates);
    const url = `Projects/${made.projectID}`;
    expect((await get(url, bob)).activityRates).toEqual([]);
    const put = (body: object, as = owner) => gateway.call('PUT', url, { as, body: { version: 1, ...body } });
    expect((await put({ activityRates: [] }, editor)).status).toBe(403);
    const copy = await post(`${url}/Duplicate`, { projectName: newId() });
    expect(copy.activityRates).toEqual(activityRates);
    const next = [{ activityID: meeting, hourlyRate: 7 }];
    expect((await put({ activityRates: next })).body.activityRates).toEqual(next);
    expect((await put({ version: 2, activityIDs: [design] })).body.activityRates).toEqual([]);
  });

  test('of activities that it does not list, of another workspace or named twice are refused', async () => {
    const design = String(workspace.activityIDs['General']);
    const other = await gateway.addWorkspace();
    const rate = (activityID: string) => ({ activityID, hourlyRate: 5 });
    for (const activityRates of [
      [rate(String(workspace.activityIDs['Meeting']))],
      [rate(String(Object.values(other.activityIDs)[0]))],
      [rate(design), rate(design)],
    ]) {
      const body = { projectName: newId(), activityIDs: [design], activityRates };
      const answer = await gateway.call('POST', 'Projects', { as: owner, body });
      expect([answer.status, answer.body.errors[0]]).toEqual([
        400,
        expect.objectContaining({ code: 'reference_invalid', field: 'activityRates' }),
      ]);
    }
  });
});
