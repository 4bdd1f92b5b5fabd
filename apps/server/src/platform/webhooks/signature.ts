import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new signing secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks, "Symmetric"). */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** The three headers of a delivery (Standard Webhooks): id, time in Unix seconds and the HMAC-SHA-256 over both and the body. */
export function signatureHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** The header of the provider's deliveries: time in Unix seconds, and the HMAC-SHA-256 of `{seconds}.{body}` in hex. */
export function latchkeySignature(secret: string, at: Date, body: string): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
