import { AppError } from '@stint/domain/errors.ts';
import { languageFor } from '@stint/domain/language.ts';
import type { AuthContext } from '../../context.ts';
import { findSignedIn, type UserCaller } from '../../mechanisms/access/access.ts';
import { requireSelf } from '../../mechanisms/access/own-user.ts';
import {
  type Channel,
  type CodeInput,
  channelOf,
  checkCountry,
  factorOf,
  isConfirmed,
  isOwnAddress,
  parseAddress,
  storedAddress,
  takeSend,
} from '../../mechanisms/proofs/code-address.ts';
import { insertCode, newCode } from '../../mechanisms/proofs/codes.ts';
import { requestMail } from '../../mechanisms/proofs/mail-requests.ts';
import { sendCode } from '../../mechanisms/proofs/send-code.ts';
import type { SignupDetails } from '../../model/proofs/signup.ts';
import type { Realm } from '../../model/realm.ts';
import { checkEmailDomain, requireUsername } from '../../model/users/names.ts';
import { isPhoneFree } from '../../model/users/phones.ts';
import type { User } from '../../model/users/queries.ts';
import { findPending, isOffered, requireFirstFactor } from '../../sign-in/enter.ts';
import type { SignInRequest } from '../../sign-in/request.ts';
import { requireFactorChange } from '../../sign-in/step-up.ts';

/** Sends a code as first or second factor (protocol 7.10); the same answer for known and unknown addresses. */
export async function sendVerificationCode(request: SignInRequest, body: CodeInput) {
  const { context, client, tenant, realm } = request;
  const channel = channelOf(body);
  const pending = await findPending(request);
  const isSecond = pending !== null && isOffered(pending.first, factorOf(channel));
  if (isSecond) return sendSecond(request, pending.user, channel, body);
  const caller = await findSignedIn(context, client, tenant);
  const self = caller ? await requireSelf(context, caller) : null;
  if (caller && self && isOwnAddress(self, channel, body)) {
    if (!isConfirmed(self, channel)) requireEnrolment(context, caller, self, channel);
    return sendSecond(request, self, channel, body);
  }
  requireFirstFactor(tenant, factorOf(channel));
  const to = parseAddress(channel, body);
  if (channel === 'sms') checkCountry(tenant, to);
  else checkEmailDomain(tenant, to);
  const signup: SignupDetails = {
    name: body.name ?? null,
    username: body.username ? requireUsername(body.username) : null,
    data: body.data ?? {},
  };
  await takeSend(context, { client, tenant, realm, channel, to });
  const made = newCode();
  await requestMail(context, {
    kind: 'code',
    realm,
    tenantId: tenant.id,
    origin: '',
    channel,
    to,
    signup,
    language: client.language,
    ...made,
  });
  return sent(request, { channel, to, ...made });
}

/** A number may be added by a session of one's own account, with what every change of factors needs. */
export function requireEnrolment(
  context: AuthContext,
  caller: UserCaller,
  user: User,
  channel: Channel,
): void {
  if (channel === 'email') return;
  if (caller.session.providerTenantId !== null) throw new AppError('forbidden');
  requireFactorChange(context, caller, user);
}

/** As second factor or step-up: to the stored address, or to the number that is being enrolled (protocol 7.10). */
async function sendSecond(request: SignInRequest, user: User, channel: Channel, body: CodeInput) {
  const { context, client, tenant } = request;
  const realm: Realm = user;
  const to = await secondAddress(context, user, channel, body);
  if (channel === 'sms') checkCountry(tenant, to);
  await takeSend(context, { client, tenant, realm, channel, to });
  const made = newCode();
  await context.database.transaction(async (tx) => {
    const scope = { tenantId: tenant.id, purpose: 'second-factor', channel, address: to } as const;
    await insertCode(context, tx, realm, {
      id: made.codeId,
      code: made.code,
      userId: user.id,
      ...scope,
    });
    const { codeId: id, code } = made;
    const language = languageFor(user.language ?? client.language);
    await sendCode(context, tx, { id, purpose: scope.purpose, tenant, realm, channel, to, code, language });
  });
  void context.wakeWorkers();
  return sent({ context, realm }, { channel, to, ...made });
}

/** Somebody with a confirmed address uses that one; another one may be given only to enrol a first one. */
async function secondAddress(
  context: AuthContext,
  user: User,
  channel: Channel,
  body: CodeInput,
): Promise<string> {
  const stored = storedAddress(user, channel);
  const hasGiven = channel === 'sms' ? body.phoneNumber !== undefined : body.email !== undefined;
  if (stored && isConfirmed(user, channel)) return stored;
  // An unproven mail address may be proven, not replaced, in the middle of a sign-in.
  if (channel === 'email') {
    if (!stored) throw new AppError('email_format');
    return stored;
  }
  if (!hasGiven) throw new AppError('phone_format');
  const to = parseAddress('sms', body);
  if (!(await isPhoneFree(context.database, user, to))) throw new AppError('phone_exists');
  return to;
}

function sent(
  { context, realm }: Pick<SignInRequest, 'context' | 'realm'>,
  { channel, to, codeId, code }: { channel: Channel; to: string; codeId: string; code: string },
) {
  return {
    message: 'OK',
    result: {
      channel,
      ...(channel === 'sms' ? { phoneNumber: to } : { email: to }),
      submittedAt: context.clock.now().toISOString(),
      messageId: codeId,
      ...(realm.mode === 'test' && context.config.mode === 'test' ? { verificationCode: code } : {}),
    },
  };
}
