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
const purposes = ['seal', 'pepper', 'code', 'xsrf', 'lookup', 'device', 'backup', 'unsubscribe'] as const;

type SecretPurpose = (typeof purposes)[number];

/** What people hold for years, or come back with: it cannot be made anew without them when the master secret changes. */
const lastingPurposes = ['pepper', 'xsrf', 'backup'] as const satisfies SecretPurpose[];

type Sealed = { sealed: Buffer; keyId: string };

/** The keys of a master secret that is no longer in use, by which lasting MACs are still known; none of them opens anything. */
export type FormerKeys = { keyId: string; keys: Record<(typeof lastingPurposes)[number], string> };

export type Secrets = {
  /** Encrypts with AES-256-GCM; `bound` (such as the owner's id) must be the same when opened (security 5). */
  seal(text: string, bound: string): Sealed;
  /** Opens what any key of the ring sealed. @throws when the key, the text or what it is bound to is another one */
  open(sealed: Uint8Array, bound: string): string;
  /** The same under the key in use; null where it is that already. @throws as `open` */
  reseal(sealed: Uint8Array, bound: string): Sealed | null;
  /** HMAC-SHA-256 under the key of a purpose. */
  mac(purpose: SecretPurpose, text: string | Uint8Array): Buffer;
  /** The MACs that a text may have been given: by the key in use first, then by former and coming ones. */
  macs(purpose: SecretPurpose, text: string | Uint8Array): Buffer[];
  /** Whether a MAC was made of this text by any key of the ring, in constant time. */
  isMac(mac: Uint8Array, purpose: SecretPurpose, text: string | Uint8Array): boolean;
  /** The MAC by a certain key, or null where that key is not known; `''` is the first key that there was. */
  macBy(keyId: string, purpose: SecretPurpose, text: string | Uint8Array): Buffer | null;
  /** Names the sealing key, kept beside what it sealed. */
  keyId: string;
  /** Whether the master secret was changed, as far as is known here. */
  isRotated(): boolean;
  /** What stays of former master secrets: the first of all last, also where that is in use again. */
  formerKeys(): FormerKeys[];
  /**
   * Takes up former keys that were kept, newest first.
   * @param sealedBy ids of the keys that sealed what is stored, oldest first: those are former ones, wherever they were found
   */
  remember(kept: readonly FormerKeys[], sealedBy?: readonly string[]): void;
};

/** Master secrets beside the one in use: what they sealed is opened, nothing new is made with them. */
export type OtherKeys = {
  /** Newest first. */
  former?: readonly Uint8Array[];
  /** Which other processes use already, while one after the other is changed; and those of which only `remember` tells more. */
  next?: readonly Uint8Array[];
};

/** The keys of one master secret; those that were kept of a former one lack the purposes that end with it. */
type KeySet = { keyId: string; keys: Partial<Record<SecretPurpose, KeyObject>> };

/**
 * Keys derived from the deployment's one master secret, which lies outside the database.
 * @param secretKey at least 32 bytes
 */
export function createSecrets(secretKey: Uint8Array, { former = [], next = [] }: OtherKeys = {}): Secrets {
  const current = keySet(secretKey);
  let comingKeys: KeySet[] = next.map(keySet);
  let formerKeys: KeySet[] = former.map(keySet).filter(({ keyId }) => keyId !== current.keyId);
  const ring = () => [current, ...formerKeys, ...comingKeys];
  const { keyId } = current;
  /** As the store knows it: a change that was taken back leaves the first key in use, beside a former one. */
  let firstId: string | undefined;
  const first = () => ring().find((each) => each.keyId === firstId) ?? formerKeys.at(-1) ?? current;

  const seal = (text: string, bound: string): Sealed => ({ sealed: sealWith(current, text, bound), keyId });
  const open = (sealed: Uint8Array, bound: string): string => {
    let refusal: unknown;
    for (const each of ring()) {
      if (!each.keys.seal) continue;
      try {
        return openWith(each, sealed, bound);
      } catch (error) {
        refusal ??= error;
      }
    }
    throw refusal;
  };
  const macs = (purpose: SecretPurpose, text: string | Uint8Array): Buffer[] =>
    ring().flatMap((each) => macWith(each, purpose, text) ?? []);
  return {
    keyId,
    seal,
    open,
    reseal(sealed, bound) {
      try {
        openWith(current, sealed, bound);
        return null;
      } catch {
        return seal(open(sealed, bound), bound);
      }
    },
    mac: (purpose, text) => macWith(current, purpose, text) as Buffer,
    macs,
    isMac: (mac, purpose, text) => macs(purpose, text).filter((each) => isSameSecret(mac, each)).length > 0,
    macBy(id, purpose, text) {
      const found = id === '' ? first() : ring().find((each) => each.keyId === id);
      return found ? macWith(found, purpose, text) : null;
    },
    isRotated: () => formerKeys.length > 0,
    formerKeys() {
      if (formerKeys.length === 0) return [];
      return [...formerKeys.filter((each) => each !== first()), first()].map(whatLasts);
    },
    remember(kept, sealedBy = []) {
      firstId = kept.at(-1)?.keyId ?? sealedBy[0];
      const isFormer = new Set(sealedBy.filter((id) => id !== keyId));
      formerKeys = [
        ...formerKeys,
        ...comingKeys.filter(
          (each) => isFormer.has(each.keyId) && !formerKeys.some((one) => one.keyId === each.keyId),
        ),
      ];
      comingKeys = comingKeys.filter((each) => !isFormer.has(each.keyId));
      const isKept = new Set(kept.map((each) => each.keyId)).add(keyId);
      const whole = new Map(formerKeys.map((each) => [each.keyId, each]));
      const rows = kept.filter((each) => each.keyId !== keyId);
      formerKeys = [
        ...formerKeys.filter((each) => !isKept.has(each.keyId)),
        ...rows.map((each) => whole.get(each.keyId) ?? keptSet(each)),
      ];
    },
  };
}

/** Made once: from bytes, each MAC would make a key of its own, which costs four times the MAC. */
function keySet(secretKey: Uint8Array): KeySet & { keys: Record<SecretPurpose, KeyObject> } {
  if (secretKey.length < 32) throw new Error('the secret key has fewer than 32 bytes');
  const derive = (purpose: SecretPurpose) =>
    Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), `latchkey ${purpose} v1`, 32));
  const keys = Object.fromEntries(purposes.map((purpose) => [purpose, createSecretKey(derive(purpose))]));
  const keyId = createHash('sha256').update(derive('seal')).digest('hex').slice(0, 8);
  return { keyId, keys: keys as Record<SecretPurpose, KeyObject> };
}

function keptSet({ keyId, keys }: FormerKeys): KeySet {
  const made = lastingPurposes.map((purpose) => [
    purpose,
    createSecretKey(Buffer.from(keys[purpose], 'base64')),
  ]);
  return { keyId, keys: Object.fromEntries(made) };
}

function whatLasts({ keyId, keys }: KeySet): FormerKeys {
  const texts = lastingPurposes.map((purpose) => [purpose, keys[purpose]?.export().toString('base64') ?? '']);
  return { keyId, keys: Object.fromEntries(texts) };
}

function macWith({ keys }: KeySet, purpose: SecretPurpose, text: string | Uint8Array): Buffer | null {
  const key = keys[purpose];
  return key ? createHmac('sha256', key).update(text).digest() : null;
}

function sealWith({ keyId, keys }: KeySet, text: string, bound: string): Buffer {
  const nonce = randomBytesPooled(12);
  const cipher = createCipheriv('aes-256-gcm', keys.seal as KeyObject, nonce);
  cipher.setAAD(Buffer.from(`${keyId}:${bound}`));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function openWith({ keyId, keys }: KeySet, sealed: Uint8Array, bound: string): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', keys.seal as KeyObject, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(`${keyId}:${bound}`)).setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
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
