import { SEARCH_KINDS } from '@stint/domain/api/gateway/search.ts';
import type { Actor } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { join, type Sql, sql } from '../../platform/sql.ts';
import { projectScope } from '../projects/queries.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject, listJson } from '../shared/json-sql.ts';
import { contains } from '../shared/list.ts';
import { type Found, searchForgiving } from '../shared/spelling.ts';
import { knownEmail, memberScope } from '../timesheets/see.ts';

type Item = Answer<'GET /Search'>['items'][number];

/** Things of one kind that the caller sees: what is shown of each, and the texts in which each of its words is looked for. */
type Kind = {
  id: Sql;
  name: Sql;
  detail: Sql;
  color: Sql;
  hasWeek: Sql;
  searched: readonly [Sql, ...Sql[]];
  from: Sql;
};

/** Everything that has each word of a text in its name, the best places first: those whose name begins with it. */
export function search(
  tx: Queryable,
  tenantId: string,
  actor: Actor,
  { q, size }: { q: string; size: number },
): Promise<Found<JsonText<Item[]>>> {
  const kinds = kindsFor(tenantId, actor);
  return searchForgiving(q, {
    find: (words) => findItems(tx, kinds, words, size),
    isEmpty: (rows) => rows === '[]',
    names: () => allNames(tx, kinds),
  });
}

function kindsFor(tenantId: string, actor: Actor): Record<Item['kind'], Kind> {
  const none = sql`null::text`;
  return {
    project: {
      id: sql`p.id`,
      name: sql`p.name`,
      detail: sql`c.name`,
      color: sql`p.color`,
      hasWeek: sql`false`,
      searched: [sql`p.search_name`, sql`lower(coalesce(c.name, ''))`],
      from: sql`app.project p left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
        where p.tenant_id = ${tenantId} and p.archived_at is null and p.deleted_at is null and ${projectScope(tenantId, actor)}`,
    },
    client: {
      id: sql`c.id`,
      name: sql`c.name`,
      detail: none,
      color: none,
      hasWeek: sql`false`,
      searched: [sql`lower(c.name || ' ' || coalesce(c.code, ''))`],
      from: sql`app.client c where c.tenant_id = ${tenantId} and c.archived_at is null and c.deleted_at is null`,
    },
    activity: {
      id: sql`a.id`,
      name: sql`a.name`,
      detail: none,
      color: none,
      hasWeek: sql`false`,
      searched: [sql`a.search_name`],
      from: sql`app.activity a where a.tenant_id = ${tenantId} and a.archived_at is null and a.deleted_at is null`,
    },
    person: {
      id: sql`m.id`,
      name: sql`trim(m.first_name || ' ' || m.last_name)`,
      detail: none,
      color: none,
      hasWeek: sql`coalesce(${memberScope(actor, 'time.see')}, false)`,
      searched: [sql`lower(m.first_name || ' ' || m.last_name || ' ' || coalesce(${knownEmail(actor)}, ''))`],
      from: sql`app.team_member m where m.tenant_id = ${tenantId} and m.status <> 'archived' and ${memberScope(actor, 'member.see')}`,
    },
  };
}

const item = jsonObject<Item>({
  kind: 'x.kind',
  id: 'x.id',
  name: 'x.name',
  detail: 'x.detail',
  color: 'x.color',
  hasWeek: 'x.has_week',
});

function findItems(
  tx: Queryable,
  kinds: Record<Item['kind'], Kind>,
  words: readonly string[],
  size: number,
): Promise<JsonText<Item[]>> {
  const patterns = words.map(contains);
  const first = contains(words[0] ?? '').slice(1);
  const found = SEARCH_KINDS.map((kind, place) => {
    const { id, name, detail, color, hasWeek, searched, from } = kinds[kind];
    return sql`(select ${kind}::text as kind, ${place}::int as kind_place, ${id} as id, ${name} as name, ${detail} as detail, ${color} as color, ${hasWeek} as has_week,
        case when lower(${name}) like ${first} then 0 when lower(${name}) like ${`% ${first}`} then 1 else 2 end as place
      from ${from} and ${hasAll(searched, patterns)}
      order by place, lower(${name}), ${id} limit ${size})`;
  });
  return listJson(
    tx,
    item,
    'x.kind_place, x.place, lower(x.name), x.id',
    (text) => sql`select ${text} from (${join(found, ' union all ')}) x`,
  );
}

/** Each word is in one of the texts; a word holds no space, so it is never in two of them. */
function hasAll(texts: readonly Sql[], patterns: readonly string[]): Sql {
  const words = patterns.map(
    (pattern) =>
      sql`(${join(
        texts.map((text) => sql`${text} like ${pattern}`),
        ' or ',
      )})`,
  );
  return words.length === 0 ? sql`true` : join(words, ' and ');
}

async function allNames(tx: Queryable, kinds: Record<Item['kind'], Kind>): Promise<readonly string[]> {
  const names = SEARCH_KINDS.map(
    (kind) => sql`(select ${join(kinds[kind].searched, " || ' ' || ")} as name from ${kinds[kind].from})`,
  );
  const { list } = await tx.one<{ list: string[] }>(
    sql`select coalesce(json_agg(x.name), '[]') as list from (${join(names, ' union all ')}) x`,
  );
  return list;
}
