import type { Actor } from '@stint/domain/workspace/permissions.ts';
import { lettersNeeded } from '@stint/domain/workspace/search-words.ts';
import type { Queryable } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject } from '../shared/json-sql.ts';
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

/** As many activities are looked at before all of them: a word that is not rare is found among them. */
const LOOKED_AT_FIRST = 1000;

/**
 * A limit that is never reached. Where it does not know a limit, the planner expects a tenth of the rows to do, and takes the index that is
 * in the order and holds all that is looked at, in place of wide rows and a sort.
 */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

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
  let names: string[] | null = null;
  const { rows } = await searchForgiving(query.q ?? '', {
    find: async (words) => {
      const found = await findRows(tx, tenantId, actor, { ...query, words });
      names = found.names;
      return found.text;
    },
    isEmpty: (found) => found === '[]',
    names: async () => names ?? [],
  });
  return rows;
}

type Found = { text: JsonText<PickerRow[]>; names: string[] | null };

/**
 * Over thousands of projects and activities: projects are gone through once, in an index that holds all that is looked at,
 * each with the set of words that it lacks, a bit for each word. For each set that there is, as many activities are needed as rows
 * are answered, since of these each that stands among the first rows already makes one less that is needed. They are looked for
 * among the first in order. Sets that have too few there are rare: all activities are gone through for them, once for all such sets.
 * Where nothing at all was found until then, that look keeps the names from which a misspelt word may be corrected, among which are
 * all that have one of the words. Names are joined for what is answered alone.
 * @returns besides the rows, where there are none, the names from which words may be corrected
 */
function findRows(
  tx: Queryable,
  tenantId: string,
  actor: Actor,
  { size = 30, memberId, words }: Omit<PickerQuery, 'q'> & { words: readonly string[] },
): Promise<Found> {
  const patterns = words.map(contains);
  return tx.one<Found>(sql`
    with recent as materialized (
      select e.project_id, e.activity_id, max(e.work_on) as used_on from app.timesheet_entry e
      where e.tenant_id = ${tenantId} and e.team_member_id = ${memberId} and e.deleted_at is null and e.work_on > now()::date - 60
      group by e.project_id, e.activity_id
    ), known as materialized (
      select coalesce(f.project_id, r.project_id) as project_id, coalesce(f.activity_id, r.activity_id) as activity_id,
        f.project_id is not null as is_favourite, r.used_on
      from (select v.project_id, v.activity_id from app.favourite v where v.tenant_id = ${tenantId} and v.team_member_id = ${memberId}) f
        full join recent r on r.project_id = f.project_id and r.activity_id is not distinct from f.activity_id
    ), proj as materialized (
      select p.id, p.sort_name, ${lackedBy(tenantId, patterns)} as missing,
        p.id in (select l.project_id from app.project_activity l where l.tenant_id = ${tenantId}) as is_listed
      from app.project p
      where p.tenant_id = ${tenantId} and p.archived_at is null and p.deleted_at is null and ${projectScope(tenantId, actor)}
      order by p.sort_name, p.id limit ${NO_LIMIT}
    ), first_rows as materialized (
      select p.id as project_id, p.sort_name, a.id as activity_id, k.is_favourite, k.used_on
      from known k join proj p on p.id = k.project_id left join lateral (
          select a.id from app.activity a where a.tenant_id = ${tenantId} and a.id = k.activity_id and ${living} and ${hasMissing('p', patterns)}
          offset 0) a on true
      where a.id is not null or (k.activity_id is null and p.missing = 0)
      order by k.is_favourite desc, k.used_on desc nulls last, p.sort_name, p.id, k.activity_id limit ${size}
    ), listing as materialized (
      select p.id, p.sort_name, p.missing from proj p
      where p.is_listed and exists (select from app.project_activity l join app.activity a on a.tenant_id = ${tenantId} and a.id = l.activity_id
        where l.tenant_id = ${tenantId} and l.project_id = p.id and ${living} and ${hasMissing('p', patterns)})
      order by p.sort_name, p.id limit ${size}
    ), word_set as materialized (
      select distinct p.missing from proj p where not p.is_listed
    ), first_activity as materialized (
      select a.id, a.order_key, a.is_global, ${wordsOf(sql`a.search_name`, patterns)} as words
      from app.activity a where a.tenant_id = ${tenantId} and ${living} order by a.order_key, a.id limit ${LOOKED_AT_FIRST}
    ), common_activity as materialized (
      select s.missing, a.id, a.place
      from word_set s cross join lateral (
        select a.id, row_number() over (order by a.order_key, a.id) as place
        from first_activity a where a.is_global and a.words & s.missing = s.missing
        order by a.order_key, a.id limit ${size}) a
    ), rare_set as materialized (
      select s.missing from word_set s where (select count(*) from common_activity a where a.missing = s.missing) < ${size}
    ), look as materialized (
      select (select coalesce(bit_or(1::bigint << h.words), 0) from rare_set s cross join generate_series(0, ${raw(String(2 ** patterns.length - 1))}) h (words)
          where h.words & s.missing = s.missing) as sets,
        not exists (select from common_activity) and not exists (select from word_set s where s.missing = 0)
          and not exists (select from first_rows) and not exists (select from listing) as is_vain
    ), near_activity as materialized (
      select a.id, a.order_key, a.search_name, a.is_global, ${wordsOf(sql`a.search_name`, patterns)} as words
      from (select a.id, a.order_key, a.search_name, a.is_global from app.activity a where a.tenant_id = ${tenantId} and ${living}
        order by a.order_key, a.id limit ${NO_LIMIT}) a
      where (select l.is_vain from look l) and ${isNear(sql`a.search_name`, words)}
    ), rare_activity as materialized (
      select a.id, a.order_key, a.words from near_activity a where a.is_global and (select l.sets from look l) & (1::bigint << a.words) <> 0
      union all
      select a.id, a.order_key, a.words
      from (select a.id, a.order_key, ${wordsOf(sql`a.search_name`, patterns)} as words from app.activity a
        where a.tenant_id = ${tenantId} and a.is_global and ${living}
          and (select l.sets <> 0 and not l.is_vain from look l) and ${isInSets(sql`a.search_name`, patterns)}
        order by a.order_key, a.id limit ${NO_LIMIT}) a
    ), rare_words as materialized (
      select distinct a.words from rare_activity a
    ), global_activity as materialized (
      select a.missing, a.id, a.place from common_activity a where a.missing not in (select s.missing from rare_set s)
      union all
      select s.missing, a.id, a.place
      from rare_set s cross join lateral (
        select a.id, row_number() over (order by a.order_key, a.id) as place
        from rare_activity a where a.words & s.missing = s.missing
        order by a.order_key, a.id limit ${size}) a
      where exists (select from rare_words w where w.words & s.missing = s.missing)
    ), candidate as materialized (
      select p.id, p.sort_name, p.missing from proj p
      where not p.is_listed and (p.missing = 0 or p.missing in (select g.missing from global_activity g))
      order by p.sort_name, p.id limit ${size}
    ), other_rows as materialized (
      select o.project_id, o.sort_name, o.activity_id, o.place from (
        select p.id as project_id, p.sort_name, g.id as activity_id, g.place
        from candidate p join global_activity g on g.missing = p.missing
        union all
        select p.id, p.sort_name, a.id, row_number() over (partition by p.id order by a.order_key, a.id)
        from listing p join app.project_activity l on l.tenant_id = ${tenantId} and l.project_id = p.id
          join app.activity a on a.tenant_id = ${tenantId} and a.id = l.activity_id
        where ${living} and ${hasMissing('p', patterns)}
        union all
        select p.id, p.sort_name, null, 0::bigint from candidate p
        where p.missing = 0 and not exists (select from global_activity g where g.missing = p.missing)
      ) o order by o.sort_name, o.project_id, o.place, o.activity_id limit ${size}
    ), picked as (
      select f.project_id, f.sort_name, f.activity_id, f.is_favourite, f.used_on, 0::bigint as place from first_rows f
      union all
      select o.project_id, o.sort_name, o.activity_id, false, null, o.place from other_rows o
      where not exists (select from first_rows f where f.project_id = o.project_id and f.activity_id is not distinct from o.activity_id)
    ), answer as materialized (
      select k.project_id, k.activity_id, k.is_favourite, k.used_on,
        row_number() over (order by k.is_favourite desc, k.used_on desc nulls last, k.sort_name, k.project_id, k.place, k.activity_id) as place
      from picked k order by place limit ${size}
    )
    select coalesce(json_agg(${pickerRow} order by x.place), '[]')::text as text, case when count(*) = 0 then (
        select coalesce(json_agg(n.name), '[]') from (
          select y.name from (
            select p.search_name || ' ' || coalesce(c.name, '') as name
            from (select p.search_name, p.client_id from app.project p
                where p.tenant_id = ${tenantId} and p.archived_at is null and p.deleted_at is null and ${projectScope(tenantId, actor)}
                order by p.sort_name, p.id limit ${NO_LIMIT}) p
              left join (select c.id, lower(c.name) as name from app.client c where c.tenant_id = ${tenantId} offset 0) c on c.id = p.client_id) y
          where ${isNear(sql`y.name`, words)}
          union all
          select a.search_name from near_activity a) n) end as names
    from answer x join app.project p on p.tenant_id = ${tenantId} and p.id = x.project_id
      left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
      left join app.activity a on a.tenant_id = ${tenantId} and a.id = x.activity_id`);
}

const living: Sql = sql`a.archived_at is null and a.deleted_at is null`;

/** A name in lower case from which one of the words may have come by a slip or two, the word itself included. */
function isNear(name: Sql, words: readonly string[]): Sql {
  const has = (letter: string) => sql`${name} like ${contains(letter)}`;
  const all = (word: string) =>
    join(
      lettersNeeded(word).map((set) => sql`(${join(set.map(has), ' or ')})`),
      ' and ',
    );
  return words.length === 0 ? sql`false` : sql`(${join(words.map(all), ' or ')})`;
}

/** The set of words that a name in lower case has. */
function wordsOf(name: Sql, patterns: readonly string[]): Sql {
  const bits = patterns.map(
    (pattern, at) => sql`case when ${name} like ${pattern} then ${bitOf(at)} else 0 end`,
  );
  return bits.length === 0 ? sql`0` : sql`(${join(bits, ' | ')})`;
}

/** The set of words that project `p` and its client lack: a bit for each. */
function lackedBy(tenantId: string, patterns: readonly string[]): Sql {
  const isThere = (pattern: string) => sql`(p.search_name like ${pattern} or p.client_id in (
          select c.id from app.client c where c.tenant_id = ${tenantId} and lower(c.name) like ${pattern}))`;
  const bits = patterns.map((pattern, at) => sql`case when ${isThere(pattern)} then 0 else ${bitOf(at)} end`);
  return bits.length === 0 ? sql`0` : sql`(${join(bits, ' | ')})`;
}

/**
 * The set of words that a name in lower case has is one of `look.sets`, a bit for each set. Words are looked for one by one, as long
 * as it depends on them.
 * @param at how many words were looked for
 * @param has the set of those of them that the name has
 */
function isInSets(name: Sql, patterns: readonly string[], at = 0, has = 0): Sql {
  const left = patterns.length - at;
  const sets = Array.from({ length: 2 ** left }, (_, more) => 1n << BigInt(has | (more << at)));
  const mask = BigInt.asIntN(
    64,
    sets.reduce((all, set) => all | set, 0n),
  );
  const mayBe = sql`(select l.sets & ${raw(`'${mask}'::bigint`)} <> 0 from look l)`;
  const pattern = patterns[at];
  if (pattern === undefined) return mayBe;
  const [having, lacking] = [has | (1 << at), has].map((set) => isInSets(name, patterns, at + 1, set));
  return sql`(${mayBe} and case when ${name} like ${pattern} then ${having as Sql} else ${lacking as Sql} end)`;
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
