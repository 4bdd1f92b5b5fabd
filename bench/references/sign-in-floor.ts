/**
 * The least that a sign-in and a refresh can do, on a bare node:http server with the leanest SQL: count the try, open the
 * session, write the event, sign three tokens; or swap the generation of a session and sign three tokens. No hash, no rules,
 * no other tables.
 *
 * And a floor that does more of what they owe. Its sign-in counts the try before it knows whether the password is right, finds
 * the person with what they are and by what they are known again, gives the try back, and notes the device: two round trips,
 * the second of which waits for the disk. Its refresh verifies its token, and reads whom it is about and what they are.
 *
 * Left out there too: of a sign-in the counts by address, by name and device (one count stands for all), membership and
 * tenant as tables of their own, open invitations, that person and tenant are looked at again with the session, and when
 * person and membership were last active; of a refresh the companion of the browser, and when the session was last used.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
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
  create table person (id uuid primary key, email text not null unique, password_hash text not null, name text not null,
    is_locked boolean not null, version int not null, roles jsonb not null)
  create table device (user_id uuid, hash text, seen_at timestamptz not null, primary key (user_id, hash))`);

const signIn = {
  name: 'sign-in',
  text: `with tried as (
      insert into floor.try as t (key, count, last_at) values ($1, 1, $2)
      on conflict (key) do update set count = t.count + 1, last_at = excluded.last_at returning count),
    opened as (insert into floor.session (id, user_id, gen, rotated_at, expires_at) values ($3, $4, 1, $2, $5))
    insert into floor.event (id, at, kind, user_id) select $6, $2, 'sign_in', $4 from tried`,
};
const refresh = {
  name: 'refresh',
  text: 'update floor.session set gen = gen + 1, rotated_at = $3 where id = $1 and gen = $2 and expires_at > $3',
};

const attempt = {
  name: 'attempt',
  text: `with tried as (
      insert into floor.try as t (key, count, last_at) values ($1, 1, $2)
      on conflict (key) do update set count = t.count + 1, last_at = excluded.last_at returning count)
    select p.*, (select d.seen_at from floor.device d where d.user_id = p.id and d.hash = $3) as seen_at, tried.count,
      set_config('synchronous_commit', 'off', true)
    from tried, floor.person p where p.email = $1`,
};
const finish = {
  name: 'finish',
  text: `with released as (delete from floor.try where key = $1),
    opened as (insert into floor.session (id, user_id, gen, rotated_at, expires_at) values ($3, $4, 1, $2, $5)),
    seen as (update floor.device set seen_at = $2 where user_id = $4 and hash = $7 and seen_at < $2 - interval '1 hour')
    insert into floor.event (id, at, kind, user_id) values ($6, $2, 'sign_in', $4)`,
};
const refreshKnown = {
  name: 'refresh-known',
  text: `with swapped as (update floor.session set gen = gen + 1, rotated_at = $3
      where id = $1 and gen = $2 and expires_at > $3 returning user_id, gen, expires_at)
    select p.*, s.gen, s.expires_at from swapped s join floor.person p on p.id = s.user_id where not p.is_locked`,
};

const userIds = Array.from({ length: people }, () => randomUUID());
const sessions = Array.from({ length: people }, (_session, at) => ({ id: randomUUID(), at, gen: 1 }));
const lifeMs = 7 * 24 * 60 * 60 * 1000;
for (const { id, at } of sessions) {
  const expiresAt = new Date(Date.now() + lifeMs);
  await pool.query('insert into floor.session values ($1, $2, 1, now(), $3)', [id, userIds[at], expiresAt]);
}

const [device, roles] = ['a browser', JSON.stringify({ abcd1234: { roles: ['member'] } })];
for (const id of userIds) {
  const person = [id, `${id}@example.com`, 'x'.repeat(97), 'Ada Lovelace', false, 1, roles];
  await pool.query('insert into floor.person values ($1, $2, $3, $4, $5, $6, $7)', person);
  await pool.query('insert into floor.device values ($1, $2, now())', [id, device]);
}

let turn = 0;
let [, , token = ''] = signThree();
const nextSession = (): [string, number] => {
  const session = sessions[turn++ % people] as (typeof sessions)[number];
  return [session.id, session.gen++];
};
const works: Record<string, () => Promise<number>> = {
  '/sign-in': async () => {
    const userId = userIds[turn++ % people];
    const now = new Date();
    const values = [userId, now, randomUUID(), userId, new Date(now.getTime() + lifeMs), randomUUID()];
    return (await pool.query({ ...signIn, values })).rowCount ?? 0;
  },
  '/refresh': async () =>
    (await pool.query({ ...refresh, values: [...nextSession(), new Date()] })).rowCount ?? 0,
  '/sign-in-whole': async () => {
    const now = new Date();
    const email = `${userIds[turn++ % people]}@example.com`;
    const found = await pool.query({ ...attempt, values: [email, now, device] });
    const { id } = found.rows[0];
    const expiresAt = new Date(now.getTime() + lifeMs);
    const values = [email, now, randomUUID(), id, expiresAt, randomUUID(), device];
    return (await pool.query({ ...finish, values })).rowCount ?? 0;
  },
  '/refresh-whole': async () => {
    if (!isOurs(token)) return 0;
    return (await pool.query({ ...refreshKnown, values: [...nextSession(), new Date()] })).rowCount ?? 0;
  },
};

tellPort(
  createServer((request, response) => {
    const work = works[request.url ?? ''];
    const answer = async () => {
      if ((await work?.()) !== 1) return response.writeHead(500).end('the floor gave way');
      const tokens = signThree();
      token = tokens.at(-1) ?? '';
      const body = JSON.stringify({ tokens });
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      return response.end(body);
    };
    void answer();
  }),
);
