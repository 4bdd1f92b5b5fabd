/**
 * The least that an honest sign-in and an honest refresh can do, on a bare node:http server with the leanest SQL: count the
 * try, open the session, write the event, sign three tokens; or swap the generation of a session and sign three tokens. No
 * hash, no rules, no other tables.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { signThree } from './sign-three.ts';
import { tellPort } from './tell-port.ts';

/** So many that no two updates meet at one session. */
const people = 1000;
const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 8 });

await pool.query(`create schema floor
  create table try (key text primary key, count int not null, last_at timestamptz not null)
  create table session (id uuid primary key, user_id uuid not null, gen int not null, rotated_at timestamptz not null,
    expires_at timestamptz not null)
  create table event (id uuid primary key, at timestamptz not null, kind text not null, user_id uuid not null)`);

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

const userIds = Array.from({ length: people }, () => randomUUID());
const sessions = Array.from({ length: people }, (_session, at) => ({ id: randomUUID(), at, gen: 1 }));
const lifeMs = 7 * 24 * 60 * 60 * 1000;
for (const { id, at } of sessions) {
  const expiresAt = new Date(Date.now() + lifeMs);
  await pool.query('insert into floor.session values ($1, $2, 1, now(), $3)', [id, userIds[at], expiresAt]);
}

let turn = 0;
const works: Record<string, () => Promise<number>> = {
  '/sign-in': async () => {
    const userId = userIds[turn++ % people];
    const now = new Date();
    const values = [userId, now, randomUUID(), userId, new Date(now.getTime() + lifeMs), randomUUID()];
    return (await pool.query({ ...signIn, values })).rowCount ?? 0;
  },
  '/refresh': async () => {
    const session = sessions[turn++ % people] as (typeof sessions)[number];
    const gen = session.gen++;
    return (await pool.query({ ...refresh, values: [session.id, gen, new Date()] })).rowCount ?? 0;
  },
};

tellPort(
  createServer((request, response) => {
    const work = works[request.url ?? ''];
    const answer = async () => {
      if ((await work?.()) !== 1) return response.writeHead(500).end('the floor gave way');
      const body = JSON.stringify({ tokens: signThree() });
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      return response.end(body);
    };
    void answer();
  }),
);
