import { describe, expect, it } from 'vitest';
import { algorithms, type Encryption, encryptAssertion } from './encrypt.fixture.ts';
import { type Answer, answer, createFakeIdp } from './identity-provider.fixture.ts';
import { verifyResponse } from './verify-response.ts';

const idp = createFakeIdp('https://idp.customer.example/saml');
const stranger = createFakeIdp('https://idp.customer.example/saml');
/** The keys of the receiver, and of somebody else. */
const [ours, other] = [createFakeIdp('us'), createFakeIdp('somebody')];
const sp = {
  acsUrl: 'https://stint.example/v0/tenants/acme1234/saml/acs',
  audience: 'https://stint.example/v0/tenants/acme1234/saml/metadata',
  requestId: '_request-1',
};
const now = new Date('2026-11-21T08:00:00Z');
const refused = { name: 'AppError', code: 'bad_request' };

type Change = Partial<Answer> & { encryption?: Partial<Encryption>; outside?: (xml: string) => string };

/** An answer whose signed assertion is encrypted for us. */
function send({ encryption = {}, outside = (xml) => xml, ...change }: Change = {}): string {
  const after = (xml: string) =>
    outside(
      encryptAssertion((change.after ?? ((same) => same))(xml), {
        certificate: ours.certificate,
        ...encryption,
      }),
    );
  return answer({ idp, ...sp, now, ...change, after });
}

const expected = {
  idpEntityId: idp.entityId,
  certificates: [idp.certificate],
  spEntityId: sp.audience,
  acsUrl: sp.acsUrl,
  requestId: sp.requestId,
  now,
};
const verify = (response: string, decryptionKey = ours.privateKey) =>
  verifyResponse(response, { ...expected, decryptionKey: async () => decryptionKey });

describe('an encrypted assertion that is right', () => {
  const ways: Record<string, Partial<Encryption>> = {
    'AES-256-GCM': {},
    'AES-128-GCM': { content: algorithms.gcm128 },
    'AES-256-CBC': { content: algorithms.cbc256 },
    'AES-128-CBC': { content: algorithms.cbc128 },
    'a key beside the data': { isKeyBeside: true },
    'OAEP with SHA-256': {
      transport: algorithms.oaep11,
      oaep: { hash: 'sha256', digest: algorithms.sha256, mask: algorithms.mgf256 },
    },
    'OAEP whose digest is written down': {
      oaep: { hash: 'sha1', digest: 'http://www.w3.org/2000/09/xmldsig#sha1' },
    },
  };
  for (const [name, encryption] of Object.entries(ways)) {
    it(`names the person: ${name}`, async () => {
      const response = send({ encryption });
      expect(Buffer.from(response, 'base64').toString()).not.toContain('employee-7');
      expect(await verify(response)).toMatchObject({ subject: 'employee-7', email: 'ann@customer.example' });
    });
  }
});

const plainEvil =
  '<a:Assertion ID="_evil" Version="2.0"><a:Issuer>https://idp.customer.example/saml</a:Issuer></a:Assertion>';

describe('security 9: encrypted assertions', () => {
  it('that are for somebody else are refused, and those that come with no key of ours', async () => {
    await expect(verify(send(), other.privateKey)).rejects.toMatchObject(refused);
    await expect(verifyResponse(send(), expected)).rejects.toMatchObject(refused);
  });

  const weak: Record<string, Partial<Encryption>> = {
    'PKCS #1 v1.5 key transport': { transport: algorithms.pkcs1 },
    'triple DES': { content: algorithms.tripleDes },
    'an unknown cipher': { content: 'http://example.com/aes' },
    'two digests in OAEP': { oaep: { hash: 'sha1', digest: algorithms.sha256 } },
    'a changed ciphertext': {
      change: (bytes) => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))),
    },
    'a changed tag': { change: (bytes) => bytes.subarray(0, -1) },
    'a cut CBC block': { content: algorithms.cbc256, change: (bytes) => bytes.subarray(0, -7) },
    'CBC with another padding': { content: algorithms.cbc256, change: (bytes) => bytes.subarray(0, -16) },
    'no content': { change: () => Buffer.alloc(0) },
  };
  for (const [name, encryption] of Object.entries(weak)) {
    it(`${name}: refused`, async () => {
      await expect(verify(send({ encryption }))).rejects.toMatchObject(refused);
    });
  }

  const unsigned: Record<string, Change> = {
    'no signature': { sign: [] },
    'a signature by somebody else': { idp: stranger },
    'a signature around the ciphertext alone': { sign: ['Response'], before: encryptBefore() },
    'a changed name': { after: (xml) => xml.replace('employee-7', 'employee-8') },
    'a signature with SHA-1': { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
  };
  for (const [name, change] of Object.entries(unsigned)) {
    it(`${name}: refused`, async () => {
      await expect(verify(send(change))).rejects.toMatchObject(refused);
    });
  }

  const wrapped: Record<string, Change> = {
    'a plain assertion beside it, first': {
      outside: (xml) => xml.replace('<a:EncryptedAssertion>', `${plainEvil}<a:EncryptedAssertion>`),
    },
    'a plain assertion beside it, last': {
      outside: (xml) => xml.replace('</p:Response>', `${plainEvil}</p:Response>`),
    },
    'a plain assertion in an extension': {
      outside: (xml) => xml.replace('<p:Status>', `<p:Extensions>${plainEvil}</p:Extensions><p:Status>`),
    },
    'two encrypted assertions': {
      outside: (xml) => xml.replace(/<a:EncryptedAssertion>.*<\/a:EncryptedAssertion>/s, '$&$&'),
    },
    'an encrypted assertion in another place': {
      outside: (xml) =>
        xml.replace(/<a:EncryptedAssertion>.*<\/a:EncryptedAssertion>/s, '<p:Extensions>$&</p:Extensions>'),
    },
    'two keys': { outside: (xml) => xml.replace(/<x:EncryptedKey .*<\/x:EncryptedKey>/s, '$&$&') },
    'another assertion around the signed one, inside': {
      after: (xml) =>
        xml.replace(
          /<a:Assertion .*<\/a:Assertion>/s,
          (one) => `<a:Assertion ID="_evil">${one}</a:Assertion>`,
        ),
    },
    'two assertions inside': {
      after: (xml) =>
        xml.replace('<a:Assertion ', `${plainEvil.replace('<a:Assertion', '<a:Assertion ')}<a:Assertion `),
    },
    'another answer to another request': { outside: (xml) => xml.replace(sp.requestId, '_request-2') },
    'another Destination': { outside: (xml) => xml.replace(sp.acsUrl, 'https://elsewhere.example/acs') },
  };
  for (const [name, change] of Object.entries(wrapped)) {
    it(`${name}: refused`, async () => {
      await expect(verify(send(change))).rejects.toMatchObject(refused);
    });
  }

  it('another audience inside is refused', async () => {
    await expect(verify(send({ audience: 'https://elsewhere.example' }))).rejects.toMatchObject(refused);
  });
});

/** Encrypts before the response is signed, so that only the ciphertext is covered. */
function encryptBefore(): (xml: string) => string {
  return (xml) => encryptAssertion(xml, { certificate: ours.certificate });
}
