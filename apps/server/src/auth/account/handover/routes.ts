import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { AppError } from '@stint/domain/errors.ts';
import { mainOrigin, workspaceOrigin } from '@stint/domain/workspace/host.ts';
import type { Transaction } from '../../../platform/database.ts';
import { newSecret, sha256 } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import { rolesIn } from '../../mechanisms/access/access.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { requireSelf } from '../../mechanisms/access/own-user.ts';
import { siteOf } from '../../mechanisms/proofs/link-address.ts';
import { lockSession } from '../../model/sessions/queries.ts';
import { isRegistered, type Registration } from '../../model/tenants/providers.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { findUserById } from '../../model/users/queries.ts';
import { deciding, decidingFor } from '../../sign-in/deciding.ts';
import { enterTenant } from '../../sign-in/enter.ts';
import { openSession } from '../../sign-in/finish.ts';
import { missingSignInStep, missingStep, parseFactorKey, type StepInput } from '../../sign-in/flow.ts';
import { joinTenant } from '../../sign-in/membership.ts';
import { isVerifierOf } from '../../sign-in/pkce.ts';
import type { SignInRequest } from '../../sign-in/request.ts';
import { requireStep } from '../../sign-in/require-step.ts';

const lifeMs = 30_000;

type HandoverRoutes = HandlersOf<
  'POST /tenants/:tenantId/auth/handover' | 'POST /auth/handover' | 'POST /tenants/:tenantId/auth/pkce'
>;

/** From the main domain into a workspace, and from a code to tokens for native applications. */
export function handoverRoutes(context: AuthContext): HandoverRoutes {
  return {
    async 'POST /tenants/:tenantId/auth/handover'({ params, body }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const roles = await rolesIn(context, caller, tenant);
      if (roles === null || tenant.status === 'provisioning') throw new AppError('not_found');
      if (tenant.status === 'archived')
        throw new AppError('gone', { message: 'This workspace is archived.' });
      const user = await requireSelf(context, caller);
      const passed = caller.session.amr.map(parseFactorKey);
      const { providerTenantId } = caller.session;
      const entering = { tenant, user, roles, passed, providerTenantId };
      await requireStep(context, entering, caller);
      const origin = originOf(context, tenant);
      if (
        body.origin !== undefined &&
        body.origin.toLowerCase() !== origin &&
        !tenant.allowedOrigins.includes(body.origin)
      ) {
        throw new AppError('invalid_origin');
      }
      const now = context.clock.now();
      const code = newSecret();
      const expiresAt = new Date(now.getTime() + lifeMs);
      const to = body.origin?.toLowerCase() ?? origin;
      await context.database.run(sql`insert into auth.handover_code (code_hash, session_id, tenant_id, origin,
          code_challenge, expires_at, created_at)
        values (${sha256(code)}, ${caller.session.id}, ${tenant.id}, ${to}, ${body.codeChallenge}, ${expiresAt}, ${now})`);
      return { code, expiresAt: expiresAt.toISOString(), origin: to, ...announcedStep(context, entering) };
    },
    async 'POST /auth/handover'({ body }, { client }, { reply }) {
      const open = (tx: Transaction) => openByHandover({ context, client, reply }, tx, body);
      return deciding(context, () => context.database.transaction(open, { attempts: 1 }));
    },
    async 'POST /tenants/:tenantId/auth/pkce'({ params, body }, { client }, { reply }) {
      const entered = await enterTenant(context, { client, reply }, params.tenantId);
      return decidingFor(entered, (request) =>
        context.database.transaction((tx) => openByPkce(request, tx, body), { attempts: 1 }),
      );
    },
  };
}

type Handover = { sessionId: string; tenantId: string; origin: string; challenge: string };

/** @throws AppError `invalid_token`, `factor_missing` */
async function openByHandover(
  { context, client, reply }: Pick<SignInRequest, 'context' | 'client' | 'reply'>,
  tx: Transaction,
  { code, codeVerifier }: { code: string; codeVerifier: string },
): Promise<SignOn> {
  const now = context.clock.now();
  const row = await tx.maybeOne<Handover>(sql`
    update auth.handover_code set used_at = ${now}
    where code_hash = ${sha256(code)} and used_at is null and expires_at > ${now}
    returning session_id as "sessionId", tenant_id as "tenantId", origin, code_challenge as challenge`);
  if (!row || row.origin !== client.origin || !isVerifierOf(codeVerifier, row.challenge)) {
    throw new AppError('invalid_token');
  }
  const parent = await lockSession(tx, row.sessionId);
  const tenant = await context.tenants.within(tx).requireById(row.tenantId);
  const user = parent ? await findUserById(tx, parent, parent.userId) : null;
  if (!parent || parent.endedAt !== null || parent.idleExpiresAt <= now || !user || user.isLocked) {
    throw new AppError('invalid_token');
  }
  const entry = await joinTenant(tx, tenant, user, now);
  if (entry === null || tenant.status !== 'active') throw new AppError('invalid_token');
  const passed = parent.amr.map(parseFactorKey);
  const { providerTenantId } = parent;
  await requireStep(context, { tenant, user, roles: entry.ownRoles, passed, providerTenantId }, null);
  const input = { user, passed, entry, parent, providerTenantId };
  return openSession({ context, client, reply, tenant }, tx, input);
}

/** @throws AppError `invalid_token` */
async function openByPkce(
  request: SignInRequest,
  tx: Transaction,
  { authorizationCode, codeVerifier }: { authorizationCode: string; codeVerifier: string },
): Promise<SignOn> {
  const { context, tenant, realm } = request;
  const now = context.clock.now();
  const row = await tx.maybeOne<PkceRow>(sql`update auth.pkce_code set used_at = ${now}
    where code_hash = ${sha256(authorizationCode)} and tenant_id = ${tenant.id} and used_at is null
      and expires_at > ${now}
    returning user_id as "userId", code_challenge as challenge, amr, provider_tenant_id as "providerTenantId",
      registration, is_good_in_any_flow as "isGoodInAnyFlow", redirect_kind as "redirectKind"`);
  const user = row ? await findUserById(tx, realm, row.userId) : null;
  if (!row || !user || user.isLocked || !isVerifierOf(codeVerifier, row.challenge)) {
    throw new AppError('invalid_token');
  }
  const entry = await joinTenant(tx, tenant, user, now);
  if (entry === null || tenant.status !== 'active') throw new AppError('invalid_token');
  const { providerTenantId, registration, redirectKind } = row;
  if (registration && !(await isRegistered(tx, user.mode, registration))) throw new AppError('invalid_token');
  const passed = row.amr.map(parseFactorKey);
  // What the sign-in passed has to suffice still: the tenant may have changed its flow since.
  const isGoodInAnyFlow = row.isGoodInAnyFlow ?? undefined;
  const step = { tenant, user, roles: entry.ownRoles, passed, providerTenantId, isGoodInAnyFlow };
  if (missingSignInStep(context, step)) throw new AppError('invalid_token');
  const input = { user, passed, entry, providerTenantId, redirectKind, parent: null };
  return openSession(request, tx, input);
}

type PkceRow = {
  userId: string;
  challenge: string;
  amr: string[];
  providerTenantId: string | null;
  registration: Registration | null;
  isGoodInAnyFlow: boolean | null;
  redirectKind: 'login' | 'signup';
};

/** The origin of a tenant's own host. */
function originOf(context: AuthContext, tenant: Tenant): string {
  return tenant.slug ? workspaceOrigin(tenant.slug, siteOf(context)) : mainOrigin(siteOf(context));
}

/** What a session will lack from an announced date on, so that a page can say it in time. */
function announcedStep(context: AuthContext, input: StepInput & { tenant: Tenant }) {
  const { upcomingSignIn, id } = input.tenant;
  const step = upcomingSignIn && missingStep(context, { ...input, tenant: { ...upcomingSignIn, id } });
  if (!step) return {};
  const { startsAt } = upcomingSignIn;
  const secondFactors = step.missing === 'secondFactor' ? step.factors : [];
  return { upcoming: { startsAt, missing: step.missing, authentication: { secondFactors } } };
}
