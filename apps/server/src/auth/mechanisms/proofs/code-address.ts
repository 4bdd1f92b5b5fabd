import { parseEmail } from '@stint/domain/auth/email.ts';
import { parsePhone } from '@stint/domain/auth/phone.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';
import type { ClientInfo } from '../http/client.ts';
import { identifierHash, type LimitsContext, takeLimits } from '../limits/limits.ts';
import { limitRules } from '../limits/rules.ts';

export type Channel = 'email' | 'sms';

/** What a call about codes says. */
export type CodeInput = {
  channel?: string;
  email?: string;
  phoneNumber?: string;
  verificationCode?: string;
  username?: string;
  name?: string;
  data?: Record<string, unknown>;
  code_challenge?: string;
};

/** @throws AppError `invalid_channel`; `sms` where nothing is said */
export function channelOf(input: CodeInput): Channel {
  const channel = input.channel ?? 'sms';
  if (channel !== 'email' && channel !== 'sms') throw new AppError('invalid_channel');
  return channel;
}

/** The factor of a channel's code. */
export const factorOf = (channel: Channel) => ({ channel, strategy: 'verificationCode' });

/** The canonical address or number. @throws AppError `email_format`, `phone_format` */
export function parseAddress(channel: Channel, input: { email?: string; phoneNumber?: string }): string {
  if (channel === 'email') {
    const parsed = parseEmail(input.email ?? '');
    if (!parsed.ok) throw new AppError('email_format', { type: 'bad_request_error' });
    return parsed.norm;
  }
  const given = input.phoneNumber ?? '';
  const parsed = parsePhone(given);
  if (!parsed.ok || !given.trim().startsWith('+'))
    throw new AppError('phone_format', { type: 'bad_request_error' });
  return parsed.phoneNumber;
}

/** Only countries that the tenant takes get text messages, since each one costs money (security 2). */
export function checkCountry(tenant: Tenant, phoneNumber: string): void {
  const { smsCountries } = tenant.settings;
  const parsed = parsePhone(phoneNumber);
  if (smsCountries.length === 0 || (parsed.ok && smsCountries.includes(parsed.country ?? ''))) return;
  throw new AppError('phone_format', { message: 'Text messages cannot be sent to this country.' });
}

/** A message with a code that is about to go out. */
export type Send = { client: ClientInfo; tenant: Tenant; realm: Realm; channel: Channel; to: string };

/** Counts one message to a recipient (security 2). */
export async function takeSend(context: LimitsContext, send: Send): Promise<void> {
  const { client, tenant, realm, channel, to } = send;
  const who = identifierHash(to);
  const { smsDailyCap } = tenant.settings;
  const rules =
    channel === 'sms'
      ? limitRules.sms(realm, who, client.address, { id: tenant.id, dailyCap: smsDailyCap })
      : limitRules.mail(realm, who, client.address);
  await takeLimits(context, rules);
}

/** The address or number that somebody has for a channel. */
export function storedAddress(user: User, channel: Channel): string | null {
  return channel === 'sms' ? user.phone : user.emailNorm;
}

export function isConfirmed(user: User, channel: Channel): boolean {
  return (channel === 'sms' ? user.phoneConfirmedAt : user.emailConfirmedAt) !== null;
}

/**
 * Whether a call of a signed-in person is about their own address: none is named, or the stored one, or a number where
 * none is proven yet. Another address is somebody else's sign-in.
 */
export function isOwnAddress(user: User, channel: Channel, input: CodeInput): boolean {
  const given = (channel === 'sms' ? input.phoneNumber : input.email) ?? '';
  const stored = storedAddress(user, channel);
  if (!given) return stored !== null;
  if (channel === 'sms' && !isConfirmed(user, 'sms')) return true;
  return isSameAddress(channel, input, stored);
}

function isSameAddress(channel: Channel, input: CodeInput, stored: string | null): boolean {
  try {
    return parseAddress(channel, input) === stored;
  } catch {
    return false;
  }
}
