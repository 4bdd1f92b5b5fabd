import type { Answer } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type MailSubscription = Answer<'GET /Unsubscribe/:token'>;

/** Which mail a link ends; nobody has to be signed in. */
export function readMailSubscription(call: Call, token: string): Promise<MailSubscription> {
  return call('GET /Unsubscribe/:token', { params: { token } });
}

export function endMailSubscription(call: Call, token: string): Promise<MailSubscription> {
  return call('POST /Unsubscribe/:token', { params: { token } });
}
