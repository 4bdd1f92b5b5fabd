import { AppError } from '@stint/domain/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import type { ClientInfo } from '../../mechanisms/http/client.ts';
import { isTenantOf, type KeyScope } from '../../mechanisms/keys/reach.ts';
import { clearRefreshCookies } from '../../mechanisms/sessions/answer.ts';
import type { Claims } from '../../mechanisms/tokens/tokens.ts';
import { verifyToken } from '../../mechanisms/tokens/tokens.ts';
import { endSessions, findSession, type Session } from '../../model/sessions/queries.ts';
import { expiringDeadCookie, readRefreshToken, refresh, refuseNavigation } from './refresh.ts';

type SessionRoutes = HandlersOf<
  | 'GET /auth/refresh'
  | 'GET /auth/logout'
  | 'GET /self/sessions'
  | 'DELETE /self/sessions/:sessionId'
  | 'GET /auth/changes'
>;

/** Refresh, logout, the list of sessions, and the revocation feed. */
export function sessionRoutes(context: AuthContext): SessionRoutes {
  return {
    async 'GET /auth/refresh'({ query }, { client }, { request, reply }) {
      return expiringDeadCookie(context, { request, reply, client }, query.tenantId, async () => {
        const token = await readRefreshToken(context, request, client, query.tenantId);
        return refresh(context, { client, reply }, token);
      });
    },
    async 'GET /auth/logout'({ query }, { client }, { request, reply }) {
      return expiringDeadCookie(context, { request, reply, client }, query.tenantId, async () => {
        const claims = await readLogoutToken(context, request, client, query.tenantId);
        return logout(context, client, reply, claims);
      });
    },
    async 'GET /self/sessions'(_input, { session, realm }) {
      const rows = await context.database.rows<SessionRow>(sql`
        select s.id, s.tenant_id as "tenantId", t.public_id as "publicId", t.name as "tenantName", s.device, s.address,
          s.amr, s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.idle_expires_at as "idleExpiresAt"
        from auth.session s join auth.tenant t on t.id = s.tenant_id
        where s.user_id = ${session.userId} and s.root_tenant_id = ${realm.rootTenantId} and s.ended_at is null
          and s.idle_expires_at > ${context.clock.now()}
          and (${session.providerTenantId}::uuid is null or s.tenant_id = ${session.providerTenantId}::uuid)
        order by s.last_used_at desc`);
      return { results: rows.map((row) => sessionRecord(row, session.id)) };
    },
    async 'DELETE /self/sessions/:sessionId'({ params }, { client, session, realm }) {
      const isOthers = params.sessionId === 'others';
      if (!isOthers && !isUuid(params.sessionId)) throw new AppError('not_found');
      const which = isOthers
        ? sql`s.user_id = ${session.userId} and s.family_id <> ${session.familyId}`
        : sql`s.user_id = ${session.userId} and s.family_id =
            (select family_id from auth.session where id = ${params.sessionId} and user_id = ${session.userId})`;
      // A session by a child's own provider reaches sessions of that child only.
      const reach = session.providerTenantId
        ? sql`${which} and s.tenant_id = ${session.providerTenantId}`
        : which;
      const now = context.clock.now();
      const ended = await context.database.transaction(async (tx) => {
        const ids = await endSessions(tx, reach, 'user', now);
        const event = {
          realm,
          tenantId: session.tenantId,
          userId: session.userId,
          address: client.fullAddress,
        };
        if (ids.length > 0) {
          await audit(
            tx,
            { ...event, action: 'session.ended', detail: { sessions: ids }, requestId: client.requestId },
            now,
          );
        }
        return ids;
      });
      if (ended.length === 0 && !isOthers) throw new AppError('not_found');
      context.sessions.forget(ended);
      return { message: 'OK' };
    },
    async 'GET /auth/changes'({ query }, { key }) {
      return readChanges(context, key, query.after);
    },
  };
}

type SessionRow = Pick<
  Session,
  'id' | 'device' | 'address' | 'amr' | 'createdAt' | 'lastUsedAt' | 'idleExpiresAt'
> & {
  publicId: string;
  tenantName: string;
};

function sessionRecord(row: SessionRow, currentId: string) {
  return {
    sessionId: row.id,
    tenantId: row.publicId,
    tenantName: row.tenantName,
    isCurrent: row.id === currentId,
    device: row.device,
    address: row.address,
    factors: row.amr,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.idleExpiresAt.toISOString(),
  };
}

/** An access token, expired or not, a refresh token, or the refresh cookie (protocol 7.15). */
async function readLogoutToken(
  context: AuthContext,
  request: FastifyRequest,
  client: ClientInfo,
  tenantId: string | undefined,
): Promise<Claims> {
  refuseNavigation(request);
  if (!client.bearer)
    return verifyToken(context, await readRefreshToken(context, request, client, tenantId), 'refresh');
  const { bearer } = client;
  return verifyToken(context, bearer, 'access', { isExpiryIgnored: true }).catch(() =>
    verifyToken(context, bearer, 'refresh'),
  );
}

/** Ends the whole family, here and on every workspace host. */
async function logout(context: AuthContext, client: ClientInfo, reply: FastifyReply, claims: Claims) {
  const now = context.clock.now();
  const session = await findSession(context.database, claims.sid);
  const tenant = await context.tenants.requireById(claims.tenantId);
  if (session && session.endedAt === null) {
    const ended = await context.database.transaction(async (tx) => {
      const ids = await endSessions(tx, sql`s.family_id = ${session.familyId}`, 'signout', now);
      const event = { realm: session, tenantId: session.tenantId, userId: session.userId };
      const from = { address: client.fullAddress, requestId: client.requestId };
      await audit(tx, { ...event, ...from, action: 'signout', detail: { sessions: ids } }, now);
      return ids;
    });
    context.sessions.forget(ended);
  }
  clearRefreshCookies(context, reply, tenant);
  // From another site it would clear nothing that the page holds, and browsers complain about it.
  if (client.isSameOrigin) reply.header('clear-site-data', '"cache"');
  return { message: 'OK', redirectTo: tenant.settings.logoutRedirectPath ?? '/' };
}

/** Longer than any access token lives, with skew: what a service needs that starts without a cursor. */
const feedMs = 15 * 60_000;
const mostChanges = 5000;

type ChangeRow = {
  cursor: number;
  kind: 'session' | 'authorization' | 'person' | 'member';
  sessionId: string | null;
  userId: string;
  tenantId: string | null;
  version: number | null;
  at: Date;
};

/** Of a child's people only what ended there, and whose authorization changed while they are or are signed in there. */
function changesOf(key: KeyScope) {
  if (key.tenantId === key.rootTenantId) return sql`true`;
  const inSession = sql`select 1 from auth.session s where ${isTenantOf(key, sql`s.tenant_id`)}`;
  return sql`case c.kind when 'session' then exists (${inSession} and s.id = c.session_id)
    when 'member' then ${isTenantOf(key, sql`c.tenant_id`)}
    else exists (${inSession} and s.user_id = c.user_id and s.ended_at is null)
      or exists (select 1 from auth.membership m where m.user_id = c.user_id and ${isTenantOf(key, sql`m.tenant_id`)}) end`;
}

async function readChanges(context: AuthContext, key: KeyScope, after: number | undefined) {
  const now = context.clock.now();
  const { newest } = await context.database.one<{ newest: number }>(
    sql`select value as newest from auth.change_counter`,
  );
  // A cursor from before the database was put back means nothing here: its holder begins anew.
  const from = after !== undefined && after <= newest ? after : 0;
  const since = after === undefined ? new Date(now.getTime() - feedMs) : new Date(0);
  const rows = await context.database.rows<ChangeRow>(sql`
    select c.cursor, c.kind, c.session_id as "sessionId", c.user_id as "userId", t.public_id as "tenantId", c.version, c.at
    from auth.change c left join auth.tenant t on t.id = c.tenant_id
    where c.root_tenant_id = ${key.rootTenantId} and c.mode = ${key.mode} and c.at > ${since} and c.cursor > ${from}
      and ${changesOf(key)}
    order by c.cursor limit ${mostChanges}`);
  return {
    cursor: rows.at(-1)?.cursor ?? newest,
    at: now.toISOString(),
    hasMore: rows.length === mostChanges,
    changes: rows.map((row) => ({
      kind: row.kind,
      ...(row.kind === 'session' && row.sessionId ? { sessionId: row.sessionId } : {}),
      userUuid: row.userId,
      ...(row.tenantId === null ? {} : { tenantId: row.tenantId }),
      ...(row.version === null ? {} : { authzVersion: row.version }),
      at: row.at.toISOString(),
    })),
  };
}
