import { correctWords, searchWords } from '@stint/domain/workspace/search-words.ts';
import { beforeAll, expect, test } from 'vitest';
import { raw, sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';
import { createRandom } from '../total-checks/random.fixture.ts';

/** The picker over more activities than it looks at first, beside every pair there is, gone through one by one. */
const desk = openGatewayDesk();
const [clients, projects, activities] = [7, 40, 2600];
const size = 30;

/** A project with an activity, or without one, and the texts in which its words are looked for. */
type Pair = { projectID: string; activityID: string | null; names: string[] };
type Known = Pair & { isFavourite: boolean; usedDate: string | null };

/** What somebody may pick, in the order of the picker, and the names from which words are corrected. */
type Pickable = { known: Known[]; others: Pair[]; names: string[] };

let member: TestMember;

beforeAll(async () => {
  const { gateway, workspace } = desk;
  const { tenantId } = workspace;
  member = await gateway.addMember(workspace, { role: 'member' });
  const db = gateway.owner(workspace);
  await db.run(sql`insert into app.client (tenant_id, id, name, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), (array['Acme Bread', 'Årsta', 'Harbour', 'Dean', 'Rent_1', '100% Wool', 'Trade'])[n], now(), now()
    from generate_series(1, ${clients}::int) n`);
  // Every third lists some activities, every fifth only its members see, every seventh has no client.
  await db.run(sql`insert into app.project (tenant_id, id, name, code, client_id, project_type_id, manager_id, visibility, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), (array['Website', 'Redesign', 'Audit', 'Land', 'Migration'])[1 + n % 5] || ' ' || n, case when n % 2 = 0 then 'PR-' || n end,
      case when n % 7 <> 0 then (select c.id from app.client c where c.tenant_id = ${tenantId} order by c.name offset n % ${clients}::int limit 1) end,
      ${Object.values(workspace.typeIDs)[0]}, ${desk.owner.teamMemberID}, case when n % 5 = 0 then 'members' else 'public' end, now(), now()
    from generate_series(1, ${projects}::int) n`);
  // Words of some are rare, or only behind the first thousand; some names are alike, and some are offered where they are listed alone.
  await db.run(sql`insert into app.activity (tenant_id, id, name, code, sort_order, is_global, archived_at, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), (array['Design', 'Review', 'Planning', 'Meeting', 'Analysis', 'Travel', 'Überprüfung'])[1 + n % 7] || ' '
        || case when n > 2300 and n % 40 = 0 then 'Quay ' when n % 500 = 0 then 'Rare de ' else '' end || n,
      case when n % 90 = 0 then 'AN' || n end, n / 100, n % 11 <> 0, case when n % 17 = 0 then now() end, now(), now()
    from generate_series(1, ${activities}::int) n`);
  await db.run(sql`insert into app.project_activity (tenant_id, project_id, activity_id)
    select ${tenantId}, p.id, a.id from (select o.id, row_number() over (order by o.name) as n from app.project o where o.tenant_id = ${tenantId}) p
      join (select o.id, row_number() over (order by o.name) as n from app.activity o where o.tenant_id = ${tenantId}) a on a.n % 400 = p.n
    where p.n % 3 = 0`);
  const nth = (table: string) =>
    sql`(select o.id, row_number() over (order by o.name) as n from ${raw(table)} o where o.tenant_id = ${tenantId})`;
  await db.run(sql`insert into app.favourite (tenant_id, id, team_member_id, project_id, activity_id, created_at)
    select ${tenantId}, gen_random_uuid(), ${desk.owner.teamMemberID}, p.id, a.id, now()
    from ${nth('app.project')} p left join ${nth('app.activity')} a on a.n = p.n * 40 and p.n % 2 = 0 where p.n % 13 = 0`);
  await db.run(sql`insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, status, total_minutes, billable_minutes, updated_at, version)
    select ${tenantId}, ${desk.owner.teamMemberID}, now()::date - extract(dow from now())::int - 7 * ago, 'open', 0, 0, now(), 1 from generate_series(0, 12) ago`);
  await db.run(sql`insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, activity_id, minutes, is_billable, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), ${desk.owner.teamMemberID}, w.week_end_on, w.week_end_on - 6, p.id, a.id, 60, true, now(), now()
    from ${nth('app.project')} p left join ${nth('app.activity')} a on a.n = p.n * 40 and p.n % 4 <> 1
      join (select u.week_end_on, row_number() over (order by u.week_end_on) as n from app.timesheet_week u where u.tenant_id = ${tenantId}) w on w.n = 1 + p.n % 13
    where p.n % 2 = 0 or p.n % 13 = 0`);
  await db.run(
    sql`vacuum analyze app.client, app.project, app.activity, app.project_activity, app.timesheet_entry`,
  );
});

async function pickableOf({ teamMemberID }: TestMember, seesAll: boolean): Promise<Pickable> {
  const { gateway, workspace } = desk;
  const { tenantId } = workspace;
  const db = gateway.owner(workspace);
  const [seen, living, listed, known] = await Promise.all([
    db.rows<{ id: string; text: string; client: string }>(sql`
      select p.id, p.search_name as text, lower(coalesce(c.name, '')) as client
      from app.project p left join app.client c on c.tenant_id = p.tenant_id and c.id = p.client_id
      where p.tenant_id = ${tenantId} and (${seesAll} or p.visibility = 'public') order by p.sort_name, p.id`),
    db.rows<{ id: string; text: string; isGlobal: boolean }>(sql`
      select a.id, a.search_name as text, a.is_global as "isGlobal" from app.activity a
      where a.tenant_id = ${tenantId} and a.archived_at is null order by a.order_key, a.id`),
    db.rows<{ projectID: string; activityID: string }>(sql`
      select l.project_id as "projectID", l.activity_id as "activityID" from app.project_activity l where l.tenant_id = ${tenantId}`),
    db.rows<Omit<Known, 'names'>>(sql`
      select x.project_id as "projectID", x.activity_id as "activityID", bool_or(x.is_favourite) as "isFavourite", max(x.used_on) as "usedDate"
      from (select f.project_id, f.activity_id, true as is_favourite, null::date as used_on from app.favourite f
          where f.tenant_id = ${tenantId} and f.team_member_id = ${teamMemberID}
        union all
        select e.project_id, e.activity_id, false, e.work_on from app.timesheet_entry e
        where e.tenant_id = ${tenantId} and e.team_member_id = ${teamMemberID} and e.work_on > now()::date - 60) x
        join app.project p on p.tenant_id = ${tenantId} and p.id = x.project_id
      group by x.project_id, x.activity_id, p.sort_name
      order by 3 desc, 4 desc nulls last, p.sort_name, x.project_id, x.activity_id`),
  ]);
  const projectOf = new Map(seen.map((project) => [project.id, project]));
  const activityOf = new Map(living.map((activity) => [activity.id, activity]));
  const pairOf = ({ projectID, activityID }: Omit<Pair, 'names'>): Pair[] => {
    const project = projectOf.get(projectID);
    const activity = activityID === null ? null : activityOf.get(activityID);
    if (!project || activity === undefined) return [];
    return [{ projectID, activityID, names: [project.text, project.client, activity?.text ?? ''] }];
  };
  const offered = (projectID: string) => {
    const ids = listed.filter((link) => link.projectID === projectID).map((link) => link.activityID);
    return living.filter(({ id, isGlobal }) => (ids.length > 0 ? ids.includes(id) : isGlobal));
  };
  return {
    known: known.flatMap((row) => pairOf(row).map((pair) => ({ ...row, ...pair }))),
    others: seen.flatMap(({ id: projectID }) =>
      offered(projectID).flatMap(({ id: activityID }) => pairOf({ projectID, activityID })),
    ),
    names: [...seen.map(({ text, client }) => `${text} ${client}`), ...living.map(({ text }) => text)],
  };
}

const keyOf = ({ projectID, activityID }: Pick<Pair, 'projectID' | 'activityID'>) =>
  `${projectID} ${activityID}`;

function expected({ known, others, names }: Pickable, words: readonly string[], isLast = false): string[] {
  const keys = new Set<string>();
  for (const pair of [...known, ...others]) {
    if (keys.size === size) break;
    if (words.every((word) => pair.names.some((name) => name.includes(word)))) keys.add(keyOf(pair));
  }
  if (keys.size > 0 || isLast) return [...keys];
  const meant = correctWords(words, names);
  return meant ? expected({ known, others, names }, meant, true) : [];
}

const pieces =
  'a e an de re ing rev plan sign rare quay ü überp travel website 1 23 77 999 2520 12345 an9 pr- pr-3 acme årsta bread wool trade land % _ _1 100% zz zzqqx desgin meetign qauy websiet harbuor'.split(
    ' ',
  );

test('whatever is looked for, the picker has the first of all pairs that there are', async () => {
  const random = createRandom(7);
  const people = [
    { as: desk.owner, pickable: await pickableOf(desk.owner, true) },
    { as: member, pickable: await pickableOf(member, false) },
  ];
  const searches = Array.from({ length: 110 }, (_, at) => {
    const count = at < pieces.length + 1 ? Math.min(at, 1) : random.pick([2, 2, 2, 3, 3, 4, 6]);
    return Array.from(
      { length: count },
      () => (at <= pieces.length ? pieces[at - 1] : random.pick(pieces)) ?? '',
    );
  });
  const wrong: object[] = [];
  const found = { none: 0, some: 0, full: 0 };
  for (const words of searches)
    for (const { as, pickable } of people) {
      desk.gateway.clock.move(1000);
      const q = words.join(' ');
      const { status, body } = await desk.get('Projects/Picker', as, {
        ...(q ? { q } : {}),
        size: String(size),
      });
      const said = status === 200 ? body.map(keyOf) : status;
      const right = expected(pickable, searchWords(q));
      if (JSON.stringify(said) !== JSON.stringify(right)) wrong.push({ words, said, right });
      found[right.length === 0 ? 'none' : right.length < size ? 'some' : 'full'] += 1;
    }
  expect(wrong).toEqual([]);
  // All three kinds are many: what is found at once, what is rare, and what nothing has.
  expect(Math.min(found.none, found.some, found.full)).toBeGreaterThan(10);
  expect(people.map(({ pickable }) => pickable.known.length > 0)).toEqual([true, false]);
});
