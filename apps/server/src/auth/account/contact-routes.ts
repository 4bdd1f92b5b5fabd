import { parseEmail } from '@stint/domain/auth/email.ts';
import { AppError } from '@stint/domain/errors.ts';
import { newId } from '../../platform/ids.ts';
import { newSecret } from '../../platform/secrets.ts';
import type { AuthContext } from '../context.ts';
import type { UserCaller } from '../mechanisms/access/access.ts';
import type { HandlersOf } from '../mechanisms/access/handlers.ts';
import { requirePerson } from '../mechanisms/access/key-caller.ts';
import { requireSelf } from '../mechanisms/access/own-user.ts';
import { removePhone, requireFreePhone, sendPhoneCode, takePhone } from '../mechanisms/contacts/phone.ts';
import type { ClientInfo } from '../mechanisms/http/client.ts';
import { identifierHash, takeLimits } from '../mechanisms/limits/limits.ts';
import { limitRules } from '../mechanisms/limits/rules.ts';
import { factorOf, parseAddress } from '../mechanisms/proofs/code-address.ts';
import { queueLink } from '../mechanisms/proofs/mail-requests.ts';
import type { LinkData } from '../model/proofs/links.ts';
import type { Mode } from '../model/realm.ts';
import type { Tenant } from '../model/tenants/queries.ts';
import { findUserByIdentifier, type User } from '../model/users/queries.ts';
import { notePassed, requireFactorChange, requireFresh } from '../sign-in/step-up.ts';
import { canDoWithoutPhone } from './can-do-without-phone.ts';
import { undoChange } from './undo.ts';

type ContactRoutes = HandlersOf<
  | 'PUT /self/email'
  | 'PUT /self/phone'
  | 'DELETE /self/phone'
  | 'POST /self/undo'
  | 'POST /auth/verify/email'
  | 'POST /auth/verify/phone'
>;

/** Proving and changing the own address and number (protocol 7.17 and 17, security 10). */
export function contactRoutes(context: AuthContext): ContactRoutes {
  return {
    async 'PUT /self/email'({ body }, caller) {
      const user = await requireSelf(context, caller);
      requireFresh(context, caller, user);
      const { email } = body;
      return sendEmailProof(context, caller.client, { tenant: await homeOf(context, caller), user, email });
    },
    async 'PUT /self/phone'({ body }, caller) {
      const user = await requireSelf(context, caller);
      // The number is a second factor: whoever has one proves it before it is replaced.
      requireFactorChange(context, caller, user);
      const tenant = await homeOf(context, caller);
      const phone = { client: caller.client, tenant, user, to: parseAddress('sms', body) };
      await requireFreePhone(context, phone);
      if (!body.verificationCode) return sendPhoneCode(context, phone);
      await takePhone(context, phone, body.verificationCode, (tx) =>
        notePassed(context, tx, caller.session.id, factorOf('sms')),
      );
      return { message: 'OK' };
    },
    async 'DELETE /self/phone'(_input, caller) {
      const user = await requireSelf(context, caller);
      requireFactorChange(context, caller, user);
      if (user.phone === null) throw new AppError('not_found');
      const tenant = await homeOf(context, caller);
      await context.database.transaction(async (tx) => {
        if (!(await canDoWithoutPhone(context, tx, user))) throw new AppError('last_factor');
        await removePhone(context, tx, { client: caller.client, tenant, user });
      });
      void context.wakeWorkers();
      return { message: 'OK' };
    },
    async 'POST /self/undo'({ body }, { client }) {
      await undoChange(context, client, body);
      return { message: 'OK' };
    },
    async 'POST /auth/verify/email'({ body }, caller) {
      if (caller.kind === 'user') {
        const user = await requireSelf(context, caller);
        const email = body.email ?? user.email ?? '';
        if (email.toLowerCase() !== user.emailNorm) requireFresh(context, caller, user);
        return sendEmailProof(context, caller.client, { tenant: await homeOf(context, caller), user, email });
      }
      const user = requirePerson(caller);
      const isRoot = caller.home.parentId === null;
      // What a child's key is answered is no proof; and it may have set up the account itself before the address is proven.
      const by: LinkData = isRoot ? {} : { dropsUnproven: true };
      const isAnswered = !isRoot && isTest(context, user.mode);
      const data = isAnswered ? { ...by, returnedTo: caller.tenant.id } : by;
      return sendEmailProof(context, caller.client, {
        tenant: caller.tenant,
        user,
        email: user.email ?? '',
        data,
      });
    },
    async 'POST /auth/verify/phone'({ body }, caller) {
      const user = await requireSelf(context, caller);
      const tenant = await homeOf(context, caller);
      const to = parseAddress('sms', { phoneNumber: body.phoneNumber ?? user.phone ?? '' });
      if (to !== user.phone) requireFactorChange(context, caller, user);
      const phone = { client: caller.client, tenant, user, to };
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
async function sendEmailProof(
  context: AuthContext,
  client: ClientInfo,
  { tenant, user, email, data: by = {} }: { tenant: Tenant; user: User; email: string; data?: LinkData },
) {
  const parsed = parseEmail(email);
  if (!parsed.ok) throw new AppError('email_format', { type: 'bad_request_error' });
  await takeLimits(context, limitRules.mail(user, identifierHash(parsed.norm), client.address));
  const isOwn = parsed.norm === user.emailNorm;
  const taken = await findUserByIdentifier(context.database, user, ['email'], parsed.norm);
  const secret = { uuid: newId(), token: newSecret() };
  let href: string | null = null;
  if (!taken || taken.id === user.id) {
    const data = isOwn ? by : { ...by, newEmail: { value: parsed.email, norm: parsed.norm } };
    const to = isOwn ? (user.email ?? parsed.email) : parsed.email;
    const link = await context.database.transaction((tx) =>
      queueLink(context, tx, { tenant, user, kind: 'verify', client, to, data, ...secret }),
    );
    href = link.href;
  }
  void context.wakeWorkers();
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
