import { type CipherGCM, constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto';

const enc = 'http://www.w3.org/2001/04/xmlenc#';
const enc11 = 'http://www.w3.org/2009/xmlenc11#';
const ds = 'http://www.w3.org/2000/09/xmldsig#';

/** How an identity provider encrypts; tests change single parts. */
export type Encryption = {
  /** Certificate or public key of the receiver. */
  certificate: string;
  content: string;
  transport: string;
  /** Digest and mask of OAEP: written down, and used. */
  oaep: { hash: string; digest?: string; mask?: string };
  /** Puts the key beside the data, with a reference to it, as some products do. */
  isKeyBeside: boolean;
  /** Bytes on the way, for faults. */
  change: (content: Buffer) => Buffer;
};

export const algorithms = {
  gcm128: `${enc11}aes128-gcm`,
  gcm256: `${enc11}aes256-gcm`,
  cbc128: `${enc}aes128-cbc`,
  cbc256: `${enc}aes256-cbc`,
  tripleDes: `${enc}tripledes-cbc`,
  oaep: `${enc}rsa-oaep-mgf1p`,
  oaep11: `${enc11}rsa-oaep`,
  pkcs1: `${enc}rsa-1_5`,
  sha256: `${enc}sha256`,
  mgf256: `${enc11}mgf1sha256`,
} as const;

/** Replaces the assertion of a response by its encrypted form, written from the standard alone. */
export function encryptAssertion(
  xml: string,
  parts: Pick<Encryption, 'certificate'> & Partial<Encryption>,
): string {
  const full: Encryption = {
    content: algorithms.gcm256,
    transport: algorithms.oaep,
    oaep: { hash: 'sha1' },
    isKeyBeside: false,
    change: (content) => content,
    ...parts,
  };
  // What is inside must stand by itself, so that its signature holds in another message.
  return xml.replace(/<a:Assertion .*<\/a:Assertion>/s, (assertion) => {
    const alone = assertion.includes('xmlns:a=')
      ? assertion
      : assertion.replace('<a:Assertion ', '<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ');
    return `<a:EncryptedAssertion>${encrypted(alone, full)}</a:EncryptedAssertion>`;
  });
}

function encrypted(
  text: string,
  { certificate, content, transport, oaep, isKeyBeside, change }: Encryption,
): string {
  const key = randomBytes(/128/.test(content) ? 16 : /tripledes/.test(content) ? 24 : 32);
  const padding = transport.endsWith('1_5') ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_OAEP_PADDING;
  const wrapped = publicEncrypt({ key: certificate, padding, oaepHash: oaep.hash }, key);
  const digest = oaep.digest ? `<ds:DigestMethod Algorithm="${oaep.digest}"/>` : '';
  const mask = oaep.mask ? `<x11:MGF xmlns:x11="${enc11}" Algorithm="${oaep.mask}"/>` : '';
  const value = (bytes: Buffer) =>
    `<x:CipherData><x:CipherValue>${bytes.toString('base64')}</x:CipherValue></x:CipherData>`;
  const keyXml = `<x:EncryptedKey xmlns:x="${enc}" Id="k1"><x:EncryptionMethod Algorithm="${transport}">${digest}${mask}</x:EncryptionMethod>${value(wrapped)}</x:EncryptedKey>`;
  const info = isKeyBeside ? '<ds:RetrievalMethod URI="#k1"/>' : keyXml;
  const data = `<x:EncryptedData xmlns:x="${enc}" xmlns:ds="${ds}" Type="${enc}Element"><x:EncryptionMethod Algorithm="${content}"/><ds:KeyInfo>${info}</ds:KeyInfo>${value(change(seal(text, content, key)))}</x:EncryptedData>`;
  return isKeyBeside ? data + keyXml.replace('<x:EncryptedKey', `<x:EncryptedKey xmlns:ds="${ds}"`) : data;
}

function seal(text: string, content: string, key: Buffer): Buffer {
  if (content.endsWith('gcm')) {
    const nonce = randomBytes(12);
    const cipher = createCipheriv(key.length === 16 ? 'aes-128-gcm' : 'aes-256-gcm', key, nonce) as CipherGCM;
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }
  const name = key.length === 24 ? 'des-ede3-cbc' : key.length === 16 ? 'aes-128-cbc' : 'aes-256-cbc';
  const block = key.length === 24 ? 8 : 16;
  const nonce = randomBytes(block);
  const plain = Buffer.from(text);
  const fill = block - (plain.length % block);
  // XML Encryption 5.2: any bytes, then the length of the padding.
  const padding = Buffer.concat([randomBytes(fill - 1), Buffer.from([fill])]);
  const cipher = createCipheriv(name, key, nonce).setAutoPadding(false);
  return Buffer.concat([nonce, cipher.update(Buffer.concat([plain, padding])), cipher.final()]);
}
