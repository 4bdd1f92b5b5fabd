import { randomBytes } from 'node:crypto';
import type { personalTokenRoutes } from '@stint/domain/api/gateway/personal-tokens.ts';
import { AppError } from '@stint/domain/errors.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import { RawJson } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import { addFields } from '../../platform/json-text.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import { formatPersonalToken } from '../access/bearer.ts';
import { hashSecret } from '../access/personal-tokens.ts';
import { requireStepUp } from '../access/step-up.ts';
import type { FeatureHandlers } from '../feature.ts';
import type { Answer } from '../shared/answer.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { inOneTrip, jsonObject, listJson, oneJson } from '../shared/json-sql.ts';

const maxTokens = 50;
const usualDays = 90;
const dayMs = 24 * 60 * 60_000;

type Token = Answer<'DELETE /Tokens/:id'>;

const item = jsonObject<Token>({
  tokenID: 'k.id',
  name: 'k.name',
  scopes: 'k.scopes',
  teamMemberID: 'k.team_member_id',
  createdAt: 'k.created_at',
  expiresAt: 'k.expires_at',
  lastUsedAt: 'k.last_used_at',
  revokedAt: 'k.revoked_at',
});

/** Tokens for programs: shown once, kept as a hash, with an end (security 12). A repeated request makes another token. */
export const personalTokenHandlers: FeatureHandlers<typeof personalTokenRoutes> = {
  'GET /Tokens': async ({ query }, { database, tenantId, actor }) => {
    if (query.all && !can(actor, 'token.workspace')) throw new AppError('forbidden');
    const whose = query.all ? sql`true` : sql`k.team_member_id = ${actor.teamMemberID}`;
    const statement = (text: Sql) =>
      sql`select ${text} from app.personal_token k where k.tenant_id = ${tenantId} and ${whose}`;
    return new RawJson(await listJson(inOneTrip(database, tenantId), item, 'k.created_at desc', statement));
  },
  'POST /Tokens': async ({ body }, context) => {
    const { database, tenantId, actor, info, identity, workspace } = context;
    requireStepUp(identity, info.now);
    const [tokenId, secret] = [newId(), randomBytes(32).toString('hex')];
    const expiresAt = new Date(info.now.getTime() + (body.expiresInDays ?? usualDays) * dayMs);
    const text = await database.withTenant(tenantId, async (tx) => {
      await tx.one(
        sql`select id from app.team_member where tenant_id = ${tenantId} and id = ${actor.teamMemberID} for update`,
      );
      const { count } = await tx.one<{ count: number }>(sql`
        select count(*) as count from app.personal_token where tenant_id = ${tenantId} and team_member_id = ${actor.teamMemberID} and revoked_at is null`);
      if (count >= maxTokens)
        throw new AppError('too_many_items', {
          message: `A person can have ${maxTokens} tokens. End one first.`,
        });
      await tx.run(sql`
        insert into app.personal_token (tenant_id, id, team_member_id, name, secret_hash, scopes, created_at, expires_at)
        values (${tenantId}, ${tokenId}, ${actor.teamMemberID}, ${body.name.trim()}, ${hashSecret(secret)}, ${body.scopes}, ${info.now}, ${expiresAt})`);
      await writeAudit(tx, auditSource(context), [
        {
          entity: 'token',
          entityId: tokenId,
          action: 'created',
          after: { name: body.name, scopes: body.scopes, expiresAt },
        },
      ]);
      return getToken(tx, tenantId, tokenId);
    });
    const token = formatPersonalToken({
      regionCode: workspace.region.code,
      publicId: workspace.publicId,
      tokenId,
      secret,
    });
    return new RawJson(addFields(text, { token }));
  },
  'DELETE /Tokens/:id': async ({ params }, context) => {
    const { database, tenantId, actor, info } = context;
    const text = await database.withTenant(tenantId, async (tx) => {
      const { owner } = await tx.one<{ owner: string }>(sql`
        select team_member_id as owner from app.personal_token where tenant_id = ${tenantId} and id = ${params.id} for update`);
      // Somebody else's token is missing to those who may not end it.
      if (owner !== actor.teamMemberID && !can(actor, 'token.workspace')) throw new AppError('not_found');
      await tx.run(
        sql`update app.personal_token set revoked_at = ${info.now} where tenant_id = ${tenantId} and id = ${params.id} and revoked_at is null`,
      );
      await writeAudit(tx, auditSource(context), [
        { entity: 'token', entityId: params.id, action: 'revoked' },
      ]);
      return getToken(tx, tenantId, params.id);
    });
    return new RawJson(text);
  },
};

function getToken(tx: Queryable, tenantId: string, id: string) {
  return oneJson(
    tx,
    item,
    (text) => sql`select ${text} from app.personal_token k where k.tenant_id = ${tenantId} and k.id = ${id}`,
  );
}
