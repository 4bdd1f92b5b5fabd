import type { ReportFile } from '@stint/domain/api/gateway/report-files.ts';
import { formatHours } from '@stint/domain/time/hours.ts';
import type { ReportGroup } from '@stint/domain/time/report.ts';
import type { RoundingRule } from '@stint/domain/time/rounding.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { Job } from '../../platform/queue/job.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';
import { createStandings } from '../access/standings.ts';
import { budgetAlerts } from '../budgets/alerts.ts';
import type { AppMail } from '../mail/app-mail.ts';
import { createWorkspaceProvider } from '../provider/client.ts';
import {
  centsIn,
  minutesIn,
  minutesOfCell,
  openPdf,
  openXlsx,
  rowsOfCsv,
} from '../reports/files/readers.fixture.ts';
import { createPlanMail } from '../saved-reports/plan-mail.ts';
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
import type { PricedEntry } from './entry-prices.fixture.ts';
import { createRandom } from './random.fixture.ts';

/** Rows of any kind, where only which they are is compared. */
const byText = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1);

// One workspace of chance, in two currencies with rates by date and approved weeks: whatever shows a sum of it shows the sum
// of its entries, to the minute and to the cent, raw and rounded.

const desk = openGatewayDesk();
/** `TOTALS_SEED=7` makes another workspace of the same kind. */
const seed = Number(process.env['TOTALS_SEED'] ?? 1);
let made: ChanceWorkspace;

beforeAll(async () => {
  made = await fillByChance(desk, createRandom(seed));
  desk.gateway.service.startWorkers();
}, 180_000);

const rules: (RoundingRule | null)[] = [
  null,
  { stepMinutes: 15, direction: 'up', scope: 'entry' },
  { stepMinutes: 15, direction: 'nearest', scope: 'dayProject' },
  { stepMinutes: 30, direction: 'down', scope: 'total' },
];
const named = (rule: RoundingRule | null) => (rule ? `rounded by ${rule.scope}` : 'raw');

async function call(method: 'get' | 'post', path: string, body: object = {}, as: TestMember = desk.owner) {
  desk.gateway.clock.move(1000);
  const answer = await (method === 'get' ? desk.get(path, as) : desk.post(path, body, as));
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  return answer.body;
}

const whole = (rule: RoundingRule | null = null) => sumsBy(made.entries, () => '', rule)[''] as Sums;
const minutesOf = (entries: readonly { minutes: number }[]) =>
  entries.reduce((sum, { minutes }) => sum + minutes, 0);
const inOrder = (money: Sums['amounts']) => money.toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
const sumsOnly = ({ amounts, costs, ...rest }: Sums): Sums => ({
  ...rest,
  amounts: inOrder(amounts),
  costs: inOrder(costs),
});

test('the workspace has what makes sums differ', () => {
  const { amounts, costs, unpricedMinutes, uncostedMinutes, minutes, roundedMinutes } = whole(rules[1]);
  expect([amounts.length, costs.length]).toEqual([2, 2]);
  expect(Math.min(unpricedMinutes, uncostedMinutes)).toBeGreaterThan(0);
  expect(roundedMinutes).not.toBe(minutes);
  expect(new Set(made.entries.map(({ status }) => status))).toEqual(new Set(['open', 'approved']));
});

describe.each(rules.map((rule) => [named(rule), rule] as const))('a report, %s', (_name, rule) => {
  test.each(groupings.map((groupBy) => [groupBy.join(' and ') || 'nothing', groupBy] as const))(
    'by %s',
    async (_by, groupBy) => {
      const report = await call('post', 'Reports/Query', {
        ...range,
        groupBy,
        withMoney: true,
        ...(rule ? { rounding: rule } : {}),
      });
      const keyOf = (entry: PricedEntry) => JSON.stringify(groupBy.map((group) => keys[group](entry)));
      const lines = report.lines.filter((line: { keys: unknown[] }) => line.keys.length === groupBy.length);
      const said = lines.map(({ keys: own, ...line }: Sums & { keys: unknown[] }) => [
        JSON.stringify(own),
        sumsOnly(line),
      ]);
      expect(Object.fromEntries(said)).toEqual(groupBy.length > 0 ? sumsBy(made.entries, keyOf, rule) : {});
      expect(sumsOnly(report.totals)).toEqual(whole(rule));
    },
  );
});

describe('weeks and people', () => {
  test('a week, the year of weeks, the person’s weeks and the inbox', async () => {
    for (const person of made.people) {
      const { teamMemberID } = person;
      const own = made.entries.filter((entry) => entry.teamMemberID === teamMemberID);
      const byWeek = sumsBy(own, ({ weekEndDate }) => weekEndDate);
      const told = weekEnds.map((end) => [end, byWeek[end]?.minutes ?? 0, byWeek[end]?.billableMinutes ?? 0]);
      const seen = [];
      for (const end of weekEnds) {
        const { week, entries } = await call('get', `TimeSheet/GetByWeek/${teamMemberID}/${end}`, {}, person);
        expect(minutesOf(entries)).toBe(week.totalMinutes);
        seen.push([end, week.totalMinutes, week.billableMinutes]);
      }
      expect(seen).toEqual(told);
      type Week = { weekEndDate: string; totalMinutes: number; billableMinutes: number };
      const year: Week[] = await call('get', `TimeSheet/Year/${teamMemberID}/2026`, {}, person);
      const ofYear = year.map((week) => [week.weekEndDate, week.totalMinutes, week.billableMinutes]);
      expect(ofYear.toSorted(byText).toReversed()).toEqual(told);
      const { timeSheetList } = await call('get', `TeamMember/${teamMemberID}`);
      for (const { weekEndDate, totalMinutes } of timeSheetList)
        expect([weekEndDate, totalMinutes]).toEqual([weekEndDate, byWeek[weekEndDate]?.minutes]);
    }
    const approved: { totalMinutes: number; billableMinutes: number }[] = await call(
      'get',
      `TimeSheet/Weeks?status=approved&from=${range.from}&to=${range.to}&size=100`,
    );
    const { minutes, billableMinutes } = sumsBy(made.entries, ({ status }) => status)['approved'] as Sums;
    expect(approved.reduce((sum, week) => sum + week.totalMinutes, 0)).toBe(minutes);
    expect(approved.reduce((sum, week) => sum + week.billableMinutes, 0)).toBe(billableMinutes);
  });

  test('utilisation, and entries as two calls list them', async () => {
    const byPerson = sumsBy(made.entries, ({ teamMemberID }) => teamMemberID);
    const people: { teamMemberID: string; minutes: number; billableMinutes: number }[] = await call(
      'post',
      'Reports/People',
      range,
    );
    expect(
      people.map((one) => [one.teamMemberID, one.minutes, one.billableMinutes]).toSorted(byText),
    ).toEqual(
      Object.entries(byPerson)
        .map(([id, sums]) => [id, sums.minutes, sums.billableMinutes])
        .toSorted(byText),
    );
    for (const read of [
      (page: number) => call('post', 'Reports/Entries', { ...range, page, size: 100 }),
      (page: number) =>
        call('get', `TimeSheet/Entries?from=${range.from}&to=${range.to}&page=${page}&size=100`),
    ]) {
      const listed: { minutes: number }[] = [];
      for (let page = 1, some = await read(page); some.length > 0; some = await read(++page))
        listed.push(...some);
      expect([listed.length, minutesOf(listed)]).toEqual([made.entries.length, whole().minutes]);
    }
  });
});

describe('projects and budgets', () => {
  test('list, page and summary of each', async () => {
    const list: { projectID: string; trackedMinutes: number; billableMinutes: number }[] = await call(
      'get',
      'Projects?size=100',
    );
    for (const [id, sums] of Object.entries(sumsBy(made.entries, ({ projectID }) => projectID))) {
      const wanted = { trackedMinutes: sums.minutes, billableMinutes: sums.billableMinutes };
      const own = made.entries.filter(({ projectID }) => projectID === id);
      const by = (keyOf: (entry: PricedEntry) => string) =>
        Object.entries(sumsBy(own, keyOf))
          .map(([key, some]) => [key, some.minutes, some.billableMinutes])
          .toSorted(byText);
      expect(list.find(({ projectID }) => projectID === id)).toMatchObject(wanted);
      expect(await call('get', `Projects/${id}`)).toMatchObject(wanted);
      const summary = await call('get', `Projects/${id}/Summary`);
      expect(summary).toMatchObject({ ...wanted, budgetUsedMinutes: sums.minutes });
      type Part = { minutes: number; billableMinutes: number; [key: string]: unknown };
      const parts = (some: Part[], key: string) =>
        some.map((part) => [String(part[key]), part.minutes, part.billableMinutes]).toSorted(byText);
      expect(parts(summary.byMember, 'teamMemberID')).toEqual(by(({ teamMemberID }) => teamMemberID));
      expect(parts(summary.byActivity, 'activityID')).toEqual(by(({ activityID }) => String(activityID)));
      expect(parts(summary.burn, 'month')).toEqual(by(({ workDate }) => `${workDate.slice(0, 7)}-01`));
    }
  });

  test('a budget of exactly what was used is full, a cent or a minute less is overdrawn, a cent more is neither', async () => {
    const db = desk.gateway.owner(desk.workspace);
    const over = async () =>
      (await call('get', 'Projects?overBudget=true&size=100')).map(
        ({ projectID }: { projectID: string }) => projectID,
      );
    const alerts = async (id: string) => {
      await budgetAlerts(desk.gateway.clock).run({ code: 'us', ...desk.gateway.databases.us });
      const rows = await db.rows<{ percent: number }>(
        sql`select percent from app.budget_alert where project_id = ${id}`,
      );
      return rows.map(({ percent }) => percent).toSorted(byText);
    };
    for (const [id, { minutes, amounts }] of Object.entries(
      sumsBy(made.entries, ({ projectID }) => projectID),
    )) {
      const [worth] = amounts;
      const kinds = [
        { kind: 'hours', used: minutes },
        ...(worth ? [{ kind: 'amount', used: worth.amount }] : []),
      ];
      for (const { kind, used } of kinds) {
        const budget = (more: number) =>
          db.run(sql`update app.project set budget_kind = ${kind}, alert_percents = '{100}',
          budget_minutes = ${kind === 'hours' ? used + more : null}, budget_amount_minor = ${kind === 'hours' ? null : used + more} where id = ${id}`);
        await db.run(sql`delete from app.budget_alert where project_id = ${id}`);
        await budget(1);
        expect([await alerts(id), (await over()).includes(id)]).toEqual([[], false]);
        await budget(0);
        expect([await alerts(id), (await over()).includes(id)]).toEqual([[100], false]);
        const summary = await call('get', `Projects/${id}/Summary`);
        expect(kind === 'hours' ? summary.budgetUsedMinutes : summary.budgetUsedAmount).toBe(used);
        await budget(-1);
        expect(await over()).toContain(id);
      }
    }
  });
});

/** A file as its route gives it, made in the background. */
async function fileOf(file: Partial<ReportFile>): Promise<Buffer> {
  const { longWorkID } = await call('post', 'Reports/Files', {
    of: 'entries',
    form: 'csv',
    ...range,
    ...file,
  });
  const state = () => call('get', `LongWork/${longWorkID}`);
  await expect.poll(async () => (await state()).status, { timeout: 60_000 }).not.toMatch(/queued|running/);
  const { status, result } = await state();
  expect([status, result]).toEqual(['done', { entries: made.entries.length, minutes: whole().minutes }]);
  const headers = await desk.gateway.headersOf(desk.owner);
  return (await desk.gateway.app.inject({ method: 'GET', url: `/api/LongWork/${longWorkID}/File`, headers }))
    .rawPayload;
}

const centsOf = (amounts: Sums['amounts'], currency: string) =>
  amounts.find((one) => one.currency === currency)?.amount ?? 0;
describe('files', () => {
  test('entries as CSV, by the stream and in the background', async () => {
    const { minutes, amounts, costs } = whole();
    expect(minutesIn(rowsOfCsv((await desk.post('Reports/Export', range)).text), 'Hours')).toBe(minutes);
    const rows = rowsOfCsv(await fileOf({ withMoney: true }));
    expect([
      minutesIn(rows, 'Hours'),
      minutesOf(rows.map((row) => ({ minutes: Number(row['Minutes']) }))),
    ]).toEqual([minutes, minutes]);
    for (const currency of ['EUR', 'USD']) {
      expect(
        centsIn(
          rows.filter((row) => row['Currency'] === currency),
          'Amount',
        ),
      ).toBe(centsOf(amounts, currency));
      expect(
        centsIn(
          rows.filter((row) => row['Cost currency'] === currency),
          'Cost',
        ),
      ).toBe(centsOf(costs, currency));
    }
  });

  test('as XLSX, JSON, iCalendar, and as Toggl and Harvest take them', async () => {
    const { minutes, entries } = whole();
    const { head, rows } = await openXlsx(await fileOf({ form: 'xlsx' }));
    const hours = rows.map((row) => minutesOfCell(row[head.indexOf('Hours')]));
    expect([hours.at(-1), minutesOf(hours.slice(0, -1).map((one) => ({ minutes: one })))]).toEqual([
      minutes,
      minutes,
    ]);
    expect(JSON.parse(String(await fileOf({ form: 'json' }))).totals).toEqual({ entries, minutes });
    const summaries = [...String(await fileOf({ form: 'ics' })).matchAll(/^SUMMARY:(\d+):(\d\d) /gm)];
    expect(summaries.reduce((sum, [, h, m]) => sum + Number(h) * 60 + Number(m), 0)).toBe(minutes);
    const toggl = rowsOfCsv(await fileOf({ form: 'toggl' })).map((row) =>
      (row['Duration'] ?? '').split(':').map(Number),
    );
    expect(toggl.reduce((sum, [h = 0, m = 0]) => sum + h * 60 + m, 0)).toBe(minutes);
    expect(minutesIn(rowsOfCsv(await fileOf({ form: 'harvest' })), 'Hours')).toBe(minutes);
  });

  test.each(rules.map((rule) => [named(rule), rule] as const))(
    'the lines of a report as CSV, XLSX and PDF, %s',
    async (_name, rule) => {
      const sums = whole(rule);
      const lines = {
        of: 'lines',
        groupBy: ['person', 'activity'] as ReportGroup[],
        withMoney: true,
        ...(rule ? { rounding: rule } : {}),
      } as const;
      const rows = rowsOfCsv(await fileOf(lines));
      expect([minutesIn(rows, 'Hours'), minutesIn(rows, 'Billable')]).toEqual([
        sums.minutes,
        sums.billableMinutes,
      ]);
      // Without a rule there is no column of it.
      const rounded = rule ? sums.roundedMinutes : Number.NaN;
      expect(minutesIn(rows, 'Rounded')).toBe(rounded);
      const columns = rowsOfCsv(await fileOf({ ...lines, withMoney: false, of: 'pivot' }));
      expect(minutesIn(columns, 'Total')).toBe(sums.minutes);
      expect(minutesIn(columns, 'Total (Rounded)')).toBe(rounded);
      const sheet = await openXlsx(await fileOf({ ...lines, form: 'xlsx' }));
      const last = (head: string) => sheet.rows.at(-1)?.[sheet.head.indexOf(head)];
      expect(minutesOfCell(last('Hours'))).toBe(sums.minutes);
      expect(minutesOfCell(last('Rounded'))).toBe(rounded);
      for (const currency of ['EUR', 'USD']) {
        expect(centsIn(rows, `Amount ${currency}`)).toBe(centsOf(sums.amounts, currency));
        expect(Math.round(Number(last(`Cost ${currency}`)) * 100)).toBe(centsOf(sums.costs, currency));
      }
      const { text } = await openPdf(await fileOf({ ...lines, form: 'pdf' }));
      for (const figure of [sums.minutes, sums.roundedMinutes, sums.billableMinutes])
        expect(text).toContain(formatHours(figure));
    },
  );

  test('the whole workspace as a zip', async () => {
    const { transferID } = await call('post', 'Workspace/Exports');
    const state = () => call('get', `Workspace/Exports/${transferID}`);
    await expect.poll(async () => (await state()).status, { timeout: 60_000 }).toBe('done');
    const { entries, minutes, billableMinutes } = whole();
    expect((await state()).totals).toEqual({ entries, minutes, billableMinutes });
  });
});

test.each(rules.map((rule) => [named(rule), rule] as const))('a link and a mail, %s', async (_name, rule) => {
  const { gateway, owner, workspace } = desk;
  const definition = {
    kind: 'summary',
    range: `${range.from}..${range.to}`,
    groupBy: ['project'],
    filters: [],
    rounding: rule,
    withMoney: true,
  };
  const columns = ['hours', 'rounded', 'billable', 'amounts'];
  const { reportID } = await call('post', 'Reports', { name: 'All', definition, isShared: true });
  const { url } = await call('post', `Reports/${reportID}/Link`, { columns });
  const shared = (await gateway.call('GET', `SharedReport/${new URL(url).pathname.replace('/share/', '')}`))
    .body;
  const { minutes, roundedMinutes, billableMinutes, amounts } = whole(rule);
  expect({ ...shared.totals, amounts: inOrder(shared.totals.amounts) }).toEqual({
    minutes,
    roundedMinutes,
    billableMinutes,
    amounts,
  });
  const ofLines = shared.lines.map((line: Sums) => [
    line.minutes,
    line.roundedMinutes,
    inOrder(line.amounts),
  ]);
  const wanted = Object.values(sumsBy(made.entries, ({ projectID }) => projectID, rule));
  const byMinutes = (a: unknown[], b: unknown[]) =>
    Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]);
  expect(ofLines.toSorted(byMinutes)).toEqual(
    wanted.map((line) => [line.minutes, line.roundedMinutes, line.amounts]).toSorted(byMinutes),
  );

  const receiverIDs = [owner.teamMemberID];
  await desk.put(`Reports/${reportID}/Schedule`, { every: 'day', on: 1, hour: 5, columns, receiverIDs });
  const sent: AppMail[] = [];
  const { baseUrl, tenantId: rootTenantId, adminKey } = gateway.provider;
  const provider = createWorkspaceProvider({ baseUrl, rootTenantId, adminKey, fetch });
  const mail = createPlanMail({
    config: gateway.config,
    secrets: createSecrets(Buffer.from('k'.repeat(40))),
    standings: createStandings(gateway.clock, provider, null),
    send: async (one) => void sent.push(one),
  });
  const payload = { reportID, teamMemberID: owner.teamMemberID, dueAt: gateway.clock.now().toISOString() };
  await mail({ id: newId(), tenantId: workspace.tenantId, payload } as unknown as Job, {
    code: 'us',
    ...gateway.databases.us,
  });
  const [first] = sent;
  const figures = (first?.figures ?? []).slice(0, 3).map(({ value }) => value);
  expect(figures).toEqual([minutes, roundedMinutes, billableMinutes].map(formatHours));
  const said = first?.figures?.[3]?.value ?? '';
  expect(
    said
      .split(' + ')
      .map((part) => Number(part.replace(/[^\d]/g, '')))
      .toSorted(byText),
  ).toEqual(amounts.map(({ amount }) => amount).toSorted(byText));
});
