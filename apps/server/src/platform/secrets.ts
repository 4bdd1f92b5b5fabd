import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { randomBytesPooled } from './random.ts';

/** What the master secret is used for; each purpose has a key of its own (RFC 5869). */
type SecretPurpose = 'seal' | 'pepper' | 'code' | 'xsrf' | 'lookup' | 'device' | 'backup' | 'unsubscribe';

type Sealed = { sealed: Buffer; keyId: string };

export type Secrets = {
  /** Encrypts with AES-256-GCM; `bound` (such as the owner's id) must be the same when opened (security 5). */
  seal(text: string, bound: string): Sealed;
  /** @throws when the key, the text or what it is bound to is another one */
  open(sealed: Uint8Array, bound: string): string;
  /** HMAC-SHA-256 under the key of a purpose. */
  mac(purpose: SecretPurpose, text: string | Uint8Array): Buffer;
  /** Names the sealing key, kept beside what it sealed. */
  keyId: string;
};

/**
 * Keys derived from the deployment's one master secret, which lies outside the database.
 * @param secretKey at least 32 bytes
 */
export function createSecrets(secretKey: Uint8Array): Secrets {
  if (secretKey.length < 32) throw new Error('the secret key has fewer than 32 bytes');
  const derive = (purpose: SecretPurpose) =>
    Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), `latchkey ${purpose} v1`, 32));
  const sealing = derive('seal');
  // Made once: from bytes, each MAC would make one of its own, which costs four times the MAC.
  const keys: Record<SecretPurpose, KeyObject> = {
    seal: createSecretKey(sealing),
    pepper: createSecretKey(derive('pepper')),
    code: createSecretKey(derive('code')),
    xsrf: createSecretKey(derive('xsrf')),
    lookup: createSecretKey(derive('lookup')),
    device: createSecretKey(derive('device')),
    backup: createSecretKey(derive('backup')),
    unsubscribe: createSecretKey(derive('unsubscribe')),
  };
  const keyId = createHash('sha256').update(sealing).digest('hex').slice(0, 8);
  return {
    keyId,
    mac: (purpose, text) => createHmac('sha256', keys[purpose]).update(text).digest(),
    seal(text, bound) {
      const nonce = randomBytesPooled(12);
      const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce).setAAD(Buffer.from(`${keyId}:${bound}`));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]), keyId };
    },
    open(sealed, bound) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', keys.seal, bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(`${keyId}:${bound}`)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/** A secret of 256 bits from the system's generator, in base64url. */
export function newSecret(): string {
  return randomBytesPooled(32).toString('base64url');
}

/** SHA-256, the form in which tokens of full entropy are stored (security 4). */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares in constant time; different lengths are different. */
export function isSameSecret(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
