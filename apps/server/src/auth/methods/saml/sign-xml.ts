import type { KeyObject } from 'node:crypto';

/** A tenant's key as identity provider: RSA, since service providers rarely take anything else. */
export type SamlKey = { privateKey: KeyObject; certificate: string };

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const exclusiveC14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/**
 * Signs one element, named by its ID, with an enveloped signature right after its Issuer, as the SAML schema wants it.
 * @param name local name of the element
 */
export async function signElement(xml: string, name: string, id: string, key: SamlKey): Promise<string> {
  const { SignedXml } = await import('xml-crypto');
  const signed = new SignedXml({
    privateKey: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: key.certificate,
    signatureAlgorithm: rsaSha256,
    canonicalizationAlgorithm: exclusiveC14n,
    idAttribute: 'ID',
  });
  const element = `//*[local-name(.)='${name}' and @ID='${id}']`;
  signed.addReference({ xpath: element, digestAlgorithm: sha256, transforms: [enveloped, exclusiveC14n] });
  signed.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signed.getSignedXml();
}

/** The base64 inside a PEM certificate, as metadata and key infos carry it. */
export function certificateBody(pem: string): string {
  return pem.replace(/-----[^-]+-----/g, '').replace(/\s/g, '');
}
