import type { Transaction } from '../../platform/database.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import { amountOfEntry } from './price.ts';
import { EVER, foldedWeeks, keyOf, type Range } from './spans.ts';

/*
 * The entries of a week as columns of bytes (decision 056): made beside the sums of its spans and as good as long as these. Of
 * each entry, in the order of people, days and projects: its time, the places of its project, activity and price in
 * the lists of the week, and what it makes at that price.
 */

/** Columns that a packed week is compared by: the lists, and what is told of each entry. */
const bytes = [
  'fits',
  'entries',
  'people',
  'person_entries',
  'projects',
  'activities',
  'prices',
  'times',
  'project_places',
  'activity_places',
  'price_places',
  'bills',
  'costs',
  'comments',
  'comment_ends',
  'comment_lasts',
  'commented',
  'commented_times',
  'commented_people',
  'commented_projects',
  'commented_activities',
] as const;

const isOfComments = (name: string) => name.startsWith('comment');
const columns = (alias: string, withComments = true) =>
  raw(
    bytes
      .filter((name) => withComments || !isOfComments(name))
      .map((name) => `${alias}.${name}`)
      .join(', '),
  );

/** Two bytes tell so many apart; four tell amounts up to this one. */
const MOST_PLACES = 2 ** 16;
const MOST_MINOR = 2 ** 32 - 1;

/** The day of a week, from Monday on, whether it is billable, and the minutes, of which a day has less than 2048. */
const time = raw('((6 - (e.week_end_on - e.work_on)) * 2 + e.is_billable::int) * 2048 + e.minutes');

/** Numbers from zero on, as the lowest ones of their type. */
const place = (of: string) => raw(`int2send((least(p.${of}, ${MOST_PLACES - 1}) - 32768)::int2)`);
const amount = (of: string) => raw(`int4send((least(p.${of}, ${MOST_MINOR}) - 2147483648)::int4)`);

/** What is told of each entry with a comment, in the order of texts, days and ids. */
const ofCommented = {
  commented: sql`int2send((6 - (p.week_end_on - p.work_on))::int2) || uuid_send(p.id)`,
  commented_times: sql`int2send((p.time / 2048)::int2)`,
  commented_people: place('person_at'),
  commented_projects: place('project_at'),
  commented_activities: place('activity_at'),
};
const eachCommented = (told: (name: string, bytes: Sql) => Sql): Sql =>
  join(
    Object.entries(ofCommented).map(([name, bytes]) => told(name, bytes)),
    ', ',
  );

/** Texts as bytes, whose order is the same everywhere. */
const commentsOf = sql`
      select x.week_end_on, string_agg(x.text || ${raw(String.raw`'\x00'`)}, ''::bytea order by x.text) as comments,
        string_agg(int4send(x.text_end), ''::bytea order by x.text) as comment_ends,
        string_agg(int4send(x.last_entry), ''::bytea order by x.text) as comment_lasts,
        ${eachCommented((name) => raw(`string_agg(x.${name}, ''::bytea order by x.text) as ${name}`))}
      from (
        select y.week_end_on, y.text, ${eachCommented((name) => raw(`y.${name}`))}, (sum(octet_length(y.text) + 1) over texts)::int as text_end, (sum(y.count) over texts)::int as last_entry
        from (
          select p.week_end_on, convert_to(p.comment, 'UTF8') as text, count(*) as count,
            ${eachCommented((name, bytes) => sql`string_agg(${bytes}, ''::bytea order by p.work_on, p.id) as ${raw(name)}`)}
          from placed p where p.comment <> '' group by p.week_end_on, p.comment
        ) y window texts as (partition by y.week_end_on order by y.text)
      ) x group by x.week_end_on`;

/**
 * The weeks of a condition on entries `e` as they are to be packed. An order of everything that is told: the same entries
 * always make the same bytes.
 */
function packedBytes(tenantId: string, weeks: Sql, withComments = true): Sql {
  const comment = raw(withComments ? 'lower(e.comment)' : "''");
  const order = raw('order by p.person_at, p.work_on, p.project_at, p.activity_at, p.time');
  const each = (bytes: Sql) => sql`string_agg(${bytes}, ''::bytea ${order})`;
  const listOf = (name: string) => sql`
    select x.week_end_on, string_agg(uuid_send(x.${raw(name)}), ''::bytea order by x.${raw(name)}) as ids,
      string_agg(int4send(x.entries), ''::bytea order by x.${raw(name)}) as entries
    from (select e.week_end_on, e.${raw(name)}, count(*)::int as entries from entry e group by e.week_end_on, e.${raw(name)}) x
    group by x.week_end_on`;
  return sql`
    with entry as materialized (
      select e.id, e.week_end_on, e.team_member_id, e.project_id, ${comment} as comment, ${keyOf(sql`e.activity_id`)} as activity_key, e.work_on, ${time} as time,
        jsonb_build_array(k.bill_currency, k.cost_currency, e.is_billable and k.bill_rate_minor is null, k.cost_rate_minor is null) as price,
        coalesce(${amountOfEntry(sql`e.minutes`, sql`k.bill_rate_minor`)}, 0) as bill,
        coalesce(${amountOfEntry(sql`e.minutes`, sql`k.cost_rate_minor`)}, 0) as cost
      from app.timesheet_entry e join app.day_total k on k.tenant_id = ${tenantId} and k.team_member_id = e.team_member_id
        and k.week_end_on = e.week_end_on and k.work_on = e.work_on and k.project_id = e.project_id
        and k.activity_key = ${keyOf(sql`e.activity_id`)} and k.is_billable = e.is_billable
      where e.tenant_id = ${tenantId} and e.deleted_at is null and ${weeks}
    ), person as materialized (${listOf('team_member_id')}), project as materialized (${listOf('project_id')}),
    activity as materialized (${listOf('activity_key')}), price as materialized (
      select x.week_end_on, jsonb_agg(x.price order by x.price) as prices
      from (select distinct e.week_end_on, e.price from entry e) x group by x.week_end_on
    ), placed as (
      select e.id, e.comment, e.week_end_on, e.time, e.work_on, e.bill, e.cost,
        dense_rank() over (partition by e.week_end_on order by e.team_member_id) - 1 as person_at,
        dense_rank() over (partition by e.week_end_on order by e.project_id) - 1 as project_at,
        dense_rank() over (partition by e.week_end_on order by e.activity_key) - 1 as activity_at,
        dense_rank() over (partition by e.week_end_on order by e.price) - 1 as price_at
      from entry e
    ), told as materialized (
      select p.week_end_on, count(*)::int as entries,
        greatest(max(p.person_at), max(p.project_at), max(p.activity_at), max(p.price_at)) < ${raw(String(MOST_PLACES))}
          and greatest(max(p.bill), max(p.cost)) <= ${raw(String(MOST_MINOR))} as fits,
        ${each(raw('int2send(p.time::int2)'))} as times, ${each(place('project_at'))} as project_places,
        ${each(place('activity_at'))} as activity_places, ${each(place('price_at'))} as price_places,
        ${each(amount('bill'))} as bills, ${each(amount('cost'))} as costs
      from placed p group by p.week_end_on
    ), comment as (${commentsOf})
    select t.week_end_on, t.fits, t.entries, person.ids as people, person.entries as person_entries, project.ids as projects,
      activity.ids as activities, price.prices, t.times, t.project_places, t.activity_places, t.price_places, t.bills, t.costs,
      coalesce(comment.comments, '') as comments, coalesce(comment.comment_ends, '') as comment_ends,
      coalesce(comment.comment_lasts, '') as comment_lasts, ${eachCommented((name) => raw(`coalesce(comment.${name}, '') as ${name}`))}
    from told t join person on person.week_end_on = t.week_end_on join project on project.week_end_on = t.week_end_on
      join activity on activity.week_end_on = t.week_end_on join price on price.week_end_on = t.week_end_on
      left join comment on comment.week_end_on = t.week_end_on`;
}

/**
 * Packs weeks whose spans are added up: one statement sees entries and `folds` at the same moment, and what is written after it
 * leaves a note, with which the next adding up raises `folds`. A week without time is one of no bytes, not to be looked for again.
 * @param options of comments that cannot be packed none are: figures are read without them, and words are looked for in the entries
 * @returns how many weeks were packed
 */
export async function packSome(
  tx: Transaction,
  tenantId: string,
  weekEndDates: readonly string[],
  { withComments }: { withComments: boolean },
): Promise<number> {
  const ends = sql`${[...weekEndDates]}::date[]`;
  const weeks = sql`e.week_end_on = any(${ends})
    and e.work_on between ${weekEndDates[0]}::date - 6 and ${weekEndDates.at(-1)}::date`;
  const none = bytes.map((name) => {
    if (!withComments && isOfComments(name)) return 'null::bytea';
    if (name === 'prices') return "coalesce(p.prices, '[]')";
    if (name === 'fits') return 'coalesce(p.fits, true)';
    return name === 'entries' ? 'coalesce(p.entries, 0)' : `coalesce(p.${name}, '')`;
  });
  const [, packed] = await Promise.all([
    tx.run(
      sql`delete from app.packed_week p where p.tenant_id = ${tenantId} and p.week_end_on = any(${ends})`,
    ),
    tx.run(sql`insert into app.packed_week (tenant_id, week_end_on, folds, ${raw(bytes.join(', '))})
      select ${tenantId}::uuid, f.week_end_on, f.folds, ${raw(none.join(', '))}
      from app.span_week f left join (${packedBytes(tenantId, weeks, withComments)}) p on p.week_end_on = f.week_end_on
      where f.tenant_id = ${tenantId} and f.week_end_on = any(${ends})
      on conflict (tenant_id, week_end_on) do nothing`),
  ]);
  return packed - (await leaveRemoved(tx, tenantId, ends));
}

/** What weeks were packed with that nobody knows to be added up: their `folds` begin anew, and would tell the same of other bytes. */
export function dropUnknownPacks(tenantId: string, weekEndDates: readonly string[]): Sql {
  return sql`
    delete from app.packed_week p where p.tenant_id = ${tenantId} and p.week_end_on = any(${[...weekEndDates]}::date[])
      and not exists (select from app.span_week f where f.tenant_id = ${tenantId} and f.week_end_on = p.week_end_on)`;
}

/**
 * Old time may have been removed while it was packed, and in a workspace that is archived then nobody would look again. Who
 * removes it looks for packed weeks under this lock (`app.empty_old_weeks`), and either finds these, or their notes are here.
 * While somebody does, nothing is kept: who waited would hold up those whom they wait for.
 * @returns how many weeks are not kept
 */
async function leaveRemoved(tx: Transaction, tenantId: string, ends: Sql): Promise<number> {
  const { isAlone } = await tx.one<{ isAlone: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(hashtextextended(${`packed weeks ${tenantId}`}, 0)) as "isAlone"`,
  );
  const isNoted = sql`exists (select from app.span_change g where g.tenant_id = ${tenantId} and g.week_end_on = p.week_end_on)`;
  return tx.run(sql`delete from app.packed_week p where p.tenant_id = ${tenantId} and p.week_end_on = any(${ends})
    and ${isAlone ? isNoted : sql`true`}`);
}

/** A process of the version before packs no comments, or does not say whose they are. */
const hasComments = raw('p.commented_times is not null');

/** Weeks that were added up and not packed since, or not with their comments. */
export function unpackedWeeks(tenantId: string): Sql {
  return sql`
    select f.week_end_on from app.span_week f where f.tenant_id = ${tenantId} and not exists (
      select from app.packed_week p where p.tenant_id = ${tenantId} and p.week_end_on = f.week_end_on and p.folds = f.folds
        and ${hasComments})`;
}

/** Packed weeks `p` between two days that are what their entries say, as `foldedWeeks` are; a condition may follow. */
function heldPacks(tenantId: string, range: Range, told: Sql): Sql {
  return sql`
    select p.week_end_on, ${told} from app.packed_week p join (${foldedWeeks(tenantId, range)}) f
      on f.week_end_on = p.week_end_on and f.folds = p.folds
    where p.tenant_id = ${tenantId}`;
}

/** The weeks between two days whose bytes say it all: how many entries each has, and how long its comments are, where these are packed. */
export function packedWeeks(tenantId: string, range: Range): Sql {
  const told = sql`p.entries, case when ${hasComments} then octet_length(p.comments) end as length`;
  return sql`${heldPacks(tenantId, range, told)} and p.fits`;
}

/** All packed weeks, whether they are as their entries say or not. */
export function allPacks(tenantId: string): Sql {
  return sql`select p.week_end_on as "weekEndDate", ${hasComments} as "withComments" from app.packed_week p
    where p.tenant_id = ${tenantId} order by p.week_end_on`;
}

/** Of some weeks, packed all with their comments or all without, those that are said to be packed as their entries are, and are not. */
export function differingPacks(
  tenantId: string,
  weekEndDates: readonly string[],
  withComments: boolean,
): Sql {
  const ends = sql`${[...weekEndDates]}::date[]`;
  const isAsked = sql`e.week_end_on in (select h.week_end_on from held h)
    and e.work_on between ${weekEndDates[0]}::date - 6 and ${weekEndDates.at(-1)}::date`;
  const of = (alias: string) => columns(alias, withComments);
  return sql`
    with held as materialized (${heldPacks(tenantId, EVER, of('p'))} and ${hasComments} = ${withComments} and p.week_end_on = any(${ends})),
      stored as (select h.week_end_on, ${of('h')} from held h where h.entries > 0),
      made as (${packedBytes(tenantId, isAsked, withComments)}),
      added as (select m.week_end_on, ${of('m')} from made m)
    select distinct x.week_end_on::text as "weekEndDate" from
      ((select * from stored except select * from added) union (select * from added except select * from stored)) x`;
}
