import { addDays } from '@stint/domain/time/plain-date.ts';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer, TestMember } from '../../testing/gateway-harness.ts';
import { dayTotals } from '../totals/rows.ts';
import { findDifferences, foldChanged } from './check.ts';
import { worthOfOpenDays } from './entry-prices.fixture.ts';
import { createRandom } from './random.fixture.ts';

const desk = openGatewayDesk();

/** `TOTALS_EDITS=10000` makes a longer history of the same kind. */
const edits = Number(process.env['TOTALS_EDITS'] ?? 2000);
const perSave = 25;
const weekEnds = Array.from({ length: 8 }, (_week, at) => addDays('2026-11-15', -7 * at));
const range = { from: '2026-09-01', to: '2026-11-30' };

type Entry = {
  timesheetID: string;
  version: number;
  projectID: string;
  minutes: number;
  isBillable: boolean;
};

/** What may happen to a caller beside others; anything else is a fault. */
const expected = new Set([200, 201, 204, 400, 403, 404, 409, 410, 422]);

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, as: TestMember, body?: object) {
  // The buckets of the limits fill up again.
  desk.gateway.clock.move(1000);
  const answer: Answer = await desk.gateway.call(method, path, { as, ...(body ? { body } : {}) });
  // 503: the database was away, as below.
  if (!expected.has(answer.status) && answer.status !== 503) throw new Error(`${path}: ${answer.text}`);
  return answer.body;
}

test(`after ${edits} edits by several people at once, through merges, rates, approvals and lost connections, every sum is that of the entries`, async () => {
  const { workspace, owner, gateway } = desk;
  const people = await Promise.all([1, 2, 3].map(() => gateway.addMember(workspace)));
  const add = async (path: string, body: object, id: string): Promise<string> =>
    (await call('POST', path, owner, body))[id];
  const clients = [
    await add('Clients', { clientName: 'Euro', currency: 'EUR', defaultRate: 5_001 }, 'clientID'),
    await add('Clients', { clientName: 'Dollar', currency: 'USD' }, 'clientID'),
  ];
  const projects: string[] = [];
  for (const [at, rateMode] of ['project', 'member', 'activity', 'none', 'member', 'project'].entries()) {
    const more = { clientID: at < 4 ? clients[at % 2] : null, hourlyRate: at % 3 === 0 ? 7_013 : null };
    projects.push(await add('Projects', { projectName: `P${at}`, rateMode, ...more }, 'projectID'));
  }
  const activities: string[] = [];
  for (const name of ['Dig', 'Fill', 'Carry', 'Haul'])
    activities.push(await add('Activities', { activityName: name }, 'activityID'));

  async function write(person: TestMember, writer: number): Promise<void> {
    const random = createRandom(writer);
    for (let done = 0; done < edits / 4; ) {
      const week = { teamMemberID: person.teamMemberID, weekEndDate: random.pick(weekEnds) };
      const sheet = await call('GET', `TimeSheet/GetByWeek/${week.teamMemberID}/${week.weekEndDate}`, person);
      const present: Entry[] = sheet?.entries ?? [];
      const fields = () => ({
        projectID: random.pick(projects),
        activityID: random.pick([...activities, null]),
        workDate: addDays(week.weekEndDate, -random.int(0, 6)),
        minutes: random.int(1, 25),
        isBillable: random.int(0, 3) > 0,
      });
      const kind = random.int(0, 9);
      done += perSave;
      if (kind < 7) {
        const changed = present.filter(() => random.int(0, 2) === 0).slice(0, perSave - 8);
        const deletes = present.filter((entry) => !changed.includes(entry)).slice(0, random.int(0, 8));
        const upserts = [
          ...changed.map(({ timesheetID, version }) => ({ timesheetID, version, ...fields() })),
          ...Array.from({ length: perSave - changed.length - deletes.length }, fields),
        ];
        await call('PUT', 'TimeSheet/SaveWeek', person, {
          ...week,
          upserts,
          deletes: deletes.map(({ timesheetID, version }) => ({ timesheetID, version })),
        });
        const [gone] = deletes;
        if (gone) await call('PUT', `Trash/Entries/${gone.timesheetID}/Restore`, person, {});
      } else if (kind === 7) {
        const to = random.pick(weekEnds);
        await call('POST', 'TimeSheet/CopyWeek', person, {
          teamMemberID: week.teamMemberID,
          from: week.weekEndDate,
          to,
          include: 'hours',
        });
      } else {
        const item = async () => ({
          ...week,
          version: (await call('GET', `TimeSheet/GetByWeek/${week.teamMemberID}/${week.weekEndDate}`, person))
            ?.week?.version,
        });
        const reason = 'Again, please.';
        await call('POST', 'TimeSheet/Submit', person, { items: [await item()] });
        await call('POST', 'TimeSheet/Approve', owner, { items: [await item()] });
        if (random.int(0, 2) > 0)
          await call('POST', 'TimeSheet/Reopen', owner, { items: [await item()], reason });
      }
    }
  }

  let lost = 0;
  /** All connections of the service but the one that asks for it. */
  const loseConnections = () =>
    gateway.databases.us.database.run(sql`select pg_terminate_backend(a.pid) from pg_stat_activity a
      where a.datname = current_database() and a.pid <> pg_backend_pid() and a.usename = current_user`);
  const fold = () => foldChanged(gateway.databases.us.database, workspace.tenantId);
  let isWriting = true;
  async function manage(): Promise<void> {
    const random = createRandom(99);
    // On a busy machine all is written before the fourth turn, the first that loses connections.
    for (let turn = 0; isWriting || turn < 4; turn++) {
      const person = random.pick(people);
      const kind = random.pick(['bill', 'cost'] as const);
      const currency = random.pick(['EUR', 'USD']);
      const effectiveFrom = addDays('2026-11-15', -random.int(0, 60));
      const amount = random.int(1, 9_999);
      const rate = { teamMemberID: person.teamMemberID, kind, amount, currency, effectiveFrom };
      const stored = await call('POST', 'Rates', owner, rate);
      if (turn % 5 === 4) await call('DELETE', `Rates/${stored?.rateID}`, owner);
      const dated = random.pick([
        { projectID: random.pick(projects) },
        { projectID: random.pick(projects), activityID: random.pick(activities) },
        { activityID: random.pick(activities) },
        { clientID: random.pick(clients) },
      ]);
      await call('POST', 'Rates', owner, {
        ...dated,
        kind: 'bill',
        amount,
        effectiveFrom,
        withApproved: turn % 3 === 0,
      });
      const id = random.pick(projects);
      const project = await call('GET', `Projects/${id}`, owner);
      await call('PUT', `Projects/${id}`, owner, {
        version: project?.version,
        hourlyRate: random.int(0, 9_999),
        clientID: random.pick([...clients, null]),
        rateMode: random.pick(['project', 'member', 'activity', 'none']),
      });
      if (turn % 4 === 0)
        await call(
          turn % 8 === 0 ? 'DELETE' : 'PUT',
          `Projects/${id}${turn % 8 === 0 ? '' : '/Restore'}`,
          owner,
          turn % 8 === 0 ? undefined : {},
        );
      if (turn % 6 === 2) {
        const client = await call('GET', `Clients/${clients[0]}`, owner);
        await call('PUT', `Clients/${clients[0]}`, owner, {
          version: client?.version,
          currency,
          defaultRate: random.int(0, 9_999),
        });
      }
      if (turn % 10 === 5 && activities.length > 2)
        await call('POST', `Activities/${activities[0]}/Merge`, owner, { from: activities.pop() });
      if (turn % 10 === 7) {
        const ghost = await call('POST', 'TeamMember/Placeholders', owner, { firstName: newId().slice(-6) });
        const old = addDays('2026-08-30', -7 * turn);
        const time = { projectID: projects[0], workDate: old, minutes: 33 };
        await call('POST', 'TimeSheet', owner, { teamMemberID: ghost?.id, ...time });
        await call('POST', `TeamMember/${person.teamMemberID}/Merge`, owner, { from: ghost?.id });
      }
      // Spans are added up while people write: what they write meanwhile is read from its days.
      if (turn % 3 === 1) await fold().catch(() => 0);
      // What was under way is lost in the middle, as when a process is killed.
      if (turn % 7 === 3) lost += await loseConnections();
    }
  }
  const managing = manage();
  await Promise.all([owner, ...people].map(write)).finally(() => {
    isWriting = false;
  });
  await managing;
  expect(lost).toBeGreaterThan(0);

  const db = gateway.owner(workspace);
  const { tenantId } = workspace;
  const isExact = async () =>
    expect(await findDifferences(db, tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
  await isExact();

  // The prices, by rules that share no statement with what priced the days.
  const priced = await db.rows<{ day: string; amount: number | null }>(sql`
    select concat_ws('/', d.team_member_id, d.work_on, d.project_id, coalesce(d.activity_id::text, '-'), d.is_billable) as day,
      d.bill_minor as amount
    from ${dayTotals(tenantId)} d join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = d.team_member_id
      and w.week_end_on = d.week_end_on and w.status <> 'approved'`);
  const worth = await worthOfOpenDays(db, tenantId);
  expect(Object.fromEntries(priced.map(({ day, amount }) => [day, amount]))).toEqual(worth);
  expect(Object.values(worth).filter((amount) => amount !== null).length).toBeGreaterThan(20);

  // Each view, beside sums that are made here.
  const rows = await db.rows<{ person: string; project: string; minutes: number; isBillable: boolean }>(sql`
    select e.team_member_id as person, e.project_id as project, e.minutes, e.is_billable as "isBillable" from app.timesheet_entry e
    where e.tenant_id = ${tenantId} and e.deleted_at is null`);
  const sum = (some: { minutes: number }[]) => some.reduce((all, { minutes }) => all + minutes, 0);
  expect(rows.length).toBeGreaterThan(100);
  const everything = { from: '2020-01-01', to: range.to };
  const report = (more: object) => call('POST', 'Reports/Query', owner, { withMoney: true, ...more });
  const groupings = [
    ['project'],
    ['person', 'billable'],
    ['client', 'month'],
    ['month', 'billable'],
    ['day'],
    ['activity', 'week'],
    ['status', 'week'],
    ['status', 'week', 'activity'],
    ['person', 'project'],
    ['activity', 'client', 'billable'],
    ['status', 'projectType', 'month'],
  ];
  // Some weeks are added up and some changed since; then all are added up.
  for (const prepare of [() => 0, fold]) {
    await prepare();
    // The second range begins and ends in the middle of weeks and months.
    for (const dates of [everything, { from: '2026-09-23', to: '2026-11-11' }]) {
      for (const groupBy of groupings) {
        const byDays = await report({ ...dates, groupBy });
        // Only entries tell which of them have a tag.
        const filters = [{ field: 'tag', is: 'isNot', values: [newId()] }];
        const byEntries = await report({ ...dates, groupBy, filters });
        const unrounded = (lines: { keys: string[]; roundedMinutes: number }[]) =>
          lines.map(({ roundedMinutes: _rounded, ...line }) => sorted(line)).toSorted(byKeys);
        expect(unrounded(byDays.lines)).toEqual(unrounded(byEntries.lines));
      }
    }
  }
  const { unfolded } = await db.one<{ unfolded: number }>(sql`
    select count(distinct d.week_end_on) as unfolded from app.day_total d where d.tenant_id = ${tenantId}
      and not exists (select from app.packed_week f where f.tenant_id = ${tenantId} and f.week_end_on = d.week_end_on and f.fits
        and f.folds = (select s.folds from app.span_week s where s.tenant_id = ${tenantId} and s.week_end_on = f.week_end_on))`);
  expect(unfolded).toBe(0);
  await isExact();
  const { totals } = await report({ ...everything, groupBy: [] });
  expect(totals).toMatchObject({ entries: rows.length, minutes: sum(rows) });
  for (const id of projects) {
    const own = rows.filter(({ project }) => project === id);
    const { trackedMinutes, billableMinutes } = await call('GET', `Projects/${id}`, owner);
    const summary = await call('GET', `Projects/${id}/Summary`, owner);
    expect([trackedMinutes, billableMinutes]).toEqual([sum(own), sum(own.filter((row) => row.isBillable))]);
    expect(summary.trackedMinutes).toBe(sum(own));
  }
  const { minutes } = await db.one<{ minutes: number }>(sql`
    select sum(w.total_minutes) as minutes from app.timesheet_week w where w.tenant_id = ${tenantId}`);
  expect(minutes).toBe(sum(rows));
}, 600_000);

type Line = { keys: (string | null)[]; amounts?: Money[] | null; costs?: Money[] | null };
type Money = { currency: string; amount: number };

function sorted<Of extends Line>(line: Of): Of {
  const inOrder = (money?: Money[] | null) => money?.toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
  return { ...line, amounts: inOrder(line.amounts), costs: inOrder(line.costs) };
}

function byKeys(a: Line, b: Line): number {
  return JSON.stringify(a.keys) < JSON.stringify(b.keys) ? -1 : 1;
}
