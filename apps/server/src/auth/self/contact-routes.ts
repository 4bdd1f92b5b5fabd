import { parseEmail } from '@stint/domain/auth/email.ts';
import { AppError } from '@stint/domain/errors.ts';
import { newId } from '../../platform/ids.ts';
import { newSecret } from '../../platform/secrets.ts';
import { parseAddress } from '../code/address.ts';
import type { AuthContext, Mode } from '../context.ts';
import { tenantOfKeyCall, type UserCaller } from '../http/access.ts';
import type { Call } from '../http/call.ts';
import type { Part } from '../http/handlers.ts';
import { identifierHash, takeLimits } from '../limits/limits.ts';
import { limitRules } from '../limits/rules.ts';
import { queueLink } from '../outbox/requests.ts';
import { requireFresh } from '../sign-in/step-up.ts';
import type { Tenant } from '../tenants/queries.ts';
import { findUserByAnyId, findUserByIdentifier, type User } from '../users/queries.ts';
import { requireFreePhone, sendPhoneCode, takePhone } from './phone.ts';
import { requireSelf } from './routes.ts';
import { undoChange } from './undo.ts';

type ContactRoutes = Part<
  | 'PUT /self/email'
  | 'PUT /self/phone'
  | 'POST /self/undo'
  | 'POST /auth/verify/email'
  | 'POST /auth/verify/phone'
>;

/** Proving and changing the own address and number (auth protocol 7.17 and 17, security 10). */
export function contactRoutes(context: AuthContext): ContactRoutes {
  return {
    async 'PUT /self/email'({ body }, caller) {
      const user = await requireSelf(context, caller);
      requireFresh(context, caller, user);
      return sendEmailProof(context, caller.call, await homeOf(context, caller), user, body.email);
    },
    async 'PUT /self/phone'({ body }, caller) {
      const user = await requireSelf(context, caller);
      requireFresh(context, caller, user);
      const tenant = await homeOf(context, caller);
      const phone = { call: caller.call, tenant, user, to: parseAddress('sms', body) };
      await requireFreePhone(context, phone);
      if (!body.verificationCode) return sendPhoneCode(context, phone);
      await takePhone(context, phone, body.verificationCode, async () => {});
      return { message: 'OK' };
    },
    async 'POST /self/undo'({ body }, { call }) {
      await undoChange(context, call, body);
      return { message: 'OK' };
    },
    async 'POST /auth/verify/email'({ body }, caller) {
      if (caller.kind === 'user') {
        const user = await requireSelf(context, caller);
        const email = body.email ?? user.email ?? '';
        if (email.toLowerCase() !== user.emailNorm) requireFresh(context, caller, user);
        return sendEmailProof(context, caller.call, await homeOf(context, caller), user, email);
      }
      const tenant = await tenantOfKeyCall(context, caller, body.tenantId);
      const user =
        body.userUuid || body.userId !== undefined
          ? await findUserByAnyId(context.database, caller.world, String(body.userUuid ?? body.userId))
          : await findUserByIdentifier(
              context.database,
              caller.world,
              ['email'],
              (body.email ?? '').toLowerCase(),
            );
      if (!user) throw new AppError('not_found');
      return sendEmailProof(context, caller.call, tenant, user, user.email ?? '');
    },
    async 'POST /auth/verify/phone'({ body }, caller) {
      const user = await requireSelf(context, caller);
      const tenant = await homeOf(context, caller);
      const to = parseAddress('sms', { phoneNumber: body.phoneNumber ?? user.phone ?? '' });
      if (to !== user.phone) requireFresh(context, caller, user);
      const phone = { call: caller.call, tenant, user, to };
      await requireFreePhone(context, phone);
      return sendPhoneCode(context, phone);
    },
  };
}

/** The tenant whose name and pages a message carries. */
function homeOf(context: AuthContext, { session }: UserCaller): Promise<Tenant> {
  return context.tenants.requireById(session.tenantId);
}

/** The proof goes to the new address; a taken one answers alike and gets no link (security 3). */
async function sendEmailProof(context: AuthContext, call: Call, tenant: Tenant, user: User, email: string) {
  const parsed = parseEmail(email);
  if (!parsed.ok) throw new AppError('email_format', { type: 'bad_request_error' });
  await takeLimits(context, limitRules.mail(user, identifierHash(parsed.norm), call.address));
  const isOwn = parsed.norm === user.emailNorm;
  const taken = await findUserByIdentifier(context.database, user, ['email'], parsed.norm);
  const secret = { uuid: newId(), token: newSecret() };
  let href: string | null = null;
  if (!taken || taken.id === user.id) {
    const data = isOwn ? {} : { newEmail: { value: parsed.email, norm: parsed.norm } };
    const to = isOwn ? (user.email ?? parsed.email) : parsed.email;
    const link = await context.database.transaction((tx) =>
      queueLink(context, tx, { tenant, user, kind: 'verify', call, to, data, ...secret }),
    );
    href = link.href;
  }
  void context.kick();
  return {
    message: 'OK',
    result: {
      email: parsed.email,
      submittedAt: context.clock.now().toISOString(),
      messageId: secret.uuid,
      ...(isTest(context, user.mode) && href ? { link: href, url: href } : {}),
    },
  };
}

function isTest(context: AuthContext, mode: Mode): boolean {
  return mode === 'test' && context.config.mode === 'test';
}
