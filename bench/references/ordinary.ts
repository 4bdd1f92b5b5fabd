/**
 * The reference stack: a week read as most applications of this kind do it, written without malice. Express, a query
 * builder on a pool, the token checked by a library on every call, the session and the member looked up, then the week,
 * its entries and their names by one query each, put together and serialised in JavaScript. No row security.
 *
 * Arguments: database (JSON), public key (JWK, JSON).
 */
import express from 'express';
import { importJWK, type JWK, jwtVerify } from 'jose';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { tellPort } from './tell-port.ts';

const [database = '{}', jwk = '{}'] = process.argv.slice(2);
const key = await importJWK(JSON.parse(jwk) as JWK, 'ES256');

// Rows of any table: the reference has no types of its own.
// biome-ignore lint/suspicious/noExplicitAny: see above
const db = new Kysely<any>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ ...JSON.parse(database), max: 10 }) }),
}).withSchema('app');

const app = express();

app.use(async (request, response, next) => {
  try {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const { payload } = await jwtVerify(token, key, { algorithms: ['ES256'] });
    response.locals.userId = payload.userUuid;
    next();
  } catch {
    response.status(401).json({ message: 'Please re-login.' });
  }
});

app.get('/api/weeks/:member/:weekEndDate', async (request, response) => {
  const { member: memberId, weekEndDate } = request.params;
  const caller = await db
    .selectFrom('team_member')
    .selectAll()
    .where('user_id', '=', response.locals.userId)
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (!caller) return void response.status(404).json({ message: 'Not found' });
  const tenantId = caller.tenant_id;
  const week = await db
    .selectFrom('timesheet_week')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('team_member_id', '=', memberId)
    .where('week_end_on', '=', weekEndDate)
    .executeTakeFirst();
  const entries = await db
    .selectFrom('timesheet_entry')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('team_member_id', '=', memberId)
    .where('week_end_on', '=', weekEndDate)
    .where('deleted_at', 'is', null)
    .orderBy('work_on')
    .execute();
  const projects = await byIds(
    'project',
    tenantId,
    entries.map((entry) => entry.project_id),
  );
  const clients = await byIds(
    'client',
    tenantId,
    [...projects.values()].map((project) => project.client_id),
  );
  const activities = await byIds(
    'activity',
    tenantId,
    entries.map((entry) => entry.activity_id),
  );
  response.json({
    week,
    entries: entries.map((entry) => {
      const project = projects.get(entry.project_id);
      return {
        ...entry,
        hours: entry.minutes / 60,
        projectName: project?.name,
        clientName: clients.get(project?.client_id)?.name ?? null,
        activityName: activities.get(entry.activity_id)?.name ?? null,
      };
    }),
  });
});

async function byIds(table: string, tenantId: string, ids: (string | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows =
    wanted.length === 0
      ? []
      : await db
          .selectFrom(table)
          .selectAll()
          .where('tenant_id', '=', tenantId)
          .where('id', 'in', wanted)
          .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const { createServer } = await import('node:http');
tellPort(createServer(app));
