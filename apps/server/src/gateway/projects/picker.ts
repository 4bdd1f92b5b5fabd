import type { Actor } from '@stint/domain/workspace/permissions.ts';
import { lettersNeeded } from '@stint/domain/workspace/search-words.ts';
import type { Queryable } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject, listJson } from '../shared/json-sql.ts';
import { contains } from '../shared/list.ts';
import { searchForgiving } from '../shared/spelling.ts';
import { projectScope } from './queries.ts';

export type PickerQuery = { q?: string | undefined; size?: number | undefined; memberId: string };

type PickerRow = Answer<'GET /Projects/Picker'>[number];

const pickerRow = jsonObject<PickerRow>({
  projectID: 'x.project_id',
  projectName: 'p.name',
  clientName: 'c.name',
  color: 'p.color',
  activityID: 'x.activity_id',
  activityName: 'a.name',
  isBillable: 'p.is_billable and coalesce(a.billable_default, true)',
  isFavourite: 'x.is_favourite',
  lastUsedDate: 'x.used_on',
});

/**
 * Rows for the picker, one per project and usable activity: favourites first, then what the person used last, then by
 * name. Every word has to be in the names of client, project or activity; where none has them, words spelt nearly so.
 */
export async function pickerRows(
  tx: Queryable,
  tenantId: string,
  actor: Actor,
  query: PickerQuery,
): Promise<JsonText<PickerRow[]>> {
  const { rows } = await searchForgiving(query.q ?? '', {
    find: (words) => findRows(tx, tenantId, actor, { ...query, patterns: words.map(contains) }),
    isEmpty: (found) => found === '[]',
    names: (words) => pickerNames(tx, tenantId, actor, words),
  });
  return rows;
}

async function pickerNames(
  tx: Queryable,
  tenantId: string,
  actor: Actor,
  words: readonly string[],
): Promise<string[]> {
  const isNear = (name: Sql) => {
    const has = (letter: string) => sql`${name} like ${contains(letter)}`;
    const all = (word: string) =>
      join(
        lettersNeeded(word).map((set) => sql`(${join(set.map(has), ' or ')})`),
        ' and ',
      );
    return sql`(${join(words.map(all), ' or ')})`;
  };
  const { names } = await tx.one<{ names: string[] }>(sql`
    select coalesce(json_agg(x.name), '[]') as names from (
      select y.name from (
        select p.search_name || ' ' || coalesce(c.name, '') as name
        from app.project p left join (select c.id, lower(c.name) as name from app.client c where c.tenant_id = ${tenantId} offset 0) c on c.id = p.client_id
        where p.tenant_id = ${tenantId} and p.archived_at is null and p.deleted_at is null and ${projectScope(tenantId, actor)}) y
      where ${isNear(sql`y.name`)}
      union all
      select a.search_name from app.activity a where a.tenant_id = ${tenantId} and ${living} and ${isNear(sql`a.search_name`)}) x`);
  return names;
}

/**
 * Over thousands of projects and activities: projects are gone through once, in an index that holds all that is looked at,
 * each with the set of words that it lacks, a bit for each word. For each set that there is, activities are gone through in
 * their order until there are enough of them: as many rows as are answered, since of these each that stands among the first rows already
 * makes one less that is needed. Names are joined for what is answered alone.
 */
function findRows(
  tx: Queryable,
  tenantId: string,
  actor: Actor,
  { size = 30, memberId, patterns }: Omit<PickerQuery, 'q'> & { patterns: string[] },
): Promise<JsonText<PickerRow[]>> {
  // Each set that no activity has would be looked for in all of them: of three words there may be four such sets.
  const [setsThatAre, isThere] =
    patterns.length < 3
      ? [sql``, sql`true`]
      : [
          sql`word_set as materialized (
      select h.words from (select bit_or(1::bigint << (${having(sql`a.search_name`, patterns)})) as sets from app.activity a
          where a.tenant_id = ${tenantId} and a.is_global and ${living}) x
        cross join generate_series(0, ${raw(String(2 ** patterns.length - 1))}) h (words)
      where x.sets & (1::bigint << h.words) <> 0
    ),`,
          sql`(select bool_or(h.words & s.missing = s.missing) from word_set h)`,
        ];
  return listJson(
    tx,
    pickerRow,
    'x.place',
    (text) => sql`
    with recent as materialized (
      select e.project_id, e.activity_id, max(e.work_on) as used_on from app.timesheet_entry e
      where e.tenant_id = ${tenantId} and e.team_member_id = ${memberId} and e.deleted_at is null and e.work_on > now()::date - 60
      group by e.project_id, e.activity_id
    ), known as materialized (
      select coalesce(f.project_id, r.project_id) as project_id, coalesce(f.activity_id, r.activity_id) as activity_id,
        f.project_id is not null as is_favourite, r.used_on
      from (select v.project_id, v.activity_id from app.favourite v where v.tenant_id = ${tenantId} and v.team_member_id = ${memberId}) f
        full join recent r on r.project_id = f.project_id and r.activity_id is not distinct from f.activity_id
    ), of_client as materialized (
      select c.id, ${lacking(sql`lower(c.name)`, patterns)} as missing from app.client c where c.tenant_id = ${tenantId}
    ), proj as materialized (
      select p.id, p.sort_name, ${lacking(sql`p.search_name`, patterns)} & coalesce(c.missing, -1) as missing,
        p.id in (select l.project_id from app.project_activity l where l.tenant_id = ${tenantId}) as is_listed
      from app.project p left join of_client c on c.id = p.client_id
      where p.tenant_id = ${tenantId} and p.archived_at is null and p.deleted_at is null and ${projectScope(tenantId, actor)}
    ), ${setsThatAre} global_activity as materialized (
      select s.missing, a.id, a.place
      from (select distinct missing from proj where not is_listed) s
        cross join lateral (
          select a.id, row_number() over (order by a.order_key, a.id) as place
          from (select a.id, a.order_key, a.search_name from app.activity a where a.tenant_id = ${tenantId} and a.is_global and ${living}
            order by a.order_key, a.id offset 0) a
          where ${hasMissing('s', patterns)}
          order by a.order_key, a.id limit ${size}) a
      where ${isThere}
    ), first_rows as materialized (
      select p.id as project_id, a.id as activity_id, k.is_favourite, k.used_on
      from known k join proj p on p.id = k.project_id left join lateral (
          select a.id from app.activity a where a.tenant_id = ${tenantId} and a.id = k.activity_id and ${living} and ${hasMissing('p', patterns)}
          offset 0) a on true
      where a.id is not null or (k.activity_id is null and p.missing = 0)
      order by k.is_favourite desc, k.used_on desc nulls last, p.sort_name, p.id, k.activity_id limit ${size}
    ), candidate as materialized (
      select p.id, p.sort_name, p.missing, p.is_listed from proj p
      where case when p.is_listed then exists (select from app.project_activity l join app.activity a on a.tenant_id = ${tenantId} and a.id = l.activity_id
            where l.tenant_id = ${tenantId} and l.project_id = p.id and ${living} and ${hasMissing('p', patterns)})
          else p.missing = 0 or p.missing in (select g.missing from global_activity g) end
      order by p.sort_name, p.id limit ${size}
    ), other_rows as materialized (
      select o.project_id, o.activity_id, o.place from (
        select p.id as project_id, p.sort_name, g.id as activity_id, g.place
        from candidate p join global_activity g on g.missing = p.missing where not p.is_listed
        union all
        select p.id, p.sort_name, a.id, row_number() over (partition by p.id order by a.order_key, a.id)
        from candidate p join app.project_activity l on l.tenant_id = ${tenantId} and l.project_id = p.id
          join app.activity a on a.tenant_id = ${tenantId} and a.id = l.activity_id
        where p.is_listed and ${living} and ${hasMissing('p', patterns)}
        union all
        select p.id, p.sort_name, null, 0::bigint from candidate p
        where not p.is_listed and p.missing = 0 and not exists (select from global_activity g where g.missing = p.missing)
      ) o order by o.sort_name, o.project_id, o.place, o.activity_id limit ${size}
    ), picked as (
      select f.project_id, f.activity_id, f.is_favourite, f.used_on, 0::bigint as place from first_rows f
      union all
      select o.project_id, o.activity_id, false, null, o.place from other_rows o
      where not exists (select from first_rows f where f.project_id = o.project_id and f.activity_id is not distinct from o.activity_id)
    ), answer as materialized (
      select k.project_id, k.activity_id, k.is_favourite, k.used_on,
        row_number() over (order by k.is_favourite desc, k.used_on desc nulls last, p.sort_name, p.id, k.place, k.activity_id) as place
      from picked k join proj p on p.id = k.project_id order by place limit ${size}
    )
    select ${text} from answer x join app.project p on p.tenant_id = ${tenantId} and p.id = x.project_id
      left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
      left join app.activity a on a.tenant_id = ${tenantId} and a.id = x.activity_id`,
  );
}

const living: Sql = sql`a.archived_at is null and a.deleted_at is null`;

/** The set of words that a name in lower case lacks: a bit for each. */
function lacking(name: Sql, patterns: readonly string[]): Sql {
  const bits = patterns.map(
    (pattern, at) => sql`case when ${name} like ${pattern} then 0 else ${bitOf(at)} end`,
  );
  return bits.length === 0 ? sql`0` : sql`(${join(bits, ' | ')})`;
}

/** The set of words that a name in lower case has. */
function having(name: Sql, patterns: readonly string[]): Sql {
  return join(
    patterns.map((pattern, at) => sql`case when ${name} like ${pattern} then ${bitOf(at)} else 0 end`),
    ' | ',
  );
}

/** Activity `a` has every word of the set `missing` of another row in its name or code. */
function hasMissing(row: 's' | 'p', patterns: readonly string[]): Sql {
  const words = patterns.map(
    (pattern, at) => sql`(${raw(`${row}.missing`)} & ${bitOf(at)} = 0 or a.search_name like ${pattern})`,
  );
  return words.length === 0 ? sql`true` : join(words, ' and ');
}

function bitOf(at: number): Sql {
  return raw(String(1 << at));
}
