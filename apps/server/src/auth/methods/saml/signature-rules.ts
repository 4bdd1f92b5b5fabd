import { childrenByName, type Document, type Element, elementsByName, namespaces, refused } from './xml.ts';

/** SHA-256 and up (security 9); nothing symmetric, nothing that hides content. */
const allowed = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  ],
  DigestMethod: [
    'http://www.w3.org/2001/04/xmlenc#sha256',
    'http://www.w3.org/2001/04/xmldsig-more#sha384',
    'http://www.w3.org/2001/04/xmlenc#sha512',
  ],
  CanonicalizationMethod: [
    'http://www.w3.org/2001/10/xml-exc-c14n#',
    'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  ],
  Transform: [
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
    'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  ],
} as const;

/**
 * What a signed message may look like, before any key is tried: each signature is a direct child of one of the given
 * elements, covers exactly that element and uses strong algorithms only. This leaves no room for wrapping.
 * @throws AppError `bad_request`
 */
export function checkSignatureShapes(document: Document, signable: readonly Element[]): void {
  const signatures = elementsByName(document, namespaces.signature, 'Signature');
  if (signatures.length === 0) throw refused('no signature');
  const parents = signatures.map((signature) => signature.parentNode);
  if (new Set(parents).size !== parents.length) throw refused('two signatures on one element');
  for (const signature of signatures) checkSignature(signature, signable);
}

function checkSignature(signature: Element, signable: readonly Element[]): void {
  const parent = signable.find((element) => element === signature.parentNode);
  if (!parent) throw refused('a signature in another place');
  const references = elementsByName(signature, namespaces.signature, 'Reference');
  const [reference] = references;
  if (references.length !== 1 || reference?.getAttribute('URI') !== `#${parent.getAttribute('ID')}`) {
    throw refused('a signature that covers something else');
  }
  if (elementsByName(signature, namespaces.signature, 'Object').length > 0) throw refused('signed objects');
  if (childrenByName(signature, namespaces.signature, 'SignedInfo').length !== 1) throw refused('SignedInfo');
  for (const [name, algorithms] of Object.entries(allowed)) checkAlgorithms(signature, name, algorithms);
}

function checkAlgorithms(signature: Element, name: string, algorithms: readonly string[]): void {
  const elements = elementsByName(signature, namespaces.signature, name);
  const atMost = name === 'Transform' ? 2 : 1;
  if (elements.length === 0 || elements.length > atMost) throw refused(`${name} count`);
  for (const element of elements) {
    if (!algorithms.includes(element.getAttribute('Algorithm') ?? '')) throw refused(`${name} algorithm`);
  }
}
