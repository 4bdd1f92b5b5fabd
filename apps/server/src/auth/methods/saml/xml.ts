import { createRequire } from 'node:module';
import { AppError } from '@stint/domain/errors.ts';
import type { DOMParser } from '@xmldom/xmldom';

// Loaded by the first message, as most processes never see one.
const load = createRequire(import.meta.url);

export type Document = ReturnType<DOMParser['parseFromString']>;
export type Element = ReturnType<Document['createElementNS']>;

/** Bytes of one SAML message (security 9). */
export const maxXmlBytes = 256 * 1024;

export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

/**
 * Parses a SAML message that came from outside. A document type (entities, external files), comments and processing
 * instructions have no place in one and are refused before anything is parsed (security 9).
 * @throws AppError `bad_request`
 */
export function parseSamlXml(text: string): Document {
  if (Buffer.byteLength(text) > maxXmlBytes) throw refused('over 256 KB');
  const body = text.replace(/^\uFEFF?\s*<\?xml[^?]*\?>/, '');
  if (/<!(?!\[CDATA\[)/i.test(body) || body.includes('<?')) throw refused('declarations or comments');
  checkWellFormed(body);
  const document = parseStrictly(body);
  checkUniqueIds(document);
  return document;
}

/** The bytes of a base64 parameter as text; stray line breaks are let through, anything else is refused. */
export function decodeBase64(value: string): Buffer {
  const compact = value.replace(/[\r\n\t ]/g, '');
  if (compact === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw refused('not base64');
  if (compact.length > maxXmlBytes * 1.4) throw refused('over 256 KB');
  return Buffer.from(compact, 'base64');
}

/** Elements of that name anywhere below, whatever namespace prefix they carry. */
export function elementsByName(scope: Document | Element, namespace: string, name: string): Element[] {
  return Array.from(scope.getElementsByTagNameNS(namespace, name));
}

/** Direct children of that name. */
export function childrenByName(parent: Element, namespace: string, name: string): Element[] {
  return elementsByName(parent, namespace, name).filter((element) => element.parentNode === parent);
}

/** Text of the only direct child of that name, or null. */
export function childText(parent: Element, namespace: string, name: string): string | null {
  const [child, second] = childrenByName(parent, namespace, name);
  return child && !second ? (child.textContent?.trim() ?? null) : null;
}

export function refused(why: string): AppError {
  return new AppError('bad_request', { cause: new Error(`SAML message refused: ${why}`) });
}

/** The parser of signatures repairs some faults, such as a wrong closing tag; nothing that needs repair is read. */
function checkWellFormed(text: string): void {
  const parser = (load('sax') as typeof import('sax')).parser(true, { xmlns: true });
  const fail = () => {
    throw refused('not well-formed');
  };
  parser.onerror = fail;
  parser.ondoctype = fail;
  parser.oncomment = fail;
  parser.onprocessinginstruction = fail;
  parser.write(text).close();
}

function parseStrictly(text: string): Document {
  const fail = () => {
    throw refused('not well-formed');
  };
  const { DOMParser } = load('@xmldom/xmldom') as typeof import('@xmldom/xmldom');
  try {
    const errorHandler = { warning: fail, error: fail, fatalError: fail };
    const document = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml');
    if (!document?.documentElement) fail();
    return document;
  } catch {
    return fail();
  }
}

/** Signatures refer to elements by ID, so one ID names one element. */
function checkUniqueIds(document: Document): void {
  const seen = new Set<string>();
  for (const element of Array.from(document.getElementsByTagName('*'))) {
    for (const name of ['ID', 'Id', 'id']) {
      const id = element.getAttribute(name);
      if (!id) continue;
      if (seen.has(id)) throw refused('the same ID twice');
      seen.add(id);
    }
  }
}
