import { AppError } from '@stint/domain/errors.ts';
import type { AuthContext } from '../../context.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import type { ClientInfo } from '../../mechanisms/http/client.ts';
import { releaseLimits, takeLimits } from '../../mechanisms/limits/limits.ts';
import { limitRules } from '../../mechanisms/limits/rules.ts';
import { queueNotice } from '../../mechanisms/outbox/notices.ts';
import { pepperVersion } from '../../mechanisms/passwords/hasher.ts';
import { hashNewPassword } from '../../mechanisms/passwords/new-password.ts';
import { passwordChanged } from '../../mechanisms/people/notices.ts';
import { voidProofs } from '../../model/proofs/links.ts';
import { endAccess } from '../../model/sessions/queries.ts';
import { findUserById, setPassword, type User } from '../../model/users/queries.ts';
import { enterTenant, requireFirstFactor } from '../../sign-in/enter.ts';
import { requireFresh } from '../../sign-in/step-up.ts';
import { countAttempt } from './attempt.ts';
import { migratePassword } from './migrate.ts';
import { passwordFactor, signInWithPassword, verifyPassword } from './sign-in.ts';
import { parseSignup, requireOpenSignup, signUpAtOnce, signUpByMail } from './sign-up.ts';

type PasswordRoutes = HandlersOf<
  | 'POST /tenants/:tenantId/auth/create'
  | 'POST /tenants/:tenantId/auth/basic'
  | 'POST /tenants/:tenantId/auth/password/migrate'
  | 'PUT /tenants/:tenantId/auth/basic'
>;

/** Signing up and in with a password, and changing it (protocol 7.2 to 7.5). */
export function passwordRoutes(context: AuthContext): PasswordRoutes {
  return {
    async 'POST /tenants/:tenantId/auth/create'({ params, query, body }, { client }, { reply }) {
      const request = await enterTenant(context, { client, reply }, params.tenantId);
      const { tenant, realm } = request;
      requireFirstFactor(tenant, passwordFactor);
      requireOpenSignup(tenant);
      const input = parseSignup(body, tenant);
      await takeLimits(context, limitRules.signup(client.address));
      const passwordHash = await hashNewPassword(context, body.password, {
        owner: input,
        tenant,
        mode: realm.mode,
      });
      const signup = { ...input, passwordHash, isSilent: body.options?.noSignupEmail === true };
      return tenant.settings.signupConfirmation === 'email'
        ? signUpByMail(request, signup)
        : signUpAtOnce(request, { ...signup, codeChallenge: query.code_challenge });
    },
    async 'POST /tenants/:tenantId/auth/basic'({ params, query, body }, { client }, { reply }) {
      const request = await enterTenant(context, { client, reply }, params.tenantId);
      return signInWithPassword(request, { ...body, ...challenge(query) });
    },
    async 'POST /tenants/:tenantId/auth/password/migrate'({ params, query, body }, { client }, { reply }) {
      const request = await enterTenant(context, { client, reply }, params.tenantId);
      return signInWithPassword(request, { ...body, ...challenge(query), migrate: migratePassword });
    },
    async 'PUT /tenants/:tenantId/auth/basic'({ params, body }, caller, { reply }) {
      const { client } = caller;
      const { tenant } = await enterTenant(context, { client, reply }, params.tenantId);
      if (tenant.rootTenantId !== caller.session.rootTenantId) throw new AppError('not_found');
      const user = await findUserById(context.database, caller.realm, caller.session.userId);
      if (!user) throw new AppError('unauthorized');
      await takeLimits(context, limitRules.newPassword(user, user.id));
      if (user.passwordHash !== null)
        await checkExisting(context, caller.client, user, body.existingPassword ?? '');
      else requireFresh(context, caller, user);
      const hash = await hashNewPassword(context, body.password, { owner: user, tenant, mode: user.mode });
      const now = context.clock.now();
      await context.database.transaction(async (tx) => {
        await setPassword(tx, user.id, { hash, pepperVersion, now });
        await voidProofs(tx, user.id, now);
        const exceptFamily = caller.session.familyId;
        const ended = await endAccess(tx, user.id, { reason: 'password', now, exceptFamily });
        await audit(tx, passwordEvent(caller.client, user, 'password.changed'), now);
        await queueNotice(context, tx, { tenant, user, notice: passwordChanged });
        tx.afterCommit(() => context.sessions.forget(ended));
      });
      return { message: 'OK' };
    },
  };
}

function challenge(query: { code_challenge?: string } | undefined): { codeChallenge?: string } {
  return query?.code_challenge ? { codeChallenge: query.code_challenge } : {};
}

function passwordEvent(client: ClientInfo, user: User, action: 'password.changed') {
  return { action, realm: user, userId: user.id, address: client.fullAddress, requestId: client.requestId };
}

/** The current password, counted like every other try (security 2). */
async function checkExisting(
  context: AuthContext,
  client: ClientInfo,
  user: User,
  password: string,
): Promise<void> {
  const taken = await countAttempt(context, client, user, user);
  const isRight = await verifyPassword(context, password, taken.isDead ? null : user.passwordHash);
  if (!isRight) throw new AppError('wrong_password', { type: 'bad_request_error' });
  await releaseLimits(context.database, taken);
}
