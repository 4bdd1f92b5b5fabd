import { AppError } from '@stint/domain/errors.ts';
import type { AuthContext } from '../../context.ts';
import type { FactorCaller, UserCaller } from '../../mechanisms/access/access.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { requireSelf } from '../../mechanisms/access/own-user.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { factorEvent } from '../../mechanisms/audit/factor-event.ts';
import { takeWork } from '../../mechanisms/limits/work.ts';
import { queueNotice } from '../../mechanisms/outbox/notices.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { findUserById, type User } from '../../model/users/queries.ts';
import { enterTenant, isOffered } from '../../sign-in/enter.ts';
import { requireFactorChange } from '../../sign-in/step-up.ts';
import { backupRenewed, factorRemoved } from './notices.ts';
import { qrPicture } from './qr.ts';
import { base32, removeTotp, renewBackupCodes, startPairing } from './totp.ts';
import { totpFactor, useTotpCode } from './use.ts';

type TotpRoutes = HandlersOf<
  | 'GET /auth/totp'
  | 'POST /tenants/:tenantId/auth/totp'
  | 'DELETE /self/factors/totp'
  | 'POST /self/backup-codes'
>;

/** Authenticators and backup codes (protocol 7.12, 7.13, 17). */
export function totpRoutes(context: AuthContext): TotpRoutes {
  return {
    async 'GET /auth/totp'(_input, caller) {
      const { user, tenant } = await pairingPerson(context, caller);
      if (user.totpConfirmedAt !== null) throw new AppError('factor_already_set');
      takeWork(context, 'pairing', user.id);
      const { secret, backupCodes } = await context.database.transaction((tx) =>
        startPairing(context, tx, user.id),
      );
      const totpSecret = base32(secret);
      const uri = otpauthUri(tenant, user, totpSecret);
      return { totpSecret, qrCode: await qrPicture(uri), backupCodes, uri };
    },
    async 'POST /tenants/:tenantId/auth/totp'({ params, query, body }, { client }, { reply }) {
      const request = await enterTenant(context, { client, reply }, params.tenantId);
      const given = [body.totpCode, body.backupCode].filter((code) => code !== undefined && code !== '');
      if (given.length !== 1) throw new AppError('invalid_totp', { message: 'Send totpCode or backupCode.' });
      return useTotpCode(request, { ...body, codeChallenge: query.code_challenge });
    },
    async 'DELETE /self/factors/totp'(_input, caller) {
      const user = await requireSelf(context, caller);
      requireFactorChange(context, caller, user);
      const tenant = await context.tenants.requireById(user.rootTenantId);
      const now = context.clock.now();
      await context.database.transaction(async (tx) => {
        if (!(await removeTotp(tx, user.id))) throw new AppError('not_found');
        await audit(
          tx,
          factorEvent({ client: caller.client, tenant, user }, 'factor.removed', {
            factor: 'authenticator/totp',
          }),
          now,
        );
        await queueNotice(context, tx, { tenant, user, notice: factorRemoved });
      });
      void context.wakeWorkers();
      return { message: 'OK' };
    },
    async 'POST /self/backup-codes'(_input, caller) {
      const user = await requireSelf(context, caller);
      requireFactorChange(context, caller, user);
      takeWork(context, 'backup-codes', user.id);
      const tenant = await context.tenants.requireById(user.rootTenantId);
      const now = context.clock.now();
      const backupCodes = await context.database.transaction(async (tx) => {
        const codes = await renewBackupCodes(context, tx, user.id);
        await audit(tx, factorEvent({ client: caller.client, tenant, user }, 'backup.renewed'), now);
        await queueNotice(context, tx, { tenant, user, notice: backupRenewed });
        return codes;
      });
      void context.wakeWorkers();
      return { backupCodes };
    },
  };
}

/** Who may see a new secret: somebody in the middle of a sign-in that needs it, or signed in with a fresh proof. */
async function pairingPerson(
  context: AuthContext,
  caller: UserCaller | FactorCaller,
): Promise<{ user: User; tenant: Tenant }> {
  if (caller.kind === 'factor') {
    const tenant = await context.tenants.requireById(caller.first.tenantId);
    const user = await findUserById(
      context.database,
      { rootTenantId: tenant.rootTenantId, mode: modeOf(caller) },
      caller.first.userId,
    );
    if (!user || !isOffered(caller.first, totpFactor)) throw new AppError('unauthorized');
    return { user, tenant };
  }
  const user = await requireSelf(context, caller);
  requireFactorChange(context, caller, user);
  return { user, tenant: await context.tenants.requireById(caller.session.tenantId) };
}

function modeOf({ client }: FactorCaller): 'test' | 'live' {
  return client.bearer?.startsWith('lk_live_') ? 'live' : 'test';
}

function otpauthUri(tenant: Tenant, user: User, secret: string): string {
  const account = user.email ?? user.username ?? user.phone ?? String(user.number);
  const label = `${encodeURIComponent(tenant.name)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer: tenant.name, algorithm: 'SHA1', digits: '6', period: '30' })}`;
}
