import { copyIn } from '../../platform/copy.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import type { Refusal } from './queries.ts';
import { STAGED_COLUMNS } from './reading/copy-text.ts';
import { type ReadFile, readApart } from './reading/read-apart.ts';
import type { FileChoices } from './reading/read-file.ts';

export type Staged = ReadFile & { batchId: string; refused: Refusal[] };

/**
 * Reads a file into the staging table: COPY takes a hundred thousand lines in a second, and what follows is done by set.
 * @param step is told of each batch, and may stop it
 * @throws AppError `file_invalid`
 */
export async function stageFile(
  database: Database,
  file: { bytes: Uint8Array; choices: FileChoices },
  step: (lines: number) => Promise<void> = async () => {},
): Promise<Staged> {
  const batchId = newId();
  const refused: Refusal[] = [];
  let lines = 0;
  const read = await copyIn(database.pool, `app.import_row (batch_id, ${STAGED_COLUMNS})`, (copy) =>
    readApart({ ...file, batchId }, async (batch) => {
      refused.push(...batch.refused);
      lines += batch.count;
      if (batch.text !== '') await copy.write(batch.text);
      await step(lines);
    }),
  );
  return { ...read, batchId, refused };
}

export async function dropBatch(tx: Queryable, batchId: string): Promise<void> {
  await tx.run(sql`delete from app.import_row where batch_id = ${batchId}`);
}

/** What a crash left behind. */
export const dropOldBatches = (before: Date) => sql`delete from app.import_row where staged_at < ${before}`;

/**
 * Lines of a batch in these states, to be joined with tables of the workspace: as a select of their own, since lines lie on the
 * coordinator of Citus, which hands over what a select of them found and joins no table of its own.
 */
export function linesOf(batchId: string, columns: string, states: readonly LineState[]): Sql {
  return sql`(select ${raw(columns)} from app.import_row where batch_id = ${batchId} and state = any(${states}::text[]))`;
}

type LineState = 'new' | 'known' | 'changed' | 'closed';

/** A file of so many lines may be compared with each row of before, one by one, where a planner is wrong about both. */
const FEW_LINES = 1000;

/**
 * Does work that joins the lines of a file with what the workspace has. Of lines that have just arrived, and of a workspace
 * that grew since its tables were last looked at, a planner takes there to be one or a few, and goes through all of the one for
 * each of the other: minutes for two files of a hundred thousand lines, until the time limit. Of many lines each table is read once instead, by a plan
 * that is made now. Nothing else is planned so: each foreign key of each row would be planned anew too.
 */
export async function joiningLines<T>(tx: Queryable, lines: number, work: () => Promise<T>): Promise<T> {
  if (lines <= FEW_LINES) return work();
  const plan = (loops: string, mode: string) =>
    tx.run(
      sql`select set_config('enable_nestloop', ${loops}, true), set_config('plan_cache_mode', ${mode}, true)`,
    );
  const { usual } = await tx.one<{ usual: string }>(sql`select current_setting('plan_cache_mode') as usual`);
  await plan('off', 'force_custom_plan');
  const done = await work();
  await plan('on', usual);
  return done;
}

export type Ids = {
  people: { key: string; id: string }[];
  projects: { client: string; project: string; id: string; isBillable: boolean }[];
  activities: { activity: string; id: string | null; isBillable: boolean }[];
};

/**
 * Writes beside each line whom and what its names stand for, and whether it is billable where the file does not say. Looked up in
 * values: of lines that have just arrived no plan of a join knows how many there are.
 */
export async function placeLines(tx: Queryable, batchId: string, ids: Ids): Promise<void> {
  const values = (rows: readonly [string, unknown][]) =>
    sql`${JSON.stringify(Object.fromEntries(rows))}::jsonb`;
  const people = ids.people.map(({ key, id }): [string, string] => [key, id]);
  const projects = ids.projects.map(({ client, project, ...placed }): [string, object] => [
    `${client}\n${project}`,
    placed,
  ]);
  const activities = ids.activities.map(({ activity, ...placed }): [string, object] => [activity, placed]);
  const ofProject = sql`n.projects -> (r.client || E'\\n' || r.project)`;
  await tx.run(
    sql`update app.import_row r set member_id = (n.people ->> r.person)::uuid, project_id = (${ofProject} ->> 'id')::uuid,
        activity_id = (n.activities -> r.activity ->> 'id')::uuid, is_billable = coalesce(r.is_billable,
          (${ofProject} ->> 'isBillable')::boolean and coalesce((n.activities -> r.activity ->> 'isBillable')::boolean, true))
      from (select ${values(people)} as people, ${values(projects)} as projects, ${values(activities)} as activities offset 0) n
      where r.batch_id = ${batchId}`,
    { unnamed: true },
  );
}

/**
 * Finds the lines that were imported before, by the source's own text, and those that were edited in the source since: at
 * the same place, where the line of before is in this file no more. Without a start, minutes or comment have to be the
 * same, since a day may have several such lines. They come beside each other by being put in order, not by a join: of lines that have
 * just arrived its plan takes there to be one, and went through all lines of before for each of them.
 */
export async function recogniseLines(tx: Queryable, tenantId: string, batchId: string): Promise<void> {
  const lines = (columns: string) => linesOf(batchId, columns, ['new']);
  await tx.run(sql`with known as materialized (select l.fingerprint from app.import_line l
      where l.tenant_id = ${tenantId} and l.fingerprint in ${lines('fingerprint')})
    update app.import_row r set state = 'known' from known k where r.batch_id = ${batchId} and r.fingerprint = k.fingerprint`);
  await tx.run(sql`with former as materialized (select l.place, l.entry_id, l.fingerprint, l.minutes, l.comment_mark,
        row_number() over (partition by l.place order by l.fingerprint) as n
      from app.import_line l where l.tenant_id = ${tenantId} and l.place in ${lines('place')}
        and not exists (select from ${linesOf(batchId, 'fingerprint', ['new', 'known'])} k where k.fingerprint = l.fingerprint))
    update app.import_row r set state = 'changed', entry_id = x.entry_id, former = x.fingerprint
    from (select p.line, p.is_timed, p.minutes, p.comment_mark, first_value(p.entry_id) over beside as entry_id,
        first_value(p.fingerprint) over beside as fingerprint, first_value(p.minutes) over beside as former_minutes,
        first_value(p.comment_mark) over beside as former_mark
      from (
        select o.place, o.n, null::int as line, o.entry_id, o.fingerprint, o.minutes, o.comment_mark, null::boolean as is_timed from former o
        union all
        select r.place, row_number() over (partition by r.place order by r.line), r.line, null, null, r.minutes, r.comment_mark,
          r.started_at is not null
        from app.import_row r where r.batch_id = ${batchId} and r.state = 'new') p
      window beside as (partition by p.place, p.n order by p.line nulls first)) x
    where r.batch_id = ${batchId} and r.line = x.line and x.entry_id is not null
      and (x.is_timed or x.former_minutes = x.minutes or x.former_mark = x.comment_mark)`);
}

/** The weeks of what will be taken, made where they are missing and held until the end, so that nobody submits them meanwhile. */
export async function holdWeeks(tx: Queryable, tenantId: string, batchId: string, now: Date): Promise<void> {
  await tx.run(sql`insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at, counted_version)
    select distinct ${tenantId}::uuid, r.member_id, r.week_end_on, ${now}::timestamptz, 0 from app.import_row r
    where r.batch_id = ${batchId} and r.state in ('new', 'changed')
    order by r.member_id, r.week_end_on
    on conflict (tenant_id, team_member_id, week_end_on) do nothing`);
  await tx.run(sql`select w.week_end_on from app.timesheet_week w
    where w.tenant_id = ${tenantId} and (w.team_member_id, w.week_end_on) in ${linesOf(batchId, 'member_id, week_end_on', ['new', 'changed'])}
    order by w.team_member_id, w.week_end_on for update`);
}

/** Lines of weeks that stand still here cannot be taken. */
export async function findClosed(
  tx: Queryable,
  tenantId: string,
  batchId: string,
  lockOn: string | null,
): Promise<void> {
  await tx.run(sql`with still as materialized (select w.team_member_id, w.week_end_on from app.timesheet_week w
      where w.tenant_id = ${tenantId} and w.status in ('pending', 'approved')
        and (w.team_member_id, w.week_end_on) in ${linesOf(batchId, 'member_id, week_end_on', ['new', 'changed'])})
    update app.import_row r set state = 'closed' from still w
    where r.batch_id = ${batchId} and w.team_member_id = r.member_id and w.week_end_on = r.week_end_on and r.state in ('new', 'changed')`);
  await tx.run(sql`update app.import_row r set state = 'closed'
    where r.batch_id = ${batchId} and r.work_on <= ${lockOn}::date and r.state in ('new', 'changed')`);
}

export type Tally = {
  created: number;
  known: number;
  changed: number;
  closed: number;
  alike: number;
  minutes: number;
};

export async function tally(tx: Queryable, tenantId: string, batchId: string): Promise<Tally> {
  const counts = await tx.one<
    Omit<Tally, 'alike'>
  >(sql`select count(*) filter (where r.state = 'new') as created,
      count(*) filter (where r.state = 'known') as known, count(*) filter (where r.state = 'changed') as changed,
      count(*) filter (where r.state = 'closed') as closed, coalesce(sum(r.minutes) filter (where r.state = 'new'), 0) as minutes
    from app.import_row r where r.batch_id = ${batchId}`);
  const lines = linesOf(batchId, 'member_id, work_on, project_id, activity_id, minutes', ['new']);
  const { alike } = await tx.one<{ alike: number }>(sql`select count(*) as alike from ${lines} r
    where exists (select from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.team_member_id = r.member_id and e.work_on = r.work_on
        and e.project_id = r.project_id and e.activity_id is not distinct from r.activity_id and e.minutes = r.minutes
        and e.import_id is null and e.deleted_at is null)`);
  return { ...counts, alike };
}

/** Lines of weeks that stand still, as refusals beside those that could not be read. */
export async function closedLines(tx: Queryable, batchId: string): Promise<Refusal[]> {
  const rows = await tx.rows<{
    line: number;
    workOn: string;
    cells: string[];
  }>(sql`select r.line, r.work_on as "workOn",
      array[r.work_on::text, r.person, r.client, r.project, r.activity, r.minutes::text, r.comment] as cells
    from app.import_row r where r.batch_id = ${batchId} and r.state = 'closed' order by r.line`);
  return rows.map(({ line, workOn, cells }) => ({
    line,
    code: 'week_closed',
    column: null,
    value: workOn,
    cells,
  }));
}
