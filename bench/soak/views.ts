import { setTimeout as sleep } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { HttpAnswer } from '../../apps/server/src/testing/http-call.ts';
import { workspaceHeaders } from '../../apps/server/src/testing/product-person.ts';
import { query } from '../lib/setup.ts';
import { type Caller, expectDone } from './caller.ts';
import type { Cluster } from './cluster.ts';
import { getBytes } from './get-bytes.ts';
import { type Cell, type Status, type Sums, sumOf } from './model.ts';
import type { Team } from './people.ts';
import type { Settled } from './settle.ts';

/** One view beside what was written: how many values were compared, and which differed. */
export type Check = { name: string; compared: number; differences: string[] };

type Parts = { caller: Caller; cluster: Cluster; team: Team; settled: Settled };

/** Every view and export of a team against what was written, to the minute. */
export async function checkViews(parts: Parts): Promise<Check[]> {
  const checks: Check[] = [];
  for (const check of [
    checkEntries,
    checkProjects,
    checkPending,
    checkDecided,
    checkDisapproved,
    checkYears,
    checkZip,
    checkTables,
    checkTrail,
  ]) {
    checks.push(await check(parts));
  }
  return checks;
}

/** Compares values by name; a name on one side alone is a difference. */
function compare(name: string, found: Map<string, unknown>, wanted: Map<string, unknown>): Check {
  const names = new Set([...found.keys(), ...wanted.keys()]);
  const differences = [...names].flatMap((key) => {
    const [one, other] = [JSON.stringify(found.get(key)), JSON.stringify(wanted.get(key))];
    return one === other ? [] : [`${name}, ${key}: ${one} in place of ${other}`];
  });
  return { name, compared: names.size, differences };
}

async function get({ caller, team }: Parts, path: string): Promise<HttpAnswer> {
  const answer = await caller.call(team.owner, { method: 'GET', path });
  expectDone(answer, path);
  return answer;
}

/** All pages of a list by its cursor. */
async function getAll(parts: Parts, path: string): Promise<Record<string, never>[]> {
  const items: Record<string, never>[] = [];
  let cursor = '';
  do {
    const answer = await get(parts, `${path}${path.includes('?') ? '&' : '?'}size=200${cursor}`);
    items.push(...answer.json);
    const next = answer.headers['x-next-cursor'];
    cursor = next ? `&cursor=${next}` : '';
  } while (cursor !== '');
  return items;
}

function sumsBy<Item extends Pick<Cell, 'minutes' | 'isBillable'>>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Map<string, Sums> {
  return new Map([...Map.groupBy(items, keyOf)].map(([key, group]) => [key, sumOf(group)]));
}

async function checkEntries(parts: Parts): Promise<Check> {
  const found = (await getAll(parts, '/api/TimeSheet/Entries')) as unknown as (Cell & {
    teamMemberID: string;
  })[];
  const keyOf = (cell: Cell & { teamMemberID: string }) => `${cell.teamMemberID} ${cell.workDate}`;
  return compare('List of entries, person and day', sumsBy(found, keyOf), sumsBy(parts.settled.cells, keyOf));
}

/** The list of projects, and each project's summary by month, person and activity. */
async function checkProjects(parts: Parts): Promise<Check> {
  const [found, wanted] = [new Map<string, unknown>(), new Map<string, unknown>()];
  const { json: projects } = await get(parts, '/api/Projects');
  for (const { projectID, trackedMinutes, billableMinutes } of projects) {
    const cells = parts.settled.cells.filter((cell) => cell.projectID === projectID);
    const { minutes, billableMinutes: billable } = sumOf(cells);
    found.set(`list ${projectID}`, [trackedMinutes, billableMinutes]);
    wanted.set(`list ${projectID}`, [minutes, billable]);
    const { json: summary } = await get(parts, `/api/Projects/${projectID}/Summary`);
    found.set(`summary ${projectID}`, [summary.trackedMinutes, summary.billableMinutes]);
    wanted.set(`summary ${projectID}`, [minutes, billable]);
    for (const month of summary.burn) found.set(`${projectID} ${month.month.slice(0, 7)}`, month.minutes);
    for (const [month, sums] of sumsBy(cells, ({ workDate }) => workDate.slice(0, 7))) {
      wanted.set(`${projectID} ${month}`, sums.minutes);
    }
    for (const one of summary.byMember) found.set(`${projectID} ${one.teamMemberID}`, one.minutes);
    for (const [person, sums] of sumsBy(cells, ({ teamMemberID }) => teamMemberID)) {
      wanted.set(`${projectID} ${person}`, sums.minutes);
    }
    const byActivity = summary.byActivity.reduce(
      (sum: number, one: { minutes: number }) => sum + one.minutes,
      0,
    );
    found.set(`${projectID} activities`, byActivity);
    wanted.set(`${projectID} activities`, minutes);
  }
  return compare('Projects and their summaries', found, wanted);
}

type WeekRow = { teamMemberID: string; weekEndDate: string; totalMinutes: number; billableMinutes: number };

const totalsOf = (rows: readonly WeekRow[]) =>
  new Map(
    rows.map(
      (row) =>
        [`${row.teamMemberID} ${row.weekEndDate}`, [row.totalMinutes, row.billableMinutes]] as [
          string,
          unknown,
        ],
    ),
  );

function wantedWeeks({ settled }: Parts, status: Status): Map<string, unknown> {
  return totalsOf(
    settled.weeks
      .filter(({ state }) => state.status === status)
      .map(({ teamMemberID, weekEndDate, state }) => {
        const { minutes, billableMinutes } = sumOf(state.cells.values());
        return { teamMemberID, weekEndDate, totalMinutes: minutes, billableMinutes };
      }),
  );
}

async function checkPending(parts: Parts): Promise<Check> {
  const rows = (await getAll(parts, '/api/TimeSheet/GetPendingTimesheets')) as unknown as WeekRow[];
  return compare('Inbox of pending weeks', totalsOf(rows), wantedWeeks(parts, 'pending'));
}

async function checkDecided(parts: Parts): Promise<Check> {
  const [found, wanted] = [new Map<string, unknown>(), new Map<string, unknown>()];
  for (const status of ['pending', 'approved', 'disapproved'] as const) {
    for (const year of yearsOf(parts)) {
      const path = `/api/TimeSheet/Weeks?status=${status}&from=${year}-01-01&to=${year}-12-31`;
      const rows = (await getAll(parts, path)) as unknown as WeekRow[];
      for (const [key, value] of totalsOf(rows)) found.set(`${status} ${key}`, value);
    }
    for (const [key, value] of wantedWeeks(parts, status)) wanted.set(`${status} ${key}`, value);
  }
  return compare('Weeks by state', found, wanted);
}

async function checkDisapproved(parts: Parts): Promise<Check> {
  const rows: WeekRow[] = [];
  for (const { teamMemberID } of parts.team.members) {
    const { json } = await get(parts, `/api/TimeSheet/GetDisapproveTimesheets/${teamMemberID}`);
    rows.push(...json);
  }
  return compare('Disapproved weeks by person', totalsOf(rows), wantedWeeks(parts, 'disapproved'));
}

async function checkYears(parts: Parts): Promise<Check> {
  const [found, wanted] = [new Map<string, unknown>(), new Map<string, unknown>()];
  for (const { teamMemberID } of parts.team.members) {
    for (const year of yearsOf(parts)) {
      const { json } = await get(parts, `/api/TimeSheet/Year/${teamMemberID}/${year}`);
      for (const week of json)
        found.set(`${teamMemberID} ${week.weekEndDate}`, [week.status, week.totalMinutes]);
    }
  }
  for (const { teamMemberID, weekEndDate, state } of parts.settled.weeks) {
    if (state.saves === 0) continue;
    wanted.set(`${teamMemberID} ${weekEndDate}`, [state.status, sumOf(state.cells.values()).minutes]);
  }
  return compare('Year of each person', found, wanted);
}

function yearsOf({ settled }: Parts): string[] {
  return [...new Set(settled.weeks.map(({ weekEndDate }) => weekEndDate.slice(0, 4)))];
}

/** The whole workspace as a zip: its manifest, the totals the API tells, and the lines themselves. */
async function checkZip(parts: Parts): Promise<Check> {
  const { caller, team, cluster } = parts;
  await team.owner.renew();
  const queued = await caller.call(team.owner, { method: 'POST', path: '/api/Workspace/Exports' });
  let transfer = expectDone(queued, 'Workspace/Exports');
  const path = `/api/Workspace/Exports/${transfer.transferID}`;
  while (transfer.status === 'queued' || transfer.status === 'running') {
    await sleep(300);
    transfer = (await get(parts, path)).json;
  }
  const zip = unzipSync(await download(cluster, team, `${path}/File`));
  const text = (name: string) => strFromU8(zip[name] ?? new Uint8Array());
  const lines = text('tables/timesheet_entry.jsonl').split('\n').filter(Boolean);
  const living = lines
    .map((line) => JSON.parse(line) as { minutes: number; is_billable: boolean; deleted_at: string | null })
    .filter(({ deleted_at }) => deleted_at === null);
  const wanted = sumOf(parts.settled.cells);
  const found = new Map<string, unknown>([
    ['told by the API', totalsIn(transfer.totals)],
    ['in the manifest', totalsIn(JSON.parse(text('manifest.json')).totals)],
    [
      'lines of entries',
      sumOf(living.map(({ minutes, is_billable }) => ({ minutes, isBillable: is_billable }))),
    ],
  ]);
  return compare('Export as zip', found, new Map([...found.keys()].map((key) => [key, wanted])));
}

const totalsIn = ({ entries, minutes, billableMinutes }: Sums): Sums => ({
  entries,
  minutes,
  billableMinutes,
});

async function download(cluster: Cluster, team: Team, path: string): Promise<Uint8Array> {
  const session = await team.owner.session();
  const gateway = cluster.gateways[0]?.process;
  if (!gateway) throw new Error('there is no gateway');
  const headers = { host: session.host, ...workspaceHeaders(session, team.workspace) };
  return getBytes(gateway.port, path, headers);
}

/** The tables themselves, as their owner sees them: weeks' rows against entries, against what was written. */
async function checkTables(parts: Parts): Promise<Check> {
  const { cluster, team, settled } = parts;
  const rows = await query(
    cluster.owner,
    `select w.team_member_id || ' ' || w.week_end_on as key, w.total_minutes, w.billable_minutes, w.status, e.minutes, e.billable, e.entries
     from app.timesheet_week w join app.workspace_directory d on d.tenant_id = w.tenant_id and d.public_id = $1
       cross join lateral (select count(*)::int as entries, coalesce(sum(x.minutes), 0)::int as minutes,
         coalesce(sum(x.minutes) filter (where x.is_billable), 0)::int as billable from app.timesheet_entry x
         where x.tenant_id = w.tenant_id and x.team_member_id = w.team_member_id and x.week_end_on = w.week_end_on and x.deleted_at is null) e`,
    [team.workspace.tenantID],
  );
  const gridWeeks = new Set(settled.weeks.map((week) => `${week.teamMemberID} ${week.weekEndDate}`));
  const found = new Map<string, unknown>(
    rows
      .filter(({ key }) => gridWeeks.has(String(key)))
      .map((row) => [
        String(row.key),
        [row.status, row.total_minutes, row.billable_minutes, row.minutes, row.billable, row.entries],
      ]),
  );
  const wanted = new Map<string, unknown>(
    settled.weeks
      .filter(({ state }) => state.saves > 0 || state.steps > 0)
      .map(({ teamMemberID, weekEndDate, state }) => {
        const { entries, minutes, billableMinutes } = sumOf(state.cells.values());
        return [
          `${teamMemberID} ${weekEndDate}`,
          [state.status, minutes, billableMinutes, minutes, billableMinutes, entries],
        ];
      }),
  );
  const all = rows.reduce((sum, row) => sum + Number(row.minutes), 0);
  found.set('all', [all, rows.reduce((sum, row) => sum + Number(row.total_minutes), 0)]);
  const { minutes } = sumOf(settled.cells);
  wanted.set('all', [minutes, minutes]);
  return compare('Sums by SQL, rows of weeks', found, wanted);
}

/**
 * Each write left one line in the audit log, each step one in the history and one event, which was delivered or still waits;
 * no job was given up.
 */
async function checkTrail(parts: Parts): Promise<Check> {
  const { cluster, team, settled } = parts;
  const id = [team.workspace.tenantID];
  const tenant = '(select tenant_id from app.workspace_directory where public_id = $1)';
  const saves = await query(
    cluster.owner,
    `select entity_id as key, count(*)::int as number from app.audit_event
     where tenant_id = ${tenant} and entity = 'week' and action = 'saved' group by 1`,
    id,
  );
  const steps = await query(
    cluster.owner,
    `select team_member_id || '/' || week_end_on as key, count(*)::int as number from app.week_transition
     where tenant_id = ${tenant} group by 1`,
    id,
  );
  const [events] = await query(
    cluster.owner,
    `with steps as (
       select payload ->> 'id' as id from app.webhook_delivery where tenant_id = ${tenant} and event like 'timesheet.%'
       union select payload ->> 'id' from graphile_worker._private_jobs
         where payload ->> 'tenantId' = ${tenant}::text and payload -> 'data' ->> 'event' like 'timesheet.%')
     select (select count(*)::int from steps) as events, (select count(*)::int from graphile_worker._private_jobs
       where payload ->> 'tenantId' = ${tenant}::text and attempts >= max_attempts) as dead`,
    id,
  );
  const [found, wanted] = [new Map<string, unknown>(), new Map<string, unknown>()];
  const gridWeeks = new Set(settled.weeks.map((week) => `${week.teamMemberID}/${week.weekEndDate}`));
  for (const { key, number } of saves) if (gridWeeks.has(String(key))) found.set(`saves of ${key}`, number);
  for (const { key, number } of steps) found.set(`steps of ${key}`, number);
  for (const { teamMemberID, weekEndDate, state } of settled.weeks) {
    if (state.saves > 0) wanted.set(`saves of ${teamMemberID}/${weekEndDate}`, state.saves);
    if (state.steps > 0) wanted.set(`steps of ${teamMemberID}/${weekEndDate}`, state.steps);
  }
  found.set('events, jobs given up', [events?.events, events?.dead]);
  wanted.set('events, jobs given up', [settled.weeks.reduce((sum, { state }) => sum + state.steps, 0), 0]);
  return compare('Audit log, history and events', found, wanted);
}
