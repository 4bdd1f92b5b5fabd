import { createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';

export type CertificateSubject = {
  /** Common name; up to 64 characters. */
  name: string;
  notBefore: Date;
  notAfter: Date;
};

/**
 * A self-signed X.509 certificate over an RSA key, signed with SHA-256: the form in which SAML metadata hands out a
 * key (RFC 5280 section 4.1). Nobody derives trust from it beyond the key inside.
 * @returns PEM
 */
export function selfSignedCertificate(privateKey: KeyObject, subject: CertificateSubject): string {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const name = commonName(subject.name);
  const content = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(serialNumber()),
    sha256WithRsa,
    name,
    sequence(time(subject.notBefore), time(subject.notAfter)),
    name,
    publicKey,
  );
  const signature = sign('sha256', content, privateKey);
  return toPem(sequence(content, sha256WithRsa, bitString(signature)));
}

/** Wraps DER bytes as a PEM certificate. */
export function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

/** X.690 section 8.1.3: one byte under 128, else the count of length bytes and those. */
function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.from([length]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const integer = (bytes: Buffer) => der(0x02, bytes);
const explicit = (number: number, part: Buffer) => der(0xa0 + number, part);
const bitString = (bytes: Buffer) => der(0x03, Buffer.from([0]), bytes);
const commonName = (name: string) =>
  sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))));
const sha256WithRsa = sequence(Buffer.from('06092a864886f70d01010b', 'hex'), Buffer.from('0500', 'hex'));

/** UTCTime up to 2049, GeneralizedTime after, both in seconds (RFC 5280 section 4.1.2.5). */
function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/\D/g, '').slice(0, 14);
  const isShort = at.getUTCFullYear() < 2050;
  return der(isShort ? 0x17 : 0x18, Buffer.from(`${isShort ? digits.slice(2) : digits}Z`));
}

/** Positive and at most 20 bytes (RFC 5280 section 4.1.2.2): the first bit is cleared, the next set. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}
