import { type KeyObject, verify } from 'node:crypto';
import { checkSignatureShapes } from './signature-rules.ts';
import { elementsByName, namespaces, parseSamlXml } from './xml.ts';

/** SHA-256 and up (security 9). */
const redirectAlgorithms: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

/**
 * Checks the signature in the address of a redirect (SAML bindings 3.4.4.1): it covers the parameters exactly as they
 * were sent, so they are taken from the raw query.
 */
export function verifyRedirectSignature(query: string, key: KeyObject): boolean {
  const parts = query.split('&');
  const only = (name: string) => {
    const found = parts.filter((part) => part.startsWith(`${name}=`));
    return found.length === 1 ? found[0] : undefined;
  };
  const [request, relayState, algorithm, signature] = [
    'SAMLRequest',
    'RelayState',
    'SigAlg',
    'Signature',
  ].map(only);
  if (!request || !algorithm || !signature) return false;
  if (!relayState && parts.some((part) => part.startsWith('RelayState='))) return false;
  const hash = redirectAlgorithms[decodedValue(algorithm)];
  if (!hash || key.asymmetricKeyType !== 'rsa') return false;
  const signed = [request, relayState, algorithm].filter((part) => part !== undefined).join('&');
  return verify(hash, Buffer.from(signed), key, Buffer.from(decodedValue(signature), 'base64'));
}

/** Checks the enveloped signature of a posted request. */
export async function verifyPostedRequest(xml: string, certificate: string): Promise<boolean> {
  const { SignedXml } = await import('xml-crypto');
  const document = parseSamlXml(xml);
  const root = document.documentElement;
  checkSignatureShapes(document, [root]);
  const [signature] = elementsByName(root, namespaces.signature, 'Signature');
  if (!signature) return false;
  const check = new SignedXml({ publicCert: certificate });
  check.loadSignature(signature as unknown as Parameters<typeof check.loadSignature>[0]);
  try {
    return check.checkSignature(xml);
  } catch {
    return false;
  }
}

function decodedValue(part: string): string {
  try {
    return decodeURIComponent(part.slice(part.indexOf('=') + 1).replace(/\+/g, '%20'));
  } catch {
    return '';
  }
}
