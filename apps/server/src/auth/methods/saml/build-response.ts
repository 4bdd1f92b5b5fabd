import { randomBytes } from 'node:crypto';
import { escapeXml } from './escape-xml.ts';
import { type SamlKey, signElement } from './sign-xml.ts';
import { namespaces } from './xml.ts';

export type NameId = { format: string; value: string };

/** What we tell a service provider about a person. */
export type OutgoingAssertion = {
  idpEntityId: string;
  spEntityId: string;
  acsUrl: string;
  /** The request that is answered. */
  requestId: string;
  nameId: NameId;
  attributes: Readonly<Record<string, readonly string[]>>;
  /** When the person last proved who they are. */
  authenticatedAt: Date;
  sessionIndex: string;
  now: Date;
};

const lifeMs = 5 * 60_000;
/** Clocks of service providers may be behind ours. */
const aheadMs = 60_000;
const success =
  '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>';

/** A response with one assertion, both signed, ready to be posted: base64. */
export async function buildResponse(assertion: OutgoingAssertion, key: SamlKey): Promise<string> {
  const responseId = newXmlId();
  const assertionId = newXmlId();
  const inner = assertionXml(assertion, assertionId);
  const { acsUrl, requestId, idpEntityId, now } = assertion;
  const outer = message(
    'Response',
    { id: responseId, to: acsUrl, requestId, idpEntityId, now },
    success + inner,
  );
  const withAssertion = await signElement(outer, 'Assertion', assertionId, key);
  return toBase64(await signElement(withAssertion, 'Response', responseId, key));
}

/** A signed answer to a logout request: base64. */
export async function buildLogoutResponse(
  logout: { idpEntityId: string; sloUrl: string; requestId: string; now: Date },
  key: SamlKey,
): Promise<string> {
  const id = newXmlId();
  const xml = message('LogoutResponse', { ...logout, id, to: logout.sloUrl }, success);
  return toBase64(await signElement(xml, 'LogoutResponse', id, key));
}

/** IDs of XML begin with a letter or underscore. */
export function newXmlId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}

function message(
  name: 'Response' | 'LogoutResponse',
  head: { id: string; to: string; requestId: string; idpEntityId: string; now: Date },
  body: string,
): string {
  const spaces = `xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}"`;
  const attributes =
    `ID="${head.id}" Version="2.0" IssueInstant="${head.now.toISOString()}"` +
    ` Destination="${escapeXml(head.to)}" InResponseTo="${escapeXml(head.requestId)}"`;
  const issuer = `<saml:Issuer>${escapeXml(head.idpEntityId)}</saml:Issuer>`;
  return `<samlp:${name} ${spaces} ${attributes}>${issuer}${body}</samlp:${name}>`;
}

function assertionXml(assertion: OutgoingAssertion, id: string): string {
  const { now, idpEntityId, nameId, spEntityId } = assertion;
  const end = new Date(now.getTime() + lifeMs).toISOString();
  const start = new Date(now.getTime() - aheadMs).toISOString();
  return [
    `<saml:Assertion xmlns:saml="${namespaces.assertion}" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}">`,
    `<saml:Issuer>${escapeXml(idpEntityId)}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${escapeXml(nameId.format)}">${escapeXml(nameId.value)}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData`,
    ` NotOnOrAfter="${end}" Recipient="${escapeXml(assertion.acsUrl)}" InResponseTo="${escapeXml(assertion.requestId)}"/>`,
    `</saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${start}" NotOnOrAfter="${end}"><saml:AudienceRestriction>`,
    `<saml:Audience>${escapeXml(spEntityId)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    authnStatement(assertion),
    attributeStatement(assertion.attributes),
    `</saml:Assertion>`,
  ].join('');
}

function authnStatement({ authenticatedAt, sessionIndex }: OutgoingAssertion): string {
  const context = 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified';
  return (
    `<saml:AuthnStatement AuthnInstant="${authenticatedAt.toISOString()}" SessionIndex="${escapeXml(sessionIndex)}">` +
    `<saml:AuthnContext><saml:AuthnContextClassRef>${context}</saml:AuthnContextClassRef></saml:AuthnContext>` +
    `</saml:AuthnStatement>`
  );
}

function attributeStatement(attributes: OutgoingAssertion['attributes']): string {
  const rows = Object.entries(attributes).filter(([, values]) => values.length > 0);
  if (rows.length === 0) return '';
  const basic = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic';
  const value = (text: string) => `<saml:AttributeValue>${escapeXml(text)}</saml:AttributeValue>`;
  const inner = rows.map(
    ([name, values]) =>
      `<saml:Attribute Name="${escapeXml(name)}" NameFormat="${basic}">${values.map(value).join('')}</saml:Attribute>`,
  );
  return `<saml:AttributeStatement>${inner.join('')}</saml:AttributeStatement>`;
}

function toBase64(xml: string): string {
  return Buffer.from(xml).toString('base64');
}
