import { createHash } from 'node:crypto';
import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Queryable } from '../../platform/database.ts';
import { newSecret, sha256 } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import type { AuthContext } from '../context.ts';
import type { Registration } from '../model/tenants/providers.ts';
import type { Tenant } from '../model/tenants/queries.ts';
import type { User } from '../model/users/queries.ts';
import { factorKeys, type PassedFactor } from './flow.ts';

const lifeMs = 60_000;

export type PkceInput = {
  tenant: Tenant;
  user: User;
  passed: PassedFactor[];
  codeChallenge: string;
  providerTenantId: string | null;
  registration?: Registration | undefined;
  isGoodInAnyFlow?: boolean | undefined;
  redirectKind?: 'login' | 'signup';
};

/** A code for a native application instead of tokens (protocol 5.3; RFC 7636, S256 only). */
export async function issuePkceCode(context: AuthContext, db: Queryable, input: PkceInput): Promise<SignOn> {
  const { tenant, user, codeChallenge } = input;
  if (!/^[A-Za-z0-9_-]{43}$/.test(codeChallenge)) {
    throw new AppError('bad_request', {
      message: 'code_challenge must be an S256 challenge of 43 characters.',
    });
  }
  const redirectTo = tenant.settings.pkceLoginRedirectUri;
  if (!redirectTo) {
    throw new AppError('bad_request', { message: 'Missing PKCE redirect url', type: 'bad_request_error' });
  }
  const now = context.clock.now();
  const code = newSecret();
  await db.run(sql`insert into auth.pkce_code (code_hash, root_tenant_id, mode, tenant_id, user_id, code_challenge, amr,
      provider_tenant_id, registration, is_good_in_any_flow, redirect_kind, expires_at, created_at)
    values (${sha256(code)}, ${user.rootTenantId}, ${user.mode}, ${tenant.id}, ${user.id}, ${codeChallenge},
      ${factorKeys(input.passed)}, ${input.providerTenantId},
      ${input.registration ? JSON.stringify(input.registration) : null}, ${input.isGoodInAnyFlow ?? null},
      ${input.redirectKind ?? 'login'}, ${new Date(now.getTime() + lifeMs)}, ${now})`);
  return { mode: user.mode, message: 'PKCE required', authorizationCode: code, redirectTo };
}

/** Whether a verifier belongs to an S256 challenge (RFC 7636 section 4.6). */
export function isVerifierOf(verifier: string, challenge: string): boolean {
  return createHash('sha256').update(verifier).digest('base64url') === challenge;
}
