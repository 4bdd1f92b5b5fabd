import { X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { AppError } from '@stint/domain/errors.ts';
import { verifyPostedRequest, verifyRedirectSignature } from './request-signature.ts';
import {
  childrenByName,
  childText,
  decodeBase64,
  type Element,
  maxXmlBytes,
  namespaces,
  parseSamlXml,
  refused,
} from './xml.ts';

/** How a service provider's message reached us: in the address (redirect binding) or in a form (post binding). */
export type IncomingMessage =
  | { binding: 'redirect'; samlRequest: string; query: string }
  | { binding: 'post'; samlRequest: string };

/** What a service provider asks for. */
export type SamlRequest = {
  kind: 'login' | 'logout';
  id: string;
  issuer: string;
  destination: string | null;
  acsUrl: string | null;
  nameIdFormat: string | null;
  xml: string;
};

const kinds = { AuthnRequest: 'login', LogoutRequest: 'logout' } as const;

/**
 * Reads a request of a service provider. Nothing in it is believed beyond who asks and where the answer should go, and
 * both are compared with what is stored.
 * @throws AppError `bad_request`
 */
export function readRequest(message: IncomingMessage): SamlRequest {
  const xml = messageText(message);
  const root = parseSamlXml(xml).documentElement;
  const kind = kinds[root.localName as keyof typeof kinds];
  if (!kind || root.namespaceURI !== namespaces.protocol) throw refused('no request');
  if (root.getAttribute('Version') !== '2.0') throw refused('version');
  const id = root.getAttribute('ID') ?? '';
  if (!/^[A-Za-z_][A-Za-z0-9_.-]{0,127}$/.test(id)) throw refused('ID');
  const issuer = childText(root, namespaces.assertion, 'Issuer');
  if (!issuer) throw refused('issuer');
  return {
    kind,
    id,
    issuer,
    destination: root.getAttribute('Destination') || null,
    acsUrl: root.getAttribute('AssertionConsumerServiceURL') || null,
    nameIdFormat: policyFormat(root),
    xml,
  };
}

/**
 * Compares a request with the stored service provider. With a stored certificate the request must be signed by it.
 * @param ownUrl where requests of this kind are sent
 * @throws AppError `bad_request`
 */
export async function checkRequest(
  message: IncomingMessage,
  request: SamlRequest,
  stored: { entityId: string; acsUrl: string; certificate: string | null },
  ownUrl: string,
): Promise<void> {
  if (request.issuer !== stored.entityId) throw refused('issuer');
  if (request.acsUrl !== null && request.acsUrl !== stored.acsUrl) throw refused('reply address');
  const isForUs = request.destination === null || request.destination === ownUrl;
  if (!isForUs) throw refused('Destination');
  if (stored.certificate === null) return;
  const key = new X509Certificate(stored.certificate).publicKey;
  const isSigned =
    message.binding === 'redirect'
      ? verifyRedirectSignature(message.query, key)
      : await verifyPostedRequest(request.xml, stored.certificate);
  if (!isSigned) throw refused('signature of the request');
}

function messageText(message: IncomingMessage): string {
  const bytes = decodeBase64(message.samlRequest);
  if (message.binding === 'post') return bytes.toString('utf8');
  try {
    return inflateRawSync(bytes, { maxOutputLength: maxXmlBytes }).toString('utf8');
  } catch (cause) {
    throw new AppError('bad_request', { cause });
  }
}

function policyFormat(root: Element): string | null {
  const [policy] = childrenByName(root, namespaces.protocol, 'NameIDPolicy');
  return policy?.getAttribute('Format') || null;
}
