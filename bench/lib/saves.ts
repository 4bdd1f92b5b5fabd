import type pg from 'pg';
import { countWeeksOfPeople, sumsOfWeek } from '../../apps/server/src/gateway/totals/weeks.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { workspaceHeaders } from '../../apps/server/src/testing/product-person.ts';
import { namedWeek, oneOf } from '../references/week-script.ts';
import type { LoadSet } from './load-driver.ts';
import { requestText, versionToken } from './raw-http.ts';
import { seatsOf, shiftDays } from './requests.ts';
import { type BenchProduct, newestWeekEnd, query } from './setup.ts';

export type SaveKind = 'cell' | 'week60';

/** Entries that are saved again and again: for every session a week of its own, in the year after the data set. */
type CellGroup = { memberId: string; weekEndDate: string; ids: string[] };
export type Cells = Record<SaveKind | `${SaveKind}${'Sql' | 'Work' | 'Floor'}`, CellGroup[]>;
export type SaveScripts = Record<SaveKind | `${SaveKind}Work`, string>;

/** How many entries the week has, and how many of them are saved. */
const shapes: Record<SaveKind, { entries: number; saved: number }> = {
  cell: { entries: 25, saved: 1 },
  week60: { entries: 60, saved: 60 },
};

/** Entries lie on the five days from Monday on, and in so many projects. */
const daysBack = (index: number) => (index % 5) + 2;
const projects = 8;

const sets = [
  'cell',
  'week60',
  'cellSql',
  'week60Sql',
  'cellWork',
  'week60Work',
  'cellFloor',
  'week60Floor',
] as const;

/**
 * Makes those weeks: one set for the product, one for each that it is compared with, so that versions stay known and none finds
 * what another made of its week.
 */
export async function prepareCells(bench: BenchProduct, owner: pg.ClientConfig): Promise<Cells> {
  const cells = Object.fromEntries(sets.map((name): [string, CellGroup[]] => [name, []])) as Cells;
  const seats = seatsOf(bench);
  for (const [block, name] of sets.entries()) {
    const { entries } = shapes[name.replace(/Sql|Work|Floor/, '') as SaveKind];
    for (const [at, { person }] of seats.entries()) {
      const nthOfPerson = Math.floor(at / bench.people.length);
      const weekEndDate = shiftDays(newestWeekEnd, 7 * (1 + block * 8 + nthOfPerson));
      const ids = Array.from({ length: entries }, (_id, index) => idOf(block, at, index));
      cells[name].push({ memberId: person.memberId, weekEndDate, ids });
    }
    await insert(bench, owner, cells[name]);
  }
  await count(bench, owner, Object.values(cells).flat());
  return cells;
}

/** As every write of the product leaves them: weeks that nobody counted make all sums go back to their entries. */
async function count(
  { tenantId, address }: BenchProduct,
  owner: pg.ClientConfig,
  groups: CellGroup[],
): Promise<void> {
  const database = openDatabase({ address: address('stint_us_owner', 'stint_us'), max: 1 });
  const people = Map.groupBy(groups, ({ memberId }) => memberId);
  const weeks = [...people].map(([teamMemberID, own]) => ({
    teamMemberID,
    weekEndDates: own.map(({ weekEndDate }) => weekEndDate),
  }));
  try {
    await database.withTenant(
      tenantId,
      (tx) => countWeeksOfPeople(tx, { tenantId, now: new Date() }, weeks),
      { statementTimeoutMs: 60_000 },
    );
  } finally {
    await database.close();
  }
  await query(owner, 'analyze app.timesheet_week, app.timesheet_entry, app.day_total');
}

/** The requests of a save, in the weeks of a set of those. */
export function saveTexts(
  bench: BenchProduct,
  cells: Cells,
  kind: SaveKind,
  set: SaveKind | `${SaveKind}Floor` = kind,
): LoadSet {
  const texts = seatsOf(bench).map(({ session }, at) => {
    const group = cells[set][at] as CellGroup;
    const upserts = group.ids.slice(0, shapes[kind].saved).map((timesheetID, index) => ({
      timesheetID,
      version: 'VERSION',
      projectID: bench.projectIds[index % projects],
      workDate: shiftDays(group.weekEndDate, -daysBack(index)),
      // Others than before with each save, as the SQL alone writes them: what is equal would be no work.
      minutes: 'VERSION',
    }));
    const { memberId, weekEndDate } = group;
    const body = JSON.stringify({ teamMemberID: memberId, weekEndDate, upserts });
    return requestText({
      method: 'PUT',
      path: '/api/TimeSheet/SaveWeek',
      headers: { host: session.host, ...workspaceHeaders(session, bench.workspace) },
      // The head counts the version at its width; the placeholder comes in afterwards.
      body: body.replaceAll('"VERSION"', versionToken(1)),
    }).replaceAll(`:${versionToken(1)}`, ':TOKEN');
  });
  return { texts, chain: { kind: 'version', tokens: texts.map(() => versionToken(1)) } };
}

/** A save as SQL alone: the least of it, and all that the rules of the product make of it. */
export function saveScripts(bench: BenchProduct, cells: Cells): SaveScripts {
  const lean = (kind: SaveKind) => leanScript(partsOf(bench, cells[`${kind}Sql`], kind));
  const whole = (kind: SaveKind) => {
    const parts = partsOf(bench, cells[`${kind}Work`], kind);
    return `${parts.start}${wholeStatements(parts).join(';\n')};\ncommit;\n`;
  };
  return {
    cell: lean('cell'),
    week60: lean('week60'),
    cellWork: whole('cell'),
    week60Work: whole('week60'),
  };
}

/** Values of a save that a server fills in, by their place in `values`. */
export type SaveStatement = { text: string; values: SaveValue[] };
type SaveValue = 'member' | 'week' | 'minutes';

/** All of it, statement by statement, for a server with the driver. */
export function saveStatements(bench: BenchProduct, kind: SaveKind): SaveStatement[] {
  const parts = partsOf(bench, [], kind, {
    member: ':member:uuid',
    week: ':week:date',
    minutes: ':minutes:int',
  });
  return wholeStatements(parts).map((statement) => {
    const values: SaveValue[] = [];
    const text = statement.replace(/:(member|week|minutes):(\w+)/g, (_all, name: SaveValue, type: string) => {
      if (!values.includes(name)) values.push(name);
      return `$${values.indexOf(name) + 1}::${type}`;
    });
    return { text, values };
  });
}

type ScriptParts = {
  tenantId: string;
  userId: string | undefined;
  /** Expressions of the person and the week of a turn. */
  member: string;
  week: string;
  minutes: string;
  /** Conditions of the entries of the week, of an alias, and of those entries `e` of them that are saved. */
  entriesOf(alias: string): string;
  saved: string;
  /** All entries of the days and projects of those that are saved: what the totals of these days are counted from. */
  counted: string;
  /** All saved entries go to one project: less to store than where each has its own. */
  oneProject: string;
  start: string;
};

function partsOf(
  { tenantId, people, projectIds }: BenchProduct,
  groups: CellGroup[],
  kind: SaveKind,
  { member, week, minutes } = ofTurn(groups),
): ScriptParts {
  const entriesOf = (alias: string) =>
    `${alias}.tenant_id = '${tenantId}' and ${alias}.team_member_id = ${member} and ${alias}.work_on between ${week} - 6 and ${week}
    and ${alias}.deleted_at is null`;
  const saved = Array.from({ length: shapes[kind].saved }, (_entry, index) => index);
  const days = [...new Set(saved.map((index) => `${week} - ${daysBack(index)}`))];
  const projectsOfSaved = [...new Set(saved.map((index) => `'${projectIds[index % projects]}'`))];
  return {
    tenantId,
    userId: people[0]?.session.userUuid,
    member,
    week,
    minutes,
    entriesOf,
    saved: `${entriesOf('e')} and e.sort_order < ${saved.length}`,
    counted: `${entriesOf('e')} and e.work_on in (${days.join(', ')}) and e.project_id in (${projectsOfSaved.join(', ')})`,
    oneProject: `'${projectIds[0]}'`,
    start: `\\set g random(1, ${groups.length})
\\set minutes random(1, 90)
begin;
set local app.tenant_id = '${tenantId}';
`,
  };
}

/** Person, week and minutes of a turn of pgbench. */
function ofTurn(groups: CellGroup[]): Pick<ScriptParts, 'member' | 'week' | 'minutes'> {
  const list = (key: 'memberId' | 'weekEndDate') => groups.map((group) => group[key]);
  return {
    member: oneOf(list('memberId'), 'g', 'uuid'),
    week: oneOf(list('weekEndDate'), 'g', 'date'),
    minutes: ':minutes',
  };
}

/**
 * The week locked, entries, the two sums of the week and a line of the audit log; each row is written once. What the week keeps of
 * its days and projects, and their totals, stay as they were: nobody reads these weeks.
 */
function leanScript(parts: ScriptParts): string {
  const { tenantId, userId, start, oneProject, minutes } = parts;
  const sums = 'sum(d.minutes)::int as minutes, sum(d.minutes) filter (where d.is_billable)::int as billable';
  const statements = [
    locking(parts),
    storing(parts, oneProject),
    summing(parts, sums),
    `insert into app.audit_event (tenant_id, id, at, actor_id, actor_kind, entity, entity_id, action, after)
  values ('${tenantId}', gen_random_uuid(), now(), '${userId}', 'member', 'week', 'week', 'saved',
    json_build_object('minutes', ${minutes}::int))`,
  ];
  return `${start}${statements.join(';\n')};\ncommit;\n`;
}

/**
 * Besides the above what is asked of a save: the log with before and after, totals of its days (without their prices), all that a
 * week keeps of its entries, the note that spans are others now, the feed of changes, and the week as the answer.
 */
function wholeStatements(parts: ScriptParts): string[] {
  const { tenantId, userId, member, week, minutes, entriesOf, saved, counted } = parts;
  const told = (
    as: string,
  ) => `json_agg(json_build_object('id', e.id, 'workOn', e.work_on, 'projectId', e.project_id,
      'activityId', e.activity_id, 'minutes', ${as}, 'isBillable', e.is_billable, 'comment', e.comment))`;
  return [
    locking(parts),
    `insert into app.audit_event (tenant_id, id, at, actor_id, actor_kind, entity, entity_id, action, before, after)
  select '${tenantId}', gen_random_uuid(), now(), '${userId}', 'member', 'week', 'week', 'saved',
    ${told('e.minutes')},
    ${told(`${minutes}::int`)}
  from app.timesheet_entry e where ${saved}`,
    storing(parts, 'e.project_id'),
    `insert into app.span_change (tenant_id, week_end_on, id) values ('${tenantId}', ${week}, gen_random_uuid())`,
    `insert into app.day_total (tenant_id, team_member_id, week_end_on, work_on, project_id, activity_id, activity_key, is_billable, entries, minutes)
  select '${tenantId}', e.team_member_id, e.week_end_on, e.work_on, e.project_id, e.activity_id,
    coalesce(e.activity_id, '00000000-0000-0000-0000-000000000000'), e.is_billable, count(*), sum(e.minutes)
  from app.timesheet_entry e where ${counted}
  group by e.team_member_id, e.week_end_on, e.work_on, e.project_id, e.activity_id, e.is_billable
  on conflict (tenant_id, team_member_id, week_end_on, work_on, project_id, activity_key, is_billable)
    do update set entries = excluded.entries, minutes = excluded.minutes`,
    summing(parts, sumsOfWeek.text, ', day_minutes = s.days, project_ids = s.projects'),
    `insert into app.change (tenant_id, topic, key, at) values ('${tenantId}', 'week', ${member} || '/' || ${week}, now())`,
    namedWeek(entriesOf('e')),
  ];
}

/** Locked and not written: it is written once, with its sums. */
function locking({ tenantId, member, week }: ScriptParts): string {
  return `insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at) values ('${tenantId}', ${member}, ${week}, now())
  on conflict (tenant_id, team_member_id, week_end_on) do update set updated_at = excluded.updated_at where false`;
}

function storing({ tenantId, userId, saved, minutes }: ScriptParts, projectId: string): string {
  return `insert into app.timesheet_entry as x (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes, is_billable, created_at,
    updated_at, updated_by)
  select '${tenantId}', e.id, e.team_member_id, e.week_end_on, e.work_on, ${projectId}, ${minutes}, true, now(), now(), '${userId}'
  from app.timesheet_entry e where ${saved}
  on conflict (tenant_id, id) do update set work_on = excluded.work_on, project_id = excluded.project_id, minutes = excluded.minutes,
    is_billable = excluded.is_billable, updated_at = excluded.updated_at, updated_by = excluded.updated_by, version = x.version + 1`;
}

/**
 * The week stays one that was counted, as the product leaves it: uncounted ones make its reads of later rounds go back to entries.
 * @param sums of entries `d`
 * @param more what is stored besides the two sums
 */
function summing({ tenantId, member, week, entriesOf }: ScriptParts, sums: string, more = ''): string {
  return `update app.timesheet_week w set total_minutes = s.minutes, billable_minutes = s.billable${more}, version = w.version + 1,
    counted_version = w.version + 1, updated_at = now()
  from (select ${sums} from app.timesheet_entry d where ${entriesOf('d')}) s
  where w.tenant_id = '${tenantId}' and w.team_member_id = ${member} and w.week_end_on = ${week}`;
}

function idOf(block: number, group: number, index: number): string {
  const hex = (block * 1_000_000 + group * 100 + index).toString(16).padStart(12, '0');
  return `0190b000-0000-7000-8000-${hex}`;
}

async function insert(
  { tenantId, projectIds }: BenchProduct,
  owner: pg.ClientConfig,
  groups: CellGroup[],
): Promise<void> {
  const weeks = groups.map(({ memberId, weekEndDate }) => ({ memberId, weekEndDate }));
  await query(
    owner,
    `insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at, version)
     select $1, r."memberId", r."weekEndDate", now(), 1 from json_to_recordset($2) as r("memberId" uuid, "weekEndDate" date)`,
    [tenantId, JSON.stringify(weeks)],
  );
  const entries = groups.flatMap(({ memberId, weekEndDate, ids }) =>
    ids.map((id, index) => ({
      id,
      memberId,
      weekEndDate,
      workOn: shiftDays(weekEndDate, -daysBack(index)),
      projectId: projectIds[index % projects],
      sortOrder: index,
    })),
  );
  await query(
    owner,
    `insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes, is_billable, sort_order,
       created_at, updated_at)
     select $1, r.id, r."memberId", r."weekEndDate", r."workOn", r."projectId", 60, true, r."sortOrder", now(), now()
     from json_to_recordset($2) as r(id uuid, "memberId" uuid, "weekEndDate" date, "workOn" date, "projectId" uuid, "sortOrder" int)`,
    [tenantId, JSON.stringify(entries)],
  );
}
