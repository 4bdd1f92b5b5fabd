import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';
import {
  childrenByName,
  type Document,
  decodeBase64,
  type Element,
  elementsByName,
  namespaces,
  parseSamlXml,
  refused,
} from './xml.ts';

const enc = 'http://www.w3.org/2001/04/xmlenc#';
const enc11 = 'http://www.w3.org/2009/xmlenc11#';

/** How the content may be encrypted; bytes of key and of nonce. AES of 192 bits is not offered by anybody. */
const contentCiphers = {
  [`${enc11}aes128-gcm`]: { name: 'aes-128-gcm', keyBytes: 16, nonceBytes: 12 },
  [`${enc11}aes256-gcm`]: { name: 'aes-256-gcm', keyBytes: 32, nonceBytes: 12 },
  [`${enc}aes128-cbc`]: { name: 'aes-128-cbc', keyBytes: 16, nonceBytes: 16 },
  [`${enc}aes256-cbc`]: { name: 'aes-256-cbc', keyBytes: 32, nonceBytes: 16 },
} as const;

/** What our metadata offers, best first. */
export const offeredCiphers = Object.keys(contentCiphers);
export const offeredKeyTransport = [`${enc11}rsa-oaep`, `${enc}rsa-oaep-mgf1p`];

const digests: Record<string, string> = {
  'http://www.w3.org/2000/09/xmldsig#sha1': 'sha1',
  [`${enc}sha256`]: 'sha256',
  [`${enc}sha512`]: 'sha512',
};
const maskDigests: Record<string, string> = {
  [`${enc11}mgf1sha1`]: 'sha1',
  [`${enc11}mgf1sha256`]: 'sha256',
  [`${enc11}mgf1sha512`]: 'sha512',
};

/** The encrypted assertion of a response, or null where there is none. @throws AppError `bad_request` for several */
export function findEncryptedAssertion(response: Element): Element | null {
  const [found, second] = childrenByName(response, namespaces.assertion, 'EncryptedAssertion');
  if (second) throw refused('two encrypted assertions');
  return found ?? null;
}

/**
 * The XML of an encrypted assertion. Only the shape that every identity provider sends is read: one key for us, one content;
 * RSA-OAEP and AES, never PKCS #1 v1.5. All faults look the same from outside, so that nobody learns about the padding.
 * @throws AppError `bad_request`
 */
export function decryptAssertion(document: Document, encrypted: Element, key: KeyObject): string {
  checkPlaces(document, encrypted);
  const data = onlyBelow(encrypted, 'EncryptedData');
  const encryptedKey = onlyBelow(encrypted, 'EncryptedKey');
  const cipher = cipherOf(methodOf(data).getAttribute('Algorithm') ?? '');
  try {
    const contentKey = openKey(encryptedKey, key);
    if (contentKey.length !== cipher.keyBytes) throw new Error('key length');
    const text = openContent(cipher, contentKey, cipherValue(data));
    // The declaration would stand in the middle of the message that the assertion is put into.
    return text.replace(/^\uFEFF?\s*<\?xml[^?]*\?>/, '');
  } catch {
    throw refused('the assertion does not open with our key');
  }
}

/** One document, well-formed by itself, whose root is the assertion: nothing can be smuggled around it. */
export function checkOpened(text: string): void {
  const root = parseSamlXml(text).documentElement;
  if (root.localName !== 'Assertion' || root.namespaceURI !== namespaces.assertion) {
    throw refused('no assertion inside');
  }
}

/** Nothing readable beside the encrypted one, and nothing else encrypted. */
function checkPlaces(document: Document, encrypted: Element): void {
  const everything = Array.from(document.getElementsByTagName('*'));
  if (everything.some(({ localName }) => localName === 'Assertion')) throw refused('an assertion beside it');
  const inside = new Set(Array.from(encrypted.getElementsByTagName('*')));
  const isOurs = (element: Element) => element === encrypted || inside.has(element);
  const isStray = (element: Element) => element.localName?.startsWith('Encrypted') && !isOurs(element);
  if (everything.some(isStray)) throw refused('other encrypted content');
}

function onlyBelow(parent: Element, name: string): Element {
  const [found, second] = elementsByName(parent, enc, name);
  if (!found || second) throw refused(`not exactly one ${name}`);
  return found;
}

function methodOf(element: Element): Element {
  const [found, second] = childrenByName(element, enc, 'EncryptionMethod');
  if (!found || second) throw refused('EncryptionMethod');
  return found;
}

type ContentCipher = { name: string; keyBytes: number; nonceBytes: number };

function cipherOf(algorithm: string): ContentCipher {
  const cipher = (contentCiphers as Record<string, ContentCipher>)[algorithm];
  if (!cipher) throw refused('content encryption');
  return cipher;
}

function openKey(encryptedKey: Element, key: KeyObject): Buffer {
  const oaepHash = oaepHashOf(methodOf(encryptedKey));
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return privateDecrypt({ key, padding, oaepHash }, cipherValue(encryptedKey));
}

/** The digest of OAEP and of its mask must agree: the library of the system knows no mixture. */
function oaepHashOf(method: Element): string {
  const algorithm = method.getAttribute('Algorithm') ?? '';
  if (!offeredKeyTransport.includes(algorithm)) throw refused('key transport');
  if (elementsByName(method, enc, 'OAEPparams').length > 0) throw refused('OAEP parameters');
  const digest = pick(method, namespaces.signature, 'DigestMethod', digests);
  const mask = algorithm.startsWith(enc11) ? pick(method, enc11, 'MGF', maskDigests) : 'sha1';
  if (digest !== mask) throw refused('OAEP digest');
  return digest;
}

/** SHA-1 where nothing is said (XML Encryption 1.1, section 5.5.2); in OAEP nothing rests on its collisions. */
function pick(method: Element, namespace: string, name: string, known: Record<string, string>): string {
  const [element, second] = childrenByName(method, namespace, name);
  if (second) throw refused(name);
  const digest = element ? known[element.getAttribute('Algorithm') ?? ''] : 'sha1';
  if (!digest) throw refused(name);
  return digest;
}

function cipherValue(element: Element): Buffer {
  const [data] = childrenByName(element, enc, 'CipherData');
  const [value, second] = data ? childrenByName(data, enc, 'CipherValue') : [];
  if (!value || second) throw refused('CipherValue');
  return decodeBase64(value.textContent ?? '');
}

function openContent(cipher: ContentCipher, key: Buffer, content: Buffer): string {
  const nonce = content.subarray(0, cipher.nonceBytes);
  const decipher = createDecipheriv(cipher.name, key, nonce);
  if ('setAuthTag' in decipher && cipher.name.endsWith('gcm')) {
    (decipher as unknown as { setAuthTag(tag: Buffer): void }).setAuthTag(content.subarray(-16));
    return utf8(Buffer.concat([decipher.update(content.subarray(cipher.nonceBytes, -16)), decipher.final()]));
  }
  // The padding of XML Encryption says only its length (section 5.2), unlike that of PKCS #7.
  decipher.setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(content.subarray(cipher.nonceBytes)), decipher.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > 16) throw new Error('padding');
  return utf8(padded.subarray(0, -padding));
}

function utf8(bytes: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
