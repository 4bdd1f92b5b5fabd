import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { ProviderSettings } from './settings.ts';

/** Far below the six months that Apple allows; a configuration that carries one is kept for an hour. */
const lifeSeconds = 2 * 60 * 60;

/**
 * The secret with which a registration shows who it is at the token endpoint: the one that was entered, or for Apple a token
 * that its private key signs (ES256; Apple: "Creating a client secret").
 */
export function clientSecretOf(settings: ProviderSettings, audience: string, now: Date): string {
  const { signer, clientId, clientSecret } = settings;
  if (!signer) return clientSecret;
  const iat = Math.floor(now.getTime() / 1000);
  const header = { alg: 'ES256', kid: signer.keyId, typ: 'JWT' };
  const claims = { iss: signer.teamId, iat, exp: iat + lifeSeconds, aud: audience, sub: clientId };
  const text = `${encode(header)}.${encode(claims)}`;
  const key = { key: createPrivateKey(clientSecret), dsaEncoding: 'ieee-p1363' } as const;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

/** @returns the key as PEM, or null unless it is a private key on the curve P-256 */
export function readSigningKey(text: string): string | null {
  try {
    const key: KeyObject = createPrivateKey(text);
    const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return isP256 ? key.export({ type: 'pkcs8', format: 'pem' }).toString() : null;
  } catch {
    return null;
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
