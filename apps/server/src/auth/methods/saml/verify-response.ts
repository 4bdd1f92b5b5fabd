import type { KeyObject } from 'node:crypto';
import { AppError } from '@stint/domain/errors.ts';
import { checkOpened, decryptAssertion, findEncryptedAssertion } from './decrypt.ts';
import { checkSignatureShapes } from './signature-rules.ts';
import {
  childrenByName,
  childText,
  type Document,
  decodeBase64,
  type Element,
  elementsByName,
  namespaces,
  parseSamlXml,
  refused,
} from './xml.ts';

/** What the answer of a tenant's identity provider must agree with. */
export type ExpectedResponse = {
  idpEntityId: string;
  /** PEM certificates from the stored metadata: the only keys that count. */
  certificates: readonly string[];
  /** Our entity id and reply address for this tenant. */
  spEntityId: string;
  acsUrl: string;
  /** The request that this answers; answers that nobody asked for are refused. */
  requestId: string;
  now: Date;
  /** Opens an encrypted assertion; asked for only when there is one. */
  decryptionKey?: () => Promise<KeyObject>;
};

/** A person as the signed assertion names them. */
export type SamlPerson = {
  assertionId: string;
  /** Until when the assertion could be presented again; its id is kept that long. */
  usableUntil: Date;
  subject: string;
  email: string | null;
  name: string | null;
};

const skewMs = 60_000;
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

const emailAttributes = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];
const nameAttributes = [
  'name',
  'displayname',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
];

/**
 * Every check of security 9 on a posted SAML response. What the answer says is read from the bytes that the signature
 * covers, never from the message around them.
 * @throws AppError `bad_request` whatever is wrong; the cause says what, for the log
 */
export async function verifyResponse(samlResponse: string, expected: ExpectedResponse): Promise<SamlPerson> {
  const document = parseSamlXml(decodeBase64(samlResponse).toString('utf8'));
  const response = requireResponse(document);
  const encrypted = findEncryptedAssertion(response);
  if (encrypted) return verifyEncrypted(document, response, encrypted, expected);
  const { assertion } = readEnvelope(document);
  checkSignatureShapes(document, [response, assertion]);
  checkResponse(response, expected);
  const signed = await readSignedAssertion(samlResponse, expected);
  return readAssertion(signed, expected);
}

/**
 * An assertion that was signed and then encrypted for us. A signature around the ciphertext alone is not enough: then what is
 * read would not be the bytes that were signed. The opened assertion is checked like any other, in a message of its own.
 */
async function verifyEncrypted(
  document: Document,
  response: Element,
  encrypted: Element,
  expected: ExpectedResponse,
): Promise<SamlPerson> {
  if (!expected.decryptionKey) throw refused('no decryption key');
  checkResponse(response, expected);
  const text = decryptAssertion(document, encrypted, await expected.decryptionKey());
  checkOpened(text);
  const message = `<latchkey:Response xmlns:latchkey="${namespaces.protocol}">${text}</latchkey:Response>`;
  const opened = parseSamlXml(message);
  const { assertion } = readEnvelope(opened);
  checkSignatureShapes(opened, [assertion]);
  const signed = await readSignedAssertion(Buffer.from(message).toString('base64'), expected);
  return readAssertion(signed, expected);
}

function requireResponse(document: Document): Element {
  const response = document.documentElement;
  if (response.localName !== 'Response' || response.namespaceURI !== namespaces.protocol)
    throw refused('no Response');
  return response;
}

/** One response with exactly one assertion, directly inside it; nothing encrypted. */
function readEnvelope(document: Document): { assertion: Element } {
  const response = requireResponse(document);
  const everything = Array.from(document.getElementsByTagName('*'));
  const assertions = everything.filter(({ localName }) => localName === 'Assertion');
  const [assertion] = assertions;
  if (!assertion || assertions.length !== 1) throw refused('not exactly one assertion');
  if (assertion.parentNode !== response || assertion.namespaceURI !== namespaces.assertion)
    throw refused('an assertion in another place');
  if (everything.some(({ localName }) => localName?.startsWith('Encrypted')))
    throw refused('encrypted content');
  return { assertion };
}

function checkResponse(response: Element, expected: ExpectedResponse): void {
  if (response.getAttribute('Version') !== '2.0') throw refused('version');
  if (response.getAttribute('Destination') !== expected.acsUrl) throw refused('Destination');
  if (response.getAttribute('InResponseTo') !== expected.requestId) throw refused('InResponseTo');
  checkIssuer(response, expected, 'optional');
  const [status] = childrenByName(response, namespaces.protocol, 'Status');
  const [code] = status ? childrenByName(status, namespaces.protocol, 'StatusCode') : [];
  if (code?.getAttribute('Value') !== success) throw refused('status');
}

/** The assertion as the signature covers it, checked with the stored keys only. */
async function readSignedAssertion(samlResponse: string, expected: ExpectedResponse): Promise<Element> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const saml = new SAML({
    idpCert: [...expected.certificates],
    issuer: expected.spEntityId,
    callbackUrl: expected.acsUrl,
    audience: expected.spEntityId,
    idpIssuer: expected.idpEntityId,
    // Either signature may be there: each covers the assertion. Times and InResponseTo are checked below, by our clock.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
  });
  const compact = samlResponse.replace(/\s/g, '');
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: compact })
    .catch((cause: unknown) => {
      throw new AppError('bad_request', { cause });
    });
  const xml = profile?.getAssertionXml?.();
  if (!xml) throw refused('no signed assertion');
  return parseSamlXml(xml).documentElement;
}

function readAssertion(assertion: Element, expected: ExpectedResponse): SamlPerson {
  if (assertion.localName !== 'Assertion') throw refused('no signed assertion');
  checkIssuer(assertion, expected, 'required');
  const subject = only(assertion, 'Subject');
  const confirmed = checkConfirmation(subject, expected);
  const conditioned = checkConditions(assertion, expected);
  checkAuthentication(assertion, expected);
  const nameId = only(subject, 'NameID');
  const format = nameId.getAttribute('Format') ?? '';
  const value = nameId.textContent?.trim() ?? '';
  if (value === '' || value.length > 512 || format === transient) throw refused('NameID');
  return {
    assertionId: requireText(assertion.getAttribute('ID')),
    usableUntil: new Date(Math.max(confirmed, conditioned) + skewMs),
    subject: value,
    email: findAttribute(assertion, emailAttributes) ?? (format === emailFormat ? value : null),
    name: findAttribute(assertion, nameAttributes),
  };
}

/** One bearer confirmation that is for us, answers our request and has not ended. @returns its end in epoch ms */
function checkConfirmation(subject: Element, expected: ExpectedResponse): number {
  const confirmation = only(subject, 'SubjectConfirmation');
  if (confirmation.getAttribute('Method') !== bearer) throw refused('confirmation method');
  const data = only(confirmation, 'SubjectConfirmationData');
  if (data.getAttribute('Recipient') !== expected.acsUrl) throw refused('Recipient');
  if (data.getAttribute('InResponseTo') !== expected.requestId) throw refused('InResponseTo');
  checkNotBefore(data, expected.now);
  return checkNotOnOrAfter(data, 'NotOnOrAfter', expected.now);
}

function checkConditions(assertion: Element, expected: ExpectedResponse): number {
  const conditions = only(assertion, 'Conditions');
  checkNotBefore(conditions, expected.now);
  const restrictions = childrenByName(conditions, namespaces.assertion, 'AudienceRestriction');
  if (restrictions.length === 0) throw refused('no audience');
  for (const restriction of restrictions) {
    const audiences = childrenByName(restriction, namespaces.assertion, 'Audience');
    if (!audiences.some((audience) => audience.textContent?.trim() === expected.spEntityId))
      throw refused('audience');
  }
  return checkNotOnOrAfter(conditions, 'NotOnOrAfter', expected.now);
}

function checkAuthentication(assertion: Element, { now }: ExpectedResponse): void {
  const statements = childrenByName(assertion, namespaces.assertion, 'AuthnStatement');
  if (statements.length === 0) throw refused('no authentication statement');
  for (const statement of statements) {
    if (statement.getAttribute('SessionNotOnOrAfter'))
      checkNotOnOrAfter(statement, 'SessionNotOnOrAfter', now);
  }
}

function checkIssuer(
  element: Element,
  { idpEntityId }: ExpectedResponse,
  need: 'required' | 'optional',
): void {
  const issuer = childText(element, namespaces.assertion, 'Issuer');
  if (issuer === null && need === 'optional') return;
  if (issuer !== idpEntityId) throw refused('issuer');
}

function checkNotBefore(element: Element, now: Date): void {
  const text = element.getAttribute('NotBefore');
  if (text && instant(text) - skewMs > now.getTime()) throw refused('not yet valid');
}

function checkNotOnOrAfter(element: Element, name: string, now: Date): number {
  const end = instant(element.getAttribute(name));
  if (end + skewMs <= now.getTime()) throw refused('expired');
  return end;
}

function instant(text: string | null): number {
  const isUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text ?? '');
  const at = isUtc ? Date.parse(text ?? '') : Number.NaN;
  if (Number.isNaN(at)) throw refused('time missing or not in UTC');
  return at;
}

function only(parent: Element, name: string): Element {
  const [child, second] = childrenByName(parent, namespaces.assertion, name);
  if (!child || second) throw refused(`not exactly one ${name}`);
  return child;
}

function findAttribute(assertion: Element, names: readonly string[]): string | null {
  const attributes = elementsByName(assertion, namespaces.assertion, 'Attribute');
  const found = attributes.find((one) => names.includes((one.getAttribute('Name') ?? '').toLowerCase()));
  if (!found) return null;
  const values = childrenByName(found, namespaces.assertion, 'AttributeValue');
  return values.length === 1 ? values[0]?.textContent?.trim() || null : null;
}

function requireText(text: string | null): string {
  if (!text) throw refused('ID missing');
  return text;
}
