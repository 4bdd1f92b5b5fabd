import { X509Certificate } from 'node:crypto';
import { AppError } from '@stint/domain/errors.ts';
import { toPem } from '../../../platform/self-signed-certificate.ts';
import { offeredCiphers, offeredKeyTransport } from './decrypt.ts';
import { escapeXml } from './escape-xml.ts';
import { certificateBody } from './sign-xml.ts';
import { childrenByName, type Element, elementsByName, namespaces, parseSamlXml } from './xml.ts';

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

/** The addresses under which a tenant speaks SAML, in both roles. */
export type SamlAddresses = {
  entityId: string;
  ssoUrl: string;
  sloUrl: string;
  acsUrl: string;
};

/** Our metadata for one tenant: it is both an identity provider and a service provider. */
export function buildMetadata(
  addresses: SamlAddresses,
  certificates: { signing: string; decryption: string },
): string {
  const { entityId, ssoUrl, sloUrl, acsUrl } = addresses;
  const protocol = `protocolSupportEnumeration="${namespaces.protocol}"`;
  const at = (name: string, binding: string, url: string) =>
    `<md:${name} Binding="${binding}" Location="${escapeXml(url)}"/>`;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<md:EntityDescriptor xmlns:md="${namespaces.metadata}" xmlns:ds="${namespaces.signature}" entityID="${escapeXml(entityId)}">`,
    `<md:IDPSSODescriptor WantAuthnRequestsSigned="false" ${protocol}>`,
    keyDescriptor('signing', certificates.signing),
    at('SingleLogoutService', redirectBinding, sloUrl),
    at('SingleLogoutService', postBinding, sloUrl),
    '<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>',
    '<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>',
    at('SingleSignOnService', redirectBinding, ssoUrl),
    at('SingleSignOnService', postBinding, ssoUrl),
    `</md:IDPSSODescriptor>`,
    `<md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" ${protocol}>`,
    keyDescriptor('encryption', certificates.decryption, [...offeredCiphers, ...offeredKeyTransport]),
    `<md:AssertionConsumerService Binding="${postBinding}" Location="${escapeXml(acsUrl)}" index="0" isDefault="true"/>`,
    `</md:SPSSODescriptor></md:EntityDescriptor>`,
  ].join('');
}

function keyDescriptor(use: string, certificate: string, algorithms: string[] = []): string {
  const methods = algorithms.map((algorithm) => `<md:EncryptionMethod Algorithm="${algorithm}"/>`).join('');
  const key = `<ds:X509Certificate>${certificateBody(certificate)}</ds:X509Certificate>`;
  return `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data>${key}</ds:X509Data></ds:KeyInfo>${methods}</md:KeyDescriptor>`;
}

/** What we need of a foreign identity provider. */
export type IdpMetadata = { entityId: string; ssoUrl: string; certificates: string[] };

/**
 * Reads the metadata document of one identity provider.
 * @throws AppError `validation_failed` with what is missing
 */
export function readIdpMetadata(xml: string): IdpMetadata {
  const root = parseSamlXml(xml).documentElement;
  const [descriptor, second] = elementsByName(root, namespaces.metadata, 'IDPSSODescriptor');
  const entityId = root.getAttribute('entityID');
  if (root.localName !== 'EntityDescriptor' || !entityId || !descriptor || second) {
    throw invalid('The metadata is not that of one identity provider.');
  }
  const services = childrenByName(descriptor, namespaces.metadata, 'SingleSignOnService');
  const redirect = services.find((service) => service.getAttribute('Binding') === redirectBinding);
  const ssoUrl = redirect?.getAttribute('Location');
  if (!ssoUrl) throw invalid('The metadata names no single sign-on address with the redirect binding.');
  const certificates = signingKeys(descriptor);
  if (certificates.length === 0) throw invalid('The metadata has no signing certificate.');
  return { entityId, ssoUrl, certificates };
}

/**
 * A certificate as people paste it: PEM, or the bare base64 of metadata.
 * @returns PEM
 * @throws AppError `validation_failed` unless it is an X.509 certificate with an RSA key of 2048 bits or more
 */
export function readCertificate(text: string): string {
  const body = certificateBody(text);
  try {
    const pem = toPem(Buffer.from(body, 'base64'));
    const { publicKey } = new X509Certificate(pem);
    const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
    if (publicKey.asymmetricKeyType === 'rsa' && bits >= 2048) return pem;
  } catch (cause) {
    throw invalid('This is not an X.509 certificate.', cause);
  }
  throw invalid(
    'The certificate needs an RSA key of at least 2048 bits; signatures by elliptic curves are not supported for SAML.',
  );
}

function signingKeys(descriptor: Element): string[] {
  return childrenByName(descriptor, namespaces.metadata, 'KeyDescriptor')
    .filter((key) => (key.getAttribute('use') || 'signing') === 'signing')
    .flatMap((key) => elementsByName(key, namespaces.signature, 'X509Certificate'))
    .map((certificate) => readCertificate(certificate.textContent ?? ''));
}

function invalid(message: string, cause?: unknown): AppError {
  return new AppError('validation_failed', { message, type: 'bad_request_error', cause });
}
