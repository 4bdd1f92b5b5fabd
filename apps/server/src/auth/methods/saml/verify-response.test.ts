import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, answer, createFakeIdp } from './identity-provider.fixture.ts';
import { verifyResponse } from './verify-response.ts';

const idp = createFakeIdp('https://idp.customer.example/saml');
const retired = createFakeIdp('https://idp.customer.example/saml');
const stranger = createFakeIdp('https://idp.customer.example/saml');
const ours = {
  acsUrl: 'https://stint.example/v0/tenants/acme1234/saml/acs',
  audience: 'https://stint.example/v0/tenants/acme1234/saml/metadata',
  requestId: '_request-1',
};
const now = new Date('2026-11-21T08:00:00Z');

const send = (change: Partial<Answer> = {}) => answer({ idp, ...ours, now, ...change });
const verify = (response: string, at = now) =>
  verifyResponse(response, {
    idpEntityId: idp.entityId,
    certificates: [retired.certificate, idp.certificate],
    spEntityId: ours.audience,
    acsUrl: ours.acsUrl,
    requestId: ours.requestId,
    now: at,
  });
const refused = { name: 'AppError', code: 'bad_request' };
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

describe('an answer that is right', () => {
  it.each([[['Assertion']], [['Response']], [['Assertion', 'Response']]] as const)(
    'signed on %s names the person',
    async (sign) => {
      expect(await verify(send({ sign: [...sign], assertionId: '_a1' }))).toEqual({
        assertionId: '_a1',
        usableUntil: minutes(6),
        subject: 'employee-7',
        email: 'ann@customer.example',
        name: null,
      });
    },
  );

  it('a name id that is an address counts as the address', async () => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
    const response = send({ nameIdFormat, nameId: 'bo@customer.example', email: null });
    expect(await verify(response)).toMatchObject({
      subject: 'bo@customer.example',
      email: 'bo@customer.example',
    });
  });

  it('is taken up to 60 s after its end and before its beginning, and no longer', async () => {
    const response = send();
    await expect(verify(response, new Date(minutes(6).getTime() - 1))).resolves.toBeTruthy();
    await expect(verify(response, minutes(6))).rejects.toMatchObject(refused);
    await expect(verify(response, minutes(-6))).resolves.toBeTruthy();
    await expect(verify(response, new Date(minutes(-6).getTime() - 1))).rejects.toMatchObject(refused);
  });
});

const evilAssertion = (xml: string) =>
  /<a:Assertion.*<\/a:Assertion>/s
    .exec(xml)?.[0]
    .replace(/<Signature.*<\/Signature>/s, '')
    .replace('employee-7', 'the-boss') ?? '';

/** Published shapes of signature wrapping: the signed assertion stays somewhere, another one is put where it is read. */
const wrapped: Record<string, (xml: string) => string> = {
  'beside the signed one, first': (xml) =>
    xml.replace('<a:Assertion', `${evilAssertion(xml).replace(/ID="_a[^"]*"/, 'ID="_evil"')}<a:Assertion`),
  'beside the signed one, last': (xml) =>
    xml.replace('</p:Response>', `${evilAssertion(xml).replace(/ID="_a[^"]*"/, 'ID="_evil"')}</p:Response>`),
  'with the same ID': (xml) => xml.replace('<a:Assertion', `${evilAssertion(xml)}<a:Assertion`),
  'around the signed one': (xml) => {
    const signed = /<a:Assertion.*<\/a:Assertion>/s.exec(xml)?.[0] ?? '';
    const evil = evilAssertion(xml).replace(/ID="_a[^"]*"/, 'ID="_evil"');
    return xml.replace(signed, evil.replace('</a:Assertion>', `${signed}</a:Assertion>`));
  },
  'with the signed one inside its signature': (xml) => {
    const signed = /<a:Assertion.*<\/a:Assertion>/s.exec(xml)?.[0] ?? '';
    const signature = /<Signature.*<\/Signature>/s.exec(signed)?.[0] ?? '';
    const bare = signed.replace(signature, '');
    const carrying = signature.replace('</Signature>', `<Object>${bare}</Object></Signature>`);
    const evil = evilAssertion(xml).replace(/ID="_a[^"]*"/, 'ID="_evil"');
    return xml.replace(signed, evil.replace('</a:Issuer>', `</a:Issuer>${carrying}`));
  },
  'in an extension of the response': (xml) =>
    xml.replace(
      '<p:Status>',
      `<p:Extensions>${evilAssertion(xml).replace(/ID="_a[^"]*"/, 'ID="_evil"')}</p:Extensions><p:Status>`,
    ),
  'by a second signature on the same element': (xml) => {
    const signature = /<Signature.*<\/Signature>/s.exec(xml)?.[0] ?? '';
    return xml.replace(signature, signature + signature);
  },
  'by two SignedInfo elements': (xml) => {
    const info = /<SignedInfo.*<\/SignedInfo>/s.exec(xml)?.[0] ?? '';
    return xml.replace(info, info + info);
  },
  'by two digest values': (xml) => xml.replace(/<DigestValue>[^<]*<\/DigestValue>/, '$&$&'),
};

describe('security 9: signature wrapping', () => {
  for (const [shape, wrap] of Object.entries(wrapped)) {
    it(`another assertion ${shape} is refused`, async () => {
      const forged = send({ after: wrap });
      expect(forged).not.toBe(send());
      await expect(verify(forged)).rejects.toMatchObject(refused);
    });
  }

  it('a comment inside a name is refused rather than cut off', async () => {
    const response = send({ before: (xml) => xml.replace('employee-7', 'employee-7<!-- -->1') });
    await expect(verify(response)).rejects.toMatchObject(refused);
  });
});

describe('security 9: signatures', () => {
  const cases: Record<string, Partial<Answer>> = {
    'no signature': { sign: [] },
    'the key of somebody else': { idp: stranger },
    'SHA-1': { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
    'a SHA-1 digest': { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' },
    'a changed name': { after: (xml) => xml.replace('employee-7', 'employee-8') },
    'a changed address': { after: (xml) => xml.replace('ann@', 'bob@') },
    'a removed signature value': { after: (xml) => xml.replace(/<SignatureValue>[^<]*/, '<SignatureValue>') },
    'an added transform': {
      after: (xml) =>
        xml.replace(
          '<Transforms>',
          '<Transforms><Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
        ),
    },
    'HMAC with the certificate as secret': {
      after: (xml) => xml.replace('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256'),
    },
  };
  for (const [name, change] of Object.entries(cases)) {
    it(`${name} is refused`, async () => {
      await expect(verify(send(change))).rejects.toMatchObject(refused);
    });
  }

  it('a certificate inside the message is not trusted', async () => {
    const body = stranger.certificate.replace(/-----[^-]+-----|\s/g, '');
    const keyInfo = `<KeyInfo><X509Data><X509Certificate>${body}</X509Certificate></X509Data></KeyInfo></Signature>`;
    const response = send({ idp: stranger, after: (xml) => xml.replace('</Signature>', keyInfo) });
    await expect(verify(response)).rejects.toMatchObject(refused);
  });
});

describe('security 9: what a rightly signed answer must say', () => {
  const other = 'https://elsewhere.example/acs';
  const cases: Record<string, (xml: string) => string> = {
    'another Destination': (xml) => xml.replace(/Destination="[^"]*"/, `Destination="${other}"`),
    'no Destination': (xml) => xml.replace(/ Destination="[^"]*"/, ''),
    'another Recipient': (xml) => xml.replace(/Recipient="[^"]*"/, `Recipient="${other}"`),
    'no Recipient': (xml) => xml.replace(/ Recipient="[^"]*"/, ''),
    'another audience': (xml) => xml.replace(ours.audience, other),
    'no audience': (xml) => xml.replace(/<a:AudienceRestriction>.*<\/a:AudienceRestriction>/, ''),
    'the answer to another request': (xml) => xml.replaceAll('_request-1', '_request-2'),
    'a confirmation for another request': (xml) =>
      xml.replace(/(Recipient="[^"]*" InResponseTo=")[^"]*/, '$1_request-2'),
    'no request at all (started by the provider)': (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, ''),
    'no end of the confirmation': (xml) =>
      xml.replace(/(SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1'),
    'no end of the conditions': (xml) =>
      xml.replace(/(<a:Conditions NotBefore="[^"]*") NotOnOrAfter="[^"]*"/, '$1'),
    'no conditions': (xml) => xml.replace(/<a:Conditions.*<\/a:Conditions>/, ''),
    'a time without zone': (xml) =>
      xml.replace(/(Conditions NotBefore="[^"]*" NotOnOrAfter="[^"]*)Z"/, '$1"'),
    'another issuer of the assertion': (xml) =>
      xml.replace(/(<a:Assertion[^>]*><a:Issuer>)[^<]*/, '$1https://evil.example'),
    'another issuer of the response': (xml) =>
      xml.replace(/<a:Issuer>[^<]*/, '<a:Issuer>https://evil.example'),
    'a confirmation that is not bearer': (xml) => xml.replace('cm:bearer', 'cm:holder-of-key'),
    'two confirmations': (xml) => xml.replace(/<a:SubjectConfirmation .*<\/a:SubjectConfirmation>/, '$&$&'),
    'a passing name id': (xml) => xml.replace('nameid-format:persistent', 'nameid-format:transient'),
    'no name id': (xml) => xml.replace(/<a:NameID.*<\/a:NameID>/, ''),
    'no authentication': (xml) => xml.replace(/<a:AuthnStatement.*<\/a:AuthnStatement>/, ''),
    'an ended session': (xml) =>
      xml.replace('SessionIndex=', 'SessionNotOnOrAfter="2026-11-21T07:50:00Z" SessionIndex='),
    'a failed status': (xml) => xml.replace('status:Success', 'status:Responder'),
    'another version': (xml) => xml.replace('Version="2.0"', 'Version="1.1"'),
    'a second assertion': (xml) =>
      xml.replace(/<a:Assertion.*<\/a:Assertion>/, (one) => one + one.replace(/ID="_a/, 'ID="_b')),
    'an encrypted assertion': (xml) => xml.replace('<p:Status>', '<a:EncryptedAssertion/><p:Status>'),
  };
  for (const [name, before] of Object.entries(cases)) {
    it(`${name} is refused`, async () => {
      const response = send({ before, sign: ['Response'] });
      expect(Buffer.from(response, 'base64').toString()).toContain('Signature');
      await expect(verify(response)).rejects.toMatchObject(refused);
    });
  }
});

describe('security 9: XML that is not read at all', () => {
  const b64 = (text: string) => Buffer.from(text).toString('base64');
  const doctype = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
  it.each([
    ['a document type', send({ after: (xml) => doctype + xml })],
    [
      'a document type after a declaration',
      send({ after: (xml) => `<?xml version="1.0"?>${doctype}${xml}` }),
    ],
    ['a processing instruction', send({ after: (xml) => xml.replace('<p:Status>', '<?php x?><p:Status>') })],
    [
      'more than 256 KB',
      send({ after: (xml) => xml.replace('<p:Status>', `${' '.repeat(256 * 1024)}<p:Status>`) }),
    ],
    ['a wrong closing tag', send({ after: (xml) => xml.replace('</a:Attribute>', '</a:Attributa>') })],
    ['text after the end', send({ after: (xml) => `${xml}x` })],
    ['a closing tag too many', send({ after: (xml) => `${xml}</a>` })],
    ['a prefix that is not declared', send({ before: (xml) => xml.replaceAll('p:Status>', 'q:Status>') })],
    ['no XML', b64('hello')],
    ['half of an XML', b64('<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol">')],
    ['no base64', '<xml>'],
    ['nothing', ''],
    ['an assertion without response', b64('<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion"/>')],
  ])('%s is refused', async (_name, response) => {
    await expect(verify(response)).rejects.toMatchObject(refused);
  });
});

describe('security 9: whatever is sent', () => {
  it('one changed letter of a wholly signed answer is refused, wherever it is', async () => {
    const xml = Buffer.from(send({ sign: ['Response'] }), 'base64').toString();
    const signature = /<Signature.*<\/Signature>/s.exec(xml)?.[0] ?? '';
    const start = xml.indexOf(signature);
    const outside = [...Array(xml.length).keys()].filter(
      (at) => at < start || at >= start + signature.length,
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...outside), fc.constantFrom(...'aZ7_'), async (at, letter) => {
        fc.pre(xml[at] !== letter);
        const changed = xml.slice(0, at) + letter + xml.slice(at + 1);
        const response = Buffer.from(changed).toString('base64');
        await expect(verify(response)).rejects.toMatchObject(refused);
      }),
      { numRuns: 300 },
    );
  });

  it('any text is refused and none breaks the reader', async () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      '<a:Assertion',
      '<p:Response',
      '"',
      ' ID="x"',
      '&',
      '&#0;',
      '&lt;',
      '<![CDATA[',
      ']]>',
      'xmlns:a="a"',
      '=',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(piece, fc.string({ maxLength: 5 }))).map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (message) => {
        const response = Buffer.from(message).toString('base64');
        await expect(verify(response)).rejects.toMatchObject(refused);
      }),
      { numRuns: 300 },
    );
  });
});
