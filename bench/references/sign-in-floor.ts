/**
 * The least that a sign-in and a refresh can do, on a bare node:http server with the leanest SQL: count the try, hash, open the
 * session, write the event, sign three tokens; or swap the generation of a session and sign three tokens. No rules, no other tables.
 *
 * And a floor that reads and writes all that the protocol and the rules of security ask of them (docs/latchkey-protocol.md,
 * docs/security-rules.md), in the leanest SQL that we know. Its sign-in counts the try in a window before it knows whether the
 * password is right, finds the person by their name with password, roles and browser, and gives the try back; with the session
 * it looks at tenant and person again, finds both by person and by family, has its event found by tenant and by person, and notes
 * when person, membership and browser were last seen: two round trips, each of which waits for the disk. Its refresh
 * verifies its token and its browser, reads the person with names and roles, and notes when both were last seen.
 *
 * Left out there too: a second count where somebody has two names, counts by address, waits that grow, shared counts of which
 * one try is taken back, invitations, second factors, and whatever makes a table that has to last: what else stands in its rows.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { hashAsAsked } from './hash-one.ts';
import { isOurs, signThree } from './sign-three.ts';
import { tellPort } from './tell-port.ts';

/** So many that no two updates meet at one session. */
const people = 1000;
const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 8 });

await pool.query(`create schema floor
  create table try (key text primary key, count int not null, last_at timestamptz not null)
  create table session (id uuid primary key, user_id uuid not null, gen int not null, rotated_at timestamptz not null,
    expires_at timestamptz not null)
  create table event (id uuid primary key, at timestamptz not null, kind text not null, user_id uuid not null)
  create table bucket (key text primary key, hits bigint[] not null)
  create table tenant (id uuid primary key, status text not null, version int not null)
  create table person (id uuid primary key, name text not null, is_locked boolean not null, version int not null,
    active_at timestamptz not null)
  create table name (norm text primary key, kind text not null, user_id uuid not null)
  create index name_user_idx on name (user_id)
  create table credential (user_id uuid primary key, password_hash text not null)
  create table membership (tenant_id uuid, user_id uuid, roles text[] not null, used_at timestamptz not null,
    primary key (tenant_id, user_id))
  create index membership_user_idx on membership (user_id, used_at)
  create table device (user_id uuid, hash text, seen_at timestamptz not null, primary key (user_id, hash))
  create table open_session (id uuid primary key, user_id uuid not null references person, tenant_id uuid not null references tenant,
    family_id uuid not null, gen int not null, rotated_at timestamptz not null, used_at timestamptz not null,
    companion text not null, expires_at timestamptz not null)
  create index open_session_user_idx on open_session (user_id)
  create index open_session_family_idx on open_session (family_id)
  create table told (id uuid primary key, at timestamptz not null, kind text not null, user_id uuid not null,
    tenant_id uuid not null)
  create index told_tenant_idx on told (tenant_id, at)
  create index told_user_idx on told (user_id, at)`);

const countTry = {
  name: 'count-try',
  text: `insert into floor.try as t (key, count, last_at) values ($1, 1, $2)
    on conflict (key) do update set count = t.count + 1, last_at = excluded.last_at returning count`,
};
const open = {
  name: 'open',
  text: `with opened as (insert into floor.session (id, user_id, gen, rotated_at, expires_at) values ($1, $2, 1, $3, $4))
    insert into floor.event (id, at, kind, user_id) values ($5, $3, 'sign_in', $2)`,
};
const refresh = {
  name: 'refresh',
  text: 'update floor.session set gen = gen + 1, rotated_at = $3 where id = $1 and gen = $2 and expires_at > $3',
};

const rolesOfPerson = `(select jsonb_agg(jsonb_build_array(m.tenant_id, m.roles))
      from floor.membership m join floor.tenant t on t.id = m.tenant_id where m.user_id = p.id and t.status = 'active') as roles`;
const attempt = {
  name: 'attempt',
  text: `with tried as (
      insert into floor.bucket as b (key, hits) values ($1, array[$2::bigint])
      on conflict (key) do update set hits = array(select hit from unnest(b.hits) hit where hit > $2 - 900000) || $2
      returning cardinality(hits) as count)
    select p.*, c.password_hash, ${rolesOfPerson},
      (select d.seen_at from floor.device d where d.user_id = p.id and d.hash = $3) as seen_at, tried.count
    from tried, floor.name n join floor.person p on p.id = n.user_id join floor.credential c on c.user_id = p.id
    where n.norm = $1`,
};
const finish = {
  name: 'finish',
  text: `with released as (delete from floor.bucket where key = $1),
    tenant as (select id from floor.tenant where id = $8 and status = 'active' and version = 1 for key share),
    person as (select id from floor.person where id = $4 and version = $9 and not is_locked and exists (select 1 from tenant)
      for no key update),
    opened as (insert into floor.open_session (id, user_id, tenant_id, family_id, gen, rotated_at, used_at, companion, expires_at)
      values ($3, (select id from person), $8, $3, 1, $2, $2, $7, $5)),
    seen as (update floor.device set seen_at = $2 where user_id = $4 and hash = $7 and seen_at < $2 - interval '1 hour'),
    active as (update floor.person set active_at = $2 where id = (select id from person) and active_at < $2 - interval '1 minute'),
    used as (update floor.membership set used_at = $2 where tenant_id = $8 and user_id = $4)
    insert into floor.told (id, at, kind, user_id, tenant_id) values ($6, $2, 'sign_in', $4, $8)`,
};
const refreshKnown = {
  name: 'refresh-known',
  text: `with swapped as (update floor.open_session set gen = gen + 1, rotated_at = $3, used_at = $3
      where id = $1 and gen = $2 and expires_at > $3 and companion = $4 returning user_id, gen, expires_at),
    active as (update floor.person p set active_at = $3 from swapped s
      where p.id = s.user_id and p.active_at < $3 - interval '1 minute')
    select p.*, ${rolesOfPerson}, (select jsonb_object_agg(n.kind, n.norm) from floor.name n where n.user_id = p.id) as names,
      s.gen, s.expires_at
    from swapped s join floor.person p on p.id = s.user_id where not p.is_locked`,
};

const userIds = Array.from({ length: people }, () => randomUUID());
const sessionIds = userIds.map(() => randomUUID());
const lifeMs = 7 * 24 * 60 * 60 * 1000;
for (const [at, id] of sessionIds.entries()) {
  const expiresAt = new Date(Date.now() + lifeMs);
  await pool.query('insert into floor.session values ($1, $2, 1, now(), $3)', [id, userIds[at], expiresAt]);
}

const [device, tenantId] = ['a browser', randomUUID()];
await pool.query("insert into floor.tenant values ($1, 'active', 1)", [tenantId]);
for (const [at, id] of userIds.entries()) {
  await pool.query("insert into floor.person values ($1, 'Ada Lovelace', false, 1, now())", [id]);
  await pool.query("insert into floor.name values ($1, 'email', $2)", [`${id}@example.com`, id]);
  await pool.query('insert into floor.credential values ($1, $2)', [id, 'x'.repeat(97)]);
  await pool.query("insert into floor.membership values ($1, $2, '{member}', now())", [tenantId, id]);
  await pool.query('insert into floor.device values ($1, $2, now())', [id, device]);
  await pool.query(
    "insert into floor.open_session values ($1, $2, $3, $1, 1, now(), now(), $4, now() + interval '7 days')",
    [sessionIds[at], id, tenantId, device],
  );
}
// As autovacuum leaves tables that have been there for a while.
await pool.query('analyze');

let turn = 0;
let [, , token = ''] = signThree();
/** The next session of one of the two floors, each of which counts its own generations. */
const next = (generations: number[]): [string, number] => {
  const at = turn++ % people;
  const gen = generations[at] as number;
  generations[at] = gen + 1;
  return [sessionIds[at] as string, gen];
};
const [swapped, swappedWhole] = [sessionIds.map(() => 1), sessionIds.map(() => 1)];
const works: Record<string, (hash: () => Promise<void>) => Promise<number>> = {
  '/sign-in': async (hash) => {
    const userId = userIds[turn++ % people];
    const now = new Date();
    await pool.query({ ...countTry, values: [userId, now] });
    await hash();
    const values = [randomUUID(), userId, now, new Date(now.getTime() + lifeMs), randomUUID()];
    return (await pool.query({ ...open, values })).rowCount ?? 0;
  },
  '/refresh': async () =>
    (await pool.query({ ...refresh, values: [...next(swapped), new Date()] })).rowCount ?? 0,
  '/sign-in-whole': async (hash) => {
    const now = new Date();
    const email = `${userIds[turn++ % people]}@example.com`;
    const found = await pool.query({ ...attempt, values: [email, now.getTime(), device] });
    const { id, version } = found.rows[0];
    await hash();
    const expiresAt = new Date(now.getTime() + lifeMs);
    const values = [email, now, randomUUID(), id, expiresAt, randomUUID(), device, tenantId, version];
    return (await pool.query({ ...finish, values })).rowCount ?? 0;
  },
  '/refresh-whole': async () => {
    if (!isOurs(token)) return 0;
    const values = [...next(swappedWhole), new Date(), device];
    return (await pool.query({ ...refreshKnown, values })).rowCount ?? 0;
  },
};

tellPort(
  createServer((request, response) => {
    const [path = '', asked] = request.url?.split('?') ?? [];
    const answer = async () => {
      if ((await works[path]?.(hashAsAsked(asked))) !== 1)
        return response.writeHead(500).end('the floor gave way');
      const tokens = signThree();
      token = tokens.at(-1) ?? '';
      const body = JSON.stringify({ tokens });
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      return response.end(body);
    };
    void answer();
  }),
);
