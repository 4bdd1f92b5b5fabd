import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret, sha256 } from '../../../platform/secrets.ts';
import { formatCookie, readCookie } from '../../mechanisms/http/cookies.ts';

/**
 * Ties a trip to another provider to the browser that began it. Apart from our other cookies it must come back with a
 * form that another site posts, so it is SameSite=None; all it can do is end a trip of its own browser (security 7, 9).
 */
const tripCookie = '__Host-latchkey-trip';

/** A person may have to sign in at the other side first. */
const lifeSeconds = 15 * 60;

/** The hash of this browser's trip cookie, or null where it has none. */
export function findTripBrowser(request: FastifyRequest): Buffer | null {
  const value = readCookie(request.headers.cookie, tripCookie);
  return value && /^[\w-]{43}$/.test(value) ? sha256(value) : null;
}

/** As `findTripBrowser`, but makes the cookie where there is none, and renews its life. */
export function ensureTripBrowser(request: FastifyRequest, reply: FastifyReply): Buffer {
  const known = findTripBrowser(request) ? readCookie(request.headers.cookie, tripCookie) : null;
  const value = known ?? newSecret();
  const cookie = formatCookie({
    name: tripCookie,
    value,
    path: '/',
    maxAge: lifeSeconds,
    httpOnly: true,
    // Browsers take Secure cookies over http on *.localhost.
    secure: true,
    sameSite: 'None',
  });
  reply.header('set-cookie', cookie);
  return sha256(value);
}
