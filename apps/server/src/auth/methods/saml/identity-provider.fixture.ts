import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { selfSignedCertificate } from '../../../platform/self-signed-certificate.ts';

/** A company's identity provider, written on its own: nothing of ours builds what it sends. */
export type FakeIdp = { entityId: string; certificate: string; privateKey: KeyObject };

export function createFakeIdp(entityId: string): FakeIdp {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = selfSignedCertificate(privateKey, {
    name: 'idp of a customer',
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2049-01-01T00:00:00Z'),
  });
  return { entityId, certificate, privateKey };
}

/** One answer with everything right; tests change single parts of it. */
export type Answer = {
  idp: FakeIdp;
  acsUrl: string;
  audience: string;
  requestId: string;
  now: Date;
  nameId: string;
  nameIdFormat: string;
  email: string | null;
  assertionId: string;
  responseId: string;
  /** Which elements get a signature, inner first. */
  sign: ('Assertion' | 'Response')[];
  signatureAlgorithm: string;
  digestAlgorithm: string;
  /** Changes the XML before it is signed, and after. */
  before: (xml: string) => string;
  after: (xml: string) => string;
};

const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** The answer as it would be posted: base64. */
export function answer(
  parts: Pick<Answer, 'idp' | 'acsUrl' | 'audience' | 'requestId'> & Partial<Answer>,
): string {
  const full: Answer = {
    now: new Date(),
    nameId: 'employee-7',
    nameIdFormat: format,
    email: 'ann@customer.example',
    assertionId: `_a${Math.random().toString(36).slice(2)}`,
    responseId: `_r${Math.random().toString(36).slice(2)}`,
    sign: ['Assertion'],
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    before: (xml) => xml,
    after: (xml) => xml,
    ...parts,
  };
  let xml = full.before(responseXml(full));
  for (const name of full.sign) xml = sign(xml, name, full);
  return Buffer.from(full.after(xml)).toString('base64');
}

/**
 * The page of an identity provider, on loopback: who comes with a request is signed in there and goes back with its answer.
 *
 * @param own what every answer has, and who it names
 */
export async function startIdpPage(own: Pick<Answer, 'idp' | 'acsUrl' | 'audience'> & Partial<Answer>) {
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://idp').searchParams.get('SAMLRequest') ?? '';
    const requestId =
      / ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(asked, 'base64')).toString())?.[1] ?? '';
    response.setHeader('content-type', 'text/html');
    response.end(
      `<form method="post" action="${own.acsUrl}"><input type="hidden" name="SAMLResponse" value="${answer({ ...own, requestId })}"></form><script>document.forms[0].submit()</script>`,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ssoUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/login`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function sign(xml: string, name: string, parts: Answer): string {
  const signed = new SignedXml({
    privateKey: parts.idp.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    signatureAlgorithm: parts.signatureAlgorithm as never,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  const element = `//*[local-name(.)='${name}']`;
  signed.addReference({
    xpath: element,
    digestAlgorithm: parts.digestAlgorithm as never,
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  });
  const location = { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' as const };
  signed.computeSignature(xml, { location });
  return signed.getSignedXml();
}

function responseXml(parts: Answer): string {
  const { acsUrl, audience, idp, now, requestId } = parts;
  const end = new Date(now.getTime() + 300_000).toISOString();
  const start = new Date(now.getTime() - 300_000).toISOString();
  const email = parts.email
    ? `<a:AttributeStatement><a:Attribute Name="email"><a:AttributeValue>${parts.email}</a:AttributeValue></a:Attribute></a:AttributeStatement>`
    : '';
  return `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ID="${parts.responseId}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${acsUrl}" InResponseTo="${requestId}"><a:Issuer>${idp.entityId}</a:Issuer><p:Status><p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status><a:Assertion ID="${parts.assertionId}" Version="2.0" IssueInstant="${now.toISOString()}"><a:Issuer>${idp.entityId}</a:Issuer><a:Subject><a:NameID Format="${parts.nameIdFormat}">${parts.nameId}</a:NameID><a:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><a:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${acsUrl}" InResponseTo="${requestId}"/></a:SubjectConfirmation></a:Subject><a:Conditions NotBefore="${start}" NotOnOrAfter="${end}"><a:AudienceRestriction><a:Audience>${audience}</a:Audience></a:AudienceRestriction></a:Conditions><a:AuthnStatement AuthnInstant="${now.toISOString()}" SessionIndex="s1"><a:AuthnContext><a:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</a:AuthnContextClassRef></a:AuthnContext></a:AuthnStatement>${email}</a:Assertion></p:Response>`;
}
