import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@stint/domain/errors.ts';
import { roleBehind } from '@stint/domain/workspace/own-credential.ts';
import { unseen } from '../../platform/change-feed/record.ts';
import type { Database } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { createTimedCache } from '../../platform/timed-cache.ts';
import { forgetOnChange } from '../change-feed/forget.ts';
import type { GatewayDeps, Identity } from '../context.ts';
import { cacheAges } from '../shared/cache-ages.ts';
import type { PersonalTokenText } from './bearer.ts';
import type { Directory } from './directory.ts';
import type { Standings } from './standings.ts';

type Row = {
  secretHash: Buffer;
  scopes: ('read' | 'write')[];
  userUuid: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
};

/** The last use is written down at most this often. */
const noteEveryMs = 60_000;

/** The hash under which a token's secret is kept. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * Who a personal token acts for, with the role that the provider says now. Ended, revoked, unknown or wrong, or of somebody
 * who lost what they had: all the same refusal.
 * @throws AppError `relogin`; `unavailable` when the provider cannot be asked about the person
 */
export type IdentifyToken = (token: PersonalTokenText) => Promise<Identity>;

export function createIdentifyToken(
  { clock, regions }: Pick<GatewayDeps, 'clock' | 'regions'>,
  { directory, standings }: { directory: Directory; standings: Standings },
): IdentifyToken {
  const kept = createTimedCache<Row | undefined>(clock, { maxAgeMs: cacheAges.personalTokenMs });
  forgetOnChange(regions, kept, ['credential', 'people']);
  return async (token) => {
    const located = await directory.find(token.regionCode, token.publicId);
    if (!located) throw new AppError('relogin');
    const now = clock.now();
    const { tenantId } = located;
    const { database, feed } = located.region;
    const load = () => findToken(database, tenantId, token.tokenId);
    const row = await ((await feed.catchUp()) ? kept.get([tenantId, token.tokenId], load) : load());
    const given = hashSecret(token.secret);
    if (!row?.userUuid || !timingSafeEqual(given, row.secretHash)) throw new AppError('relogin');
    if (row.expiresAt && row.expiresAt <= now) throw new AppError('relogin');
    const { standing, askedAt } = await standings.get(row.userUuid);
    const role = roleBehind({ kind: 'token', madeAt: row.createdAt }, standing, token.publicId);
    if (role === null) throw new AppError('relogin');
    if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > noteEveryMs) {
      await database.tenantRows(
        tenantId,
        unseen(
          sql`update app.personal_token set last_used_at = ${now} where tenant_id = ${tenantId} and id = ${token.tokenId}`,
        ),
      );
      row.lastUsedAt = now;
    }
    return {
      kind: 'token',
      userUuid: row.userUuid,
      sessionId: token.tokenId,
      tenantId: token.publicId,
      regionCode: token.regionCode,
      authorization: { [token.publicId]: { roles: [role] } },
      issuedAt: askedAt,
      authenticatedAt: null,
      isEmailConfirmed: true,
      scopes: row.scopes,
    };
  };
}

async function findToken(database: Database, tenantId: string, id: string): Promise<Row | undefined> {
  const [row] = await database.tenantRows<Row>(
    tenantId,
    sql`select p.secret_hash as "secretHash", p.scopes, m.user_id as "userUuid", p.created_at as "createdAt",
        p.expires_at as "expiresAt", p.last_used_at as "lastUsedAt"
      from app.personal_token p join app.team_member m on m.tenant_id = p.tenant_id and m.id = p.team_member_id
      where p.tenant_id = ${tenantId} and p.id = ${id} and p.revoked_at is null and m.status = 'active'`,
  );
  return row;
}
