import type { Factor } from '@stint/domain/auth/factor.ts';
import type { FactorName } from '@stint/domain/auth/sign-in-step.ts';
import type { Queryable } from '../../../platform/database.ts';
import { randomBytesPooled } from '../../../platform/random.ts';
import { sha256 } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';
import type { Foundation } from '../../model/foundation.ts';
import type { Registration } from '../../model/tenants/providers.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';

const lifeMs = 10 * 60_000;
const prefix = 'lk';

/** The state between a first and a second factor (protocol 8.6): no call but the second factor's accepts it. */
export type FirstFactor = {
  tokenHash: Buffer;
  tenantId: string;
  userId: string;
  strategy: string;
  channel: string;
  secondFactors: Factor[];
  purpose: 'sign-in' | 'reset';
  redirectKind: 'login' | 'signup';
  /** `passed` where more than the first factor was passed so far. */
  data: {
    codeChallenge?: string;
    providerTenantId?: string;
    registration?: Registration;
    isGoodInAnyFlow?: boolean;
    passed?: FactorName[];
  };
};

/** What a pending sign-in has passed, in order. */
export function passedBefore({ data, channel, strategy }: FirstFactor): FactorName[] {
  return data.passed ?? [{ channel, strategy }];
}

export async function issueFirstFactorToken(
  db: Queryable,
  { clock }: Pick<Foundation, 'clock'>,
  input: {
    companionHash: Buffer | null;
    tenant: Tenant;
    user: User;
    passed: FactorName;
    secondFactors: Factor[];
  } & Pick<FirstFactor, 'purpose' | 'redirectKind' | 'data'>,
): Promise<string> {
  const { tenant, user, passed } = input;
  const now = clock.now();
  const token = `${prefix}_${user.mode}_first_factor_${randomBytesPooled(32).toString('hex')}`;
  await db.run(sql`insert into auth.first_factor_token (token_hash, root_tenant_id, mode, tenant_id, user_id, strategy,
      channel, second_factors, purpose, redirect_kind, data, companion_hash, expires_at, created_at)
    values (${sha256(token)}, ${user.rootTenantId}, ${user.mode}, ${tenant.id}, ${user.id}, ${passed.strategy},
      ${passed.channel}, ${JSON.stringify(input.secondFactors)}, ${input.purpose}, ${input.redirectKind},
      ${JSON.stringify(input.data)}, ${input.companionHash}, ${new Date(now.getTime() + lifeMs)}, ${now})`);
  return token;
}

export function looksLikeFirstFactorToken(bearer: string | null): bearer is `lk_${string}` {
  return bearer?.startsWith(`${prefix}_`) === true && bearer.includes('_first_factor_');
}

/**
 * The pending sign-in of a token, or null for an unknown, spent or expired one, and for another browser's (security 5).
 */
export function findFirstFactor(
  db: Queryable,
  { clock }: Pick<Foundation, 'clock'>,
  client: { bearer: string | null; companionHash: Buffer | null },
  tenantId: string | null,
): Promise<FirstFactor | null> {
  if (!looksLikeFirstFactorToken(client.bearer)) return Promise.resolve(null);
  return db.maybeOne<FirstFactor>(sql`select token_hash as "tokenHash", tenant_id as "tenantId", user_id as "userId",
      strategy, channel, second_factors as "secondFactors", purpose, redirect_kind as "redirectKind", data
    from auth.first_factor_token
    where token_hash = ${sha256(client.bearer)} and used_at is null and expires_at > ${clock.now()}
      and (${tenantId}::uuid is null or tenant_id = ${tenantId}::uuid)
      and (companion_hash is null or companion_hash = ${client.companionHash})`);
}

/** One successful use. @returns false when another request was first */
export async function spendFirstFactor(db: Queryable, first: FirstFactor, now: Date): Promise<boolean> {
  const touched = await db.run(sql`update auth.first_factor_token set used_at = ${now}
    where token_hash = ${first.tokenHash} and used_at is null`);
  return touched === 1;
}
