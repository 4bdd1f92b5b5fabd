import type { DatabaseAddress } from './connections.ts';
import { isOutage } from './database-errors.ts';
import { StartError } from './start-error.ts';

/** A database of one's own, as it was asked at the start. */
type AskedDatabase = {
  /** What names it, for whoever reads the sentence. */
  variable: string;
  address: DatabaseAddress;
};

type Fault = Error & { code?: string; syscall?: string };
type Refusal = { is(fault: Fault): boolean; says(asked: Place): string };
type Place = { variable: string; where: string; login: string; database: string };

const untrusted = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** The first that is meant; what a file or a certificate is about comes before the silence that follows from it. */
const refusals: Refusal[] = [
  {
    is: ({ code, syscall }) => syscall === 'open' && code !== undefined,
    says: ({ variable }) =>
      `${variable} names a certificate file that cannot be read (sslrootcert, sslcert, sslkey): mend the path or its rights`,
  },
  {
    is: ({ code = '', message }) => /^ERR_OSSL_|^ERR_CRYPTO/.test(code) || /\bPEM\b/.test(message),
    says: ({ variable }) =>
      `${variable} names a file that is no certificate or key in PEM form (sslrootcert, sslcert, sslkey)`,
  },
  {
    is: ({ code = '' }) => untrusted.has(code),
    says: ({ variable, where }) =>
      `the certificate of ${where} is not one to trust: name its authority with sslrootcert in ${variable}, and the host by the name in the certificate`,
  },
  {
    is: ({ message }) => /does not support SSL/i.test(message),
    says: ({ variable, where }) =>
      `${where} speaks no TLS: switch it on there, or leave sslmode out of ${variable}`,
  },
  {
    is: ({ code }) => code === '28P01' || code === '28000',
    says: ({ variable, where, login }) =>
      `${where} refuses the login ${login}: mend its password in ${variable}, or let npm run db:bootstrap make it`,
  },
  {
    is: ({ code }) => code === '3D000' || code === '42501',
    says: ({ variable, where, login, database }) =>
      `${where} has no database ${database} that ${login} may open: mend ${variable}, or let npm run db:bootstrap make it`,
  },
  {
    is: isOutage,
    says: ({ variable, where }) =>
      `${where} does not answer, or takes nothing on: look at it, or mend ${variable}`,
  },
];

/**
 * Why a database of one's own cannot be used, for whoever starts the product.
 * @returns a sentence without any password, or the error itself where nothing is known of it
 */
export function explainRefusal(error: unknown, { variable, address }: AskedDatabase): unknown {
  if (!(error instanceof Error) || error instanceof StartError) return error;
  const fault = (error.cause instanceof Error && isOutage(error.cause) ? error.cause : error) as Fault;
  const found = refusals.find(({ is }) => is(fault));
  if (!found) return error;
  const reason = fault.code ?? fault.message;
  return new StartError(`${sentence(found.says({ variable, ...placeOf(address) }))} (${reason}).`, {
    cause: error,
  });
}

function sentence(text: string): string {
  return text[0] === text[0]?.toLowerCase() ? `The ${text}`.replace('The the ', 'The ') : text;
}

function placeOf(address: DatabaseAddress): Omit<Place, 'variable'> {
  if (typeof address !== 'string')
    return { where: `server at ${address.host}`, login: address.user, database: address.database };
  // A unix socket has no host in front of the path, which URL asks for.
  const url = new URL(address.replace('@/', '@localhost/'));
  return {
    where: `server at ${url.host}`,
    login: decodeURIComponent(url.username),
    database: decodeURIComponent(url.pathname.slice(1)),
  };
}
