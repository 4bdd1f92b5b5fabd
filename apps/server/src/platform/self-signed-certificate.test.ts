import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { selfSignedCertificate } from './self-signed-certificate.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

it.each(['2036-11-21T00:00:00Z', '2049-12-31T23:59:59Z', '2050-01-01T00:00:00Z'])(
  'a certificate until %s is read back by OpenSSL with its name, times and key',
  (until) => {
    const certificate = new X509Certificate(
      selfSignedCertificate(privateKey, {
        name: 'Latchkey demo1234',
        notBefore: new Date('2026-11-21T08:00:00Z'),
        notAfter: new Date(until),
      }),
    );
    expect(certificate.subject).toBe('CN=Latchkey demo1234');
    expect(certificate.issuer).toBe(certificate.subject);
    expect(certificate.validFromDate).toEqual(new Date('2026-11-21T08:00:00Z'));
    expect(certificate.validToDate).toEqual(new Date(until));
    expect(certificate.verify(publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(privateKey)).toBe(true);
    expect(certificate.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
  },
);
