import { randomBytes } from 'node:crypto';
import type { personalTokenRoutes } from '@stint/domain/api/gateway/personal-tokens.ts';
import type { RouteInput } from '@stint/domain/api/route.ts';
import { AppError } from '@stint/domain/errors.ts';
import { DAY_MS } from '@stint/domain/time/units.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { RawJson } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import { addFields } from '../../platform/json-text.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import { formatPersonalToken } from '../access/bearer.ts';
import { hashSecret } from '../access/personal-tokens.ts';
import { requireStepUp } from '../access/step-up.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import type { Answer } from '../shared/answer.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { inOneTrip, jsonObject, listJson, oneJson } from '../shared/json-sql.ts';
import { write } from '../shared/write.ts';

const maxTokens = 50;
const usualDays = 90;

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

/** Tokens for programs: shown once, kept as a hash, with an end. A repeated request makes no other token: it gives the one a new secret. */
export const personalTokenHandlers: FeatureHandlers<typeof personalTokenRoutes> = {
  'GET /Tokens': async ({ query }, { database, tenantId, actor }) => {
    if (query.all && !can(actor, 'token.workspace')) throw new AppError('forbidden');
    const whose = query.all ? sql`true` : sql`k.team_member_id = ${actor.teamMemberID}`;
    const statement = (text: Sql) =>
      sql`select ${text} from app.personal_token k where k.tenant_id = ${tenantId} and ${whose}`;
    return new RawJson(await listJson(inOneTrip(database, tenantId), item, 'k.created_at desc', statement));
  },
  'POST /Tokens': async ({ body }, context, http) => {
    requireStepUp(context.identity, context.info.now);
    const secret = randomBytes(32).toString('hex');
    const { text, tokenId } = await write(context, http, {
      entity: { tokenId: newId() },
      work: async (tx, { tokenId }) => {
        await insertToken(tx, context, body, { tokenId, secret });
        return { tokenId, text: await getToken(tx, context.tenantId, tokenId) };
      },
      // Its secret is not known any more, and nobody has seen it: the answer was lost.
      again: async (tx, { tokenId }) => {
        const changed = await tx.run(sql`update app.personal_token set secret_hash = ${hashSecret(secret)}
          where tenant_id = ${context.tenantId} and id = ${tokenId} and revoked_at is null`);
        if (changed === 0)
          throw new AppError('state_conflict', {
            message: 'This token was ended meanwhile. Make another one.',
          });
        await writeAudit(tx, auditSource(context), [
          { entity: 'token', entityId: tokenId, action: 'newSecret' },
        ]);
        return { tokenId, text: await getToken(tx, context.tenantId, tokenId) };
      },
    });
    const { region, publicId } = context.workspace;
    const token = formatPersonalToken({ regionCode: region.code, publicId, tokenId, secret });
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

type Made = RouteInput<(typeof personalTokenRoutes)['POST /Tokens']>['body'];

async function insertToken(
  tx: Transaction,
  context: MemberContext,
  { name, scopes, expiresInDays = usualDays }: Made,
  { tokenId, secret }: { tokenId: string; secret: string },
): Promise<void> {
  const { tenantId, actor, info } = context;
  const expiresAt = new Date(info.now.getTime() + expiresInDays * DAY_MS);
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
    values (${tenantId}, ${tokenId}, ${actor.teamMemberID}, ${name.trim()}, ${hashSecret(secret)}, ${scopes}, ${info.now}, ${expiresAt})`);
  await writeAudit(tx, auditSource(context), [
    { entity: 'token', entityId: tokenId, action: 'created', after: { name, scopes, expiresAt } },
  ]);
}

function getToken(tx: Queryable, tenantId: string, id: string) {
  return oneJson(
    tx,
    item,
    (text) => sql`select ${text} from app.personal_token k where k.tenant_id = ${tenantId} and k.id = ${id}`,
  );
}
