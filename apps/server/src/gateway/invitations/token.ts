import { createHash, createHmac } from 'node:crypto';

/** Where an invitation lies and the secret that opens it. */
export type InvitationToken = { regionCode: string; publicId: string; secret: string };

/**
 * The secret of an invitation as sent at a time: 256 bits derived from the server's key, so that a job can mail it again
 * without it being stored anywhere; only its hash is (security 4).
 */
export function invitationSecret(serverKey: string, invitationId: string, sentAt: Date): string {
  return createHmac('sha256', serverKey)
    .update(`invitation ${invitationId} ${sentAt.getTime()}`)
    .digest('base64url');
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** `us.abcd1234.{secret}`: says where to look, proves nothing without the secret. */
export function formatToken({ regionCode, publicId, secret }: InvitationToken): string {
  return `${regionCode}.${publicId}.${secret}`;
}

/** The parts of a token, or null for a text that is none. */
export function parseToken(text: string): InvitationToken | null {
  const match = /^([a-z]{2,8})\.([a-z0-9]{8})\.([A-Za-z0-9_-]{43})$/.exec(text);
  if (!match) return null;
  const [, regionCode = '', publicId = '', secret = ''] = match;
  return { regionCode, publicId, secret };
}
