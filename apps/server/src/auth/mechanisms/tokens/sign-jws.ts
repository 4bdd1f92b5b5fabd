import { type KeyObject, sign } from 'node:crypto';

/** Header texts by key and type: there are three of each key. */
const headers = new Map<string, string>();
const mostHeaders = 1000;

/**
 * A JSON Web Token in compact form, signed with ES256 (RFC 7515 section 7.1, RFC 7518 section 3.4). At once and on this
 * thread: handing 0.03 ms of work to another thread costs more than the work, and would queue behind password hashes.
 */
export function signJws(typ: string, kid: string, claims: object, key: KeyObject): string {
  const signed = `${headerText(typ, kid)}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const signature = sign('sha256', Buffer.from(signed, 'latin1'), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function headerText(typ: string, kid: string): string {
  const name = `${typ} ${kid}`;
  const known = headers.get(name);
  if (known) return known;
  const text = Buffer.from(JSON.stringify({ alg: 'ES256', typ, kid })).toString('base64url');
  if (headers.size >= mostHeaders) headers.clear();
  headers.set(name, text);
  return text;
}
